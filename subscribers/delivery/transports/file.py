"""Letters as files, for a laptop and for looking at them: one .eml for each."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from subscribers.delivery.transports.base import (
    LetterOutcome,
    Result,
    Transport,
    Unreachable,
)
from subscribers.letters.envelope import Letter


class FileTransport(Transport):
    """Writes each letter whole or not at all; a letter has one name for ever."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def carry(
        self, letters: Iterable[Letter]
    ) -> Iterator[tuple[Letter, LetterOutcome]]:
        for letter in letters:
            name = f"{letter.delivery_id:06}.eml"
            try:
                self._write(name, letter.content(eight_bit=True))
            except OSError as error:
                # Full, or not ours to write: no letter is to blame, and none is there.
                raise Unreachable(
                    f"No letter can be written to {self.folder}: {error.strerror}."
                ) from error
            yield letter, LetterOutcome(Result.ACCEPTED, f"written to {name}")

    def _write(self, name: str, content: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = self.folder / f".{name}.partial"
        partial.write_bytes(content)
        partial.replace(self.folder / name)

    def close(self) -> None:
        """Nothing is open between letters."""
