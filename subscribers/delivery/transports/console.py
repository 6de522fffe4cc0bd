"""Letters on the terminal, for a look at what would leave."""

import sys
from collections.abc import Iterable, Iterator

from subscribers.delivery.transports.base import LetterOutcome, Result, Transport
from subscribers.letters.envelope import Letter


class ConsoleTransport(Transport):
    """Writes each letter to standard output."""

    def carry(
        self, letters: Iterable[Letter]
    ) -> Iterator[tuple[Letter, LetterOutcome]]:
        for letter in letters:
            content = letter.content(eight_bit=True).decode(errors="replace")
            text = content.replace("\r\n", "\n")
            sys.stdout.write(f"{text}\n{'-' * 79}\n")
            sys.stdout.flush()
            yield letter, LetterOutcome(Result.ACCEPTED, "written to the terminal")

    def close(self) -> None:
        """Standard output stays open."""
