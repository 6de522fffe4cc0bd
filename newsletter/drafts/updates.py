"""How an item begins that updates a told story, in the newsletter's own language. Pure."""

import re
from collections.abc import Mapping

# By language: before the link, and the link's words before the issue's number.
_WORDS: Mapping[str, tuple[str, str]] = {
    "en": ("Update to", "issue"),
    "de": ("Update zu", "Ausgabe"),
    "fr": ("Mise à jour du", "numéro"),
    "es": ("Actualización del", "número"),
    "it": ("Aggiornamento del", "numero"),
    "nl": ("Update bij", "nummer"),
    "pt": ("Atualização da", "edição"),
}
_LABEL = re.compile(
    f"(?:{'|'.join(f'{before} {issue}' for before, issue in _WORDS.values())})"
    r" (\d{1,6}): *(.*)",
    re.DOTALL,
)


def opening(language: str, issue: int, url: str) -> str:
    """The label as Markdown, such as `Update to [issue 3](<…>):`; English where unknown."""
    before, word = _WORDS.get(language[:2].lower(), _WORDS["en"])
    return f"{before} [{word} {issue}](<{url}>):"


def read(text: str) -> tuple[int, str] | None:
    """Which issue a sentence tells an update to, and what is new; None if it does not."""
    found = _LABEL.match(text)
    return (int(found[1]), found[2].strip()) if found else None
