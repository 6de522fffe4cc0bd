"""Validation errors in words: what pydantic holds against data, and what to do. Pure.

They are read by models, which mend what they are told: each fault begins with its place and
ends with what to give instead, and what was given.
"""

from collections.abc import Callable, Mapping

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from newsletter.text import truncate

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
    told = f"{place}: {fault['msg'].removeprefix('Value error, ')}"
    tell = _TOLD.get(fault["type"])
    return f"{told}; {tell(fault)}" if tell else told


def _given(fault: ErrorDetails) -> str:
    """What was handed in, in short: a text as it stands, else its shape."""
    value = fault["input"]
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return truncate.at_word(repr(value), _CHARACTERS)
    return _SHAPES.get(type(value), type(value).__name__)


def _wants(shape: str) -> Callable[[ErrorDetails], str]:
    return lambda fault: f"give {shape}, not {_given(fault)}"


def _is_no(fault: ErrorDetails) -> str:
    return f"{_given(fault)} is not"


def _counted(fault: ErrorDetails) -> str:
    return f"it has {len(fault['input'])}"


_LIST = _wants("a list, in [ and ]")
_OBJECT = _wants("an object, in { and }")
_NUMBER = _wants("a number")
_WHOLE = _wants("a whole number")
_DAY = _wants("a day as 2026-11-05")
_TIME = _wants("a time as 2026-11-05T09:00:00Z")
_TOLD: Mapping[str, Callable[[ErrorDetails], str]] = {
    "extra_forbidden": lambda _: "leave it out",
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
    "greater_than_equal": _is_no,
    "greater_than": _is_no,
    "less_than_equal": _is_no,
    "less_than": _is_no,
    "literal_error": _is_no,
    "enum": _is_no,
    "string_too_short": _counted,
    "string_too_long": _counted,
    "too_short": _counted,
    "too_long": _counted,
}
