"""What is wrong with interests, in words: which line, which key, what is wanted. Pure."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic_core import ErrorDetails

from newsletter.interests.schema import Interests, Models, Topic
from newsletter.text import truncate
from newsletter.text.similarity import with_nearest

MOST_FAULTS = 20
_SHOWN_CHARACTERS, _REASON_CHARACTERS = 120, 400

Place: TypeAlias = tuple[str | int, ...]
# The keys of each group; "" is the whole.
KEYS: Mapping[str, Collection[str]] = {
    "": tuple(Interests.model_fields),
    "topics": tuple(Topic.model_fields),
    "models": tuple(Models.model_fields),
}
_WHOLE = "the whole"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong, and in which line; line 0 is the whole."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


class BadInterests(ValueError):
    """A text that is no interests; `faults` says why, line by line."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = tuple(sorted(faults))[:MOST_FAULTS]
        super().__init__("\n".join(map(str, self.faults)))


def told(error: ErrorDetails, lines: Mapping[Place, int]) -> Fault:
    """One fault that the schema found, where its nearest place in the text is."""
    place = tuple(error["loc"])
    while place and place not in lines:
        place = place[:-1]
    key = ".".join(map(_named, place)) or _WHOLE
    return Fault(lines.get(place, 0), _sentence(error, key))


def _named(part: str | int) -> str:
    return str(part + 1) if isinstance(part, int) else part


def _sentence(error: ErrorDetails, key: str) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if whole := _WHOLE_SENTENCES.get(kind):
        return whole(error, key)
    if kind in _WANTED:
        wanted = _WANTED[kind].format(**context)
    else:
        wanted = error["msg"].removeprefix("Input should be ")
    return f"{key}: {_shown(error['input'])} is not {wanted}."


def _unknown(error: ErrorDetails, _: str) -> str:
    name, place = str(error["loc"][-1]), error["loc"]
    known = [*KEYS.get(str(place[0]) if len(place) > 1 else "", ())]
    return f"no key {cut(with_nearest(name, known))}; known: {', '.join(known)}."


def _refused(error: ErrorDetails, key: str) -> str:
    reason = str(error.get("ctx", {}).get("error", "")).rstrip(".")
    if key == _WHOLE:
        return f"{reason[:1].upper()}{reason[1:]}."
    return f"{key}: {cut(reason, _REASON_CHARACTERS)}."


def _too_many(what: str) -> Callable[[ErrorDetails, str], str]:
    return lambda error, key: f"{key}: more than {error['ctx']['max_length']:,} {what}."


_WHOLE_SENTENCES: Mapping[str, Callable[[ErrorDetails, str], str]] = {
    "extra_forbidden": _unknown,
    "value_error": _refused,
    "missing": lambda error, key: f"{key}: {error['loc'][-1]} is missing.",
    "string_too_long": _too_many("characters"),
    "too_long": _too_many("of them"),
    "too_short": lambda _, key: f"{key}: it is empty.",
    "int_parsing_size": lambda _, key: f"{key}: the number is too large.",
}
_KEYS_WITH_VALUES = "keys with values"
_WANTED: Mapping[str, str] = {
    "bool_parsing": "yes or no",
    "bool_type": "yes or no",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "less_than_equal": "{le} or less",
    "greater_than_equal": "{ge} or more",
    "tuple_type": "a list, each on a line of its own that begins with “- ”",
    "model_type": _KEYS_WITH_VALUES,
    "model_attributes_type": _KEYS_WITH_VALUES,
    "string_type": "a text",
}


def _shown(value: Any) -> str:
    match value:
        case list():
            return "a list"
        case dict():
            return "a group of keys"
        case _:
            return repr(cut(str(value)))


def cut(text: str, most: int = _SHOWN_CHARACTERS) -> str:
    """A text from outside in one line that is not too long."""
    return truncate.at_word(" ".join(text.split()), most) or "…"
