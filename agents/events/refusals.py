"""Validation errors in words: what pydantic holds against data, and what to do. Pure.

They are read by models, which mend what they are told: each fault is its place, what to give
there, and what was given.
"""

from collections.abc import Callable, Mapping

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from newsletter.text import truncate
from newsletter.text.words import counted

_MOST_FAULTS = 20
_CHARACTERS = 60
_SHAPES: Mapping[type, str] = {
    bool: "true or false",
    str: "a text",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def in_words(error: ValidationError, whole: str = "data") -> str:
    """All faults, the first twenty in full; `whole` is what data without a place is."""
    faults = [_fault(one, whole) for one in error.errors(include_url=False)]
    return truncate.first_of(faults, _MOST_FAULTS)


def _fault(fault: ErrorDetails, whole: str) -> str:
    place = ".".join(map(str, fault["loc"])) or whole
    tell = _TOLD.get(fault["type"])
    return f"{place}: {tell(fault) if tell else _in_its_own_words(fault)}"


def _in_its_own_words(fault: ErrorDetails) -> str:
    """What a rule of ours says, or pydantic where nothing here tells the fault."""
    return fault["msg"].removeprefix("Value error, ")


def _given(fault: ErrorDetails) -> str:
    """What was handed in, in short: a text as it stands, else its shape."""
    value = fault["input"]
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return truncate.at_word(repr(value), _CHARACTERS)
    return _SHAPES.get(type(value), type(value).__name__)


def _wants(shape: str) -> Callable[[ErrorDetails], str]:
    return lambda fault: f"give {shape}, not {_given(fault)}"


def _bound(words: str, name: str) -> Callable[[ErrorDetails], str]:
    """A number out of its range."""
    return lambda fault: (
        f"give {words} {fault.get('ctx', {}).get(name)}, not {_given(fault)}"
    )


def _counted(words: str, name: str) -> Callable[[ErrorDetails], str]:
    """A text or a list that is too short or too long."""

    def tell(fault: ErrorDetails) -> str:
        given, bound = fault["input"], int(fault.get("ctx", {})[name])
        one, many = _COUNTED.get(type(given), ("entry", "entries"))
        if not given:
            return f"it is empty; give {words} {counted(bound, one, many)}"
        return f"{words} {counted(bound, one, many)}; it has {len(given)}"

    return tell


def _one_of(fault: ErrorDetails) -> str:
    return f"give {fault.get('ctx', {}).get('expected')}, not {_given(fault)}"


_COUNTED: Mapping[type, tuple[str, str]] = {str: ("character", "characters")}
_LIST = _wants("a list, in [ and ]")
_OBJECT = _wants("an object, in { and }")
_NUMBER = _wants("a number")
_WHOLE = _wants("a whole number")
_DAY = _wants("a day as 2026-11-05")
_TIME = _wants("a time as 2026-11-05T09:00:00Z")
_TOLD: Mapping[str, Callable[[ErrorDetails], str]] = {
    "missing": lambda _: "it is missing; give it",
    "extra_forbidden": lambda _: "nobody asks for it; leave it out",
    "string_type": _wants("a text, in quotation marks"),
    "list_type": _LIST,
    "tuple_type": _LIST,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "bool_type": _wants("true or false"),
    "bool_parsing": _wants("true or false"),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "date_type": _DAY,
    "date_parsing": _DAY,
    "date_from_datetime_parsing": _DAY,
    "datetime_type": _TIME,
    "datetime_parsing": _TIME,
    "datetime_from_date_parsing": _TIME,
    "greater_than_equal": _bound("at least", "ge"),
    "greater_than": _bound("more than", "gt"),
    "less_than_equal": _bound("at most", "le"),
    "less_than": _bound("less than", "lt"),
    "string_pattern_mismatch": lambda fault: (
        f"{_given(fault)} has another form than {fault.get('ctx', {}).get('pattern')}"
    ),
    "literal_error": _one_of,
    "enum": _one_of,
    "string_too_short": _counted("at least", "min_length"),
    "string_too_long": _counted("at most", "max_length"),
    "too_short": _counted("at least", "min_length"),
    "too_long": _counted("at most", "max_length"),
}
