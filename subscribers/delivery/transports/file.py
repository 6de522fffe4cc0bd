"""Letters as files, for a laptop and for looking at them: one .eml for each."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from subscribers.delivery.transports.base import Letter, Outcome, Result


class FileTransport:
    """Writes each letter whole or not at all; a letter has one name for ever."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def carry(self, letters: Iterable[Letter]) -> Iterator[tuple[Letter, Outcome]]:
        self.folder.mkdir(parents=True, exist_ok=True)
        for letter in letters:
            name = f"{letter.delivery_id:06}.eml"
            partial = self.folder / f".{name}.partial"
            partial.write_bytes(letter.content(eight_bit=True))
            partial.replace(self.folder / name)
            yield letter, Outcome(Result.ACCEPTED, f"written to {name}")

    def close(self) -> None:
        """Nothing is open between letters."""
