"""Words by language: a file for each in `languages/`, with a table for each kind. Pure."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

_HERE = Path(__file__).parent / "languages"
T = TypeVar("T")


def by_language(table: Callable[..., T], name: str) -> Mapping[str, T]:
    """The words of one kind in every language that has them, by its tag (BCP 47).

    Raises TypeError where a file lacks a word, or has one that is not known.
    """
    found = {}
    for language, words in _files().items():
        if name in words:
            try:
                found[language] = table(**words[name])
            except TypeError as error:
                raise TypeError(f"{language}.toml, [{name}]: {error}") from error
    return found


@cache
def _files() -> dict[str, dict[str, dict[str, Any]]]:
    return {
        file.stem: {name: _frozen(words) for name, words in _read(file).items()}
        for file in sorted(_HERE.glob("*.toml"))
    }


def _read(file: Path) -> dict[str, dict[str, Any]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _frozen(words: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in words.items()
    }
