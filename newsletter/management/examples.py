"""Commands whose `--help` ends with examples: each can be run as it stands there."""

import argparse
from typing import Any

from django.core.management.base import (
    BaseCommand,
    CommandParser,
    DjangoHelpFormatter,
)

# The column in which it is said what an example does.
_ASIDE = 47


class _Formatter(DjangoHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Django's own options last; a text that has lines of its own keeps them."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return argparse.HelpFormatter._fill_text(self, text, width, indent)


class Taught(BaseCommand):
    """A command that teaches itself."""

    # Arguments, as a shell takes them, and what comes of them.
    examples: tuple[tuple[str, str], ...] = ()
    # What else is to be known of it, below the examples.
    besides = ""

    def create_parser(
        self, prog_name: str, subcommand: str, **kwargs: Any
    ) -> CommandParser:
        kwargs.setdefault("formatter_class", _Formatter)
        kwargs.setdefault("epilog", self._epilog(subcommand))
        return super().create_parser(prog_name, subcommand, **kwargs)

    def _epilog(self, name: str) -> str:
        lines = ["examples:"]
        for arguments, comes_of_it in self.examples:
            line = f"  manage.py {name} {arguments}".rstrip()
            if len(line) >= _ASIDE - 1:
                lines.append(line)
                line = ""
            lines.append(f"{line:{_ASIDE}}{comes_of_it}".rstrip())
        if self.besides:
            lines += ["", self.besides.strip()]
        return "\n".join(lines)
