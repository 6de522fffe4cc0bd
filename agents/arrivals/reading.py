"""Bodies of what comes in, read: JSON and forms of strangers, as fields and words. Pure.

Total: whatever bytes come, there is an answer, within limits.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn
from urllib.parse import parse_qsl

from agents.registry.schemas import MOST_FIELDS, AdaInput, FormField
from newsletter.text import truncate
from newsletter.text.sound import sound

LONGEST_LABEL, LONGEST_VALUE, LONGEST_NAME = 300, 4_000, 150
DEEPEST = 4
# Of a slash command: what is no answer of anybody's, and what only its sender may know.
_NOT_FIELDS = frozenset({"token", "response_url", "trigger_id", "api_app_id"})

Body = Mapping[str, Any]


def of_json(body: bytes) -> dict[str, Any]:
    """An object of JSON; empty where it is none."""
    try:
        found = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _no_number(_: str) -> NoReturn:
    raise ValueError


def of_form(body: bytes) -> dict[str, str]:
    """A form as browsers and Slack send it; empty where it is none."""
    try:
        pairs = parse_qsl(
            body.decode(errors="replace"), keep_blank_values=True, max_num_fields=200
        )
    except ValueError:
        return {}
    return {_clean(name): _clean(value) for name, value in pairs}


def as_form(told: Body, name: str, newsletter: str) -> AdaInput:
    """What `ada` is given: the fields of a form of Tally's, or of whatever it is.

    `name` stands where it names itself nowhere.
    """
    data = told.get("data")
    of = data if isinstance(data, dict) else told
    named = _clean(of.get("formName") or of.get("form") or "")
    listed = of.get("fields")
    found = _listed(listed) if isinstance(listed, list) else _flat(of, "", DEEPEST)
    fields = [
        FormField(
            label=truncate.at_word(label, LONGEST_LABEL) or "a field",
            value=truncate.at_word(value, LONGEST_VALUE),
        )
        for label, value in _first(found)
    ]
    form = truncate.at_word(named or name, LONGEST_NAME) or "a form"
    return AdaInput(form=form, fields=tuple(fields), newsletter=newsletter)


def words_of(told: Body) -> str:
    """The words of a request: `text`, also within `data`."""
    data = told.get("data")
    inner = data.get("text") if isinstance(data, dict) else ""
    return _clean(told.get("text") or inner or "").strip()


def _first(found: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for number, one in enumerate(found):
        if number >= MOST_FIELDS:
            return
        yield one


def _listed(fields: list[Any]) -> Iterator[tuple[str, str]]:
    """Fields with labels, as Tally has them; a choice is named by its options."""
    for field in fields:
        if not isinstance(field, dict):
            continue
        names = {
            str(one.get("id")): _clean(one.get("text"))
            for one in _dicts(field.get("options"))
        }
        label = _clean(field.get("label") or field.get("key") or "")
        yield label, _said(field.get("value"), names)


def _flat(of: Body, before: str, deep: int) -> Iterator[tuple[str, str]]:
    """Every value, under the names on the way to it."""
    for name, value in of.items():
        if name in _NOT_FIELDS:
            continue
        label = f"{before}{_clean(name)}"
        if isinstance(value, dict) and deep > 1:
            yield from _flat(value, f"{label} ", deep - 1)
        else:
            yield label, _said(value, {})


def _said(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return ", ".join(_said(one, names) for one in value[:MOST_FIELDS])
    if isinstance(value, dict):
        kept = value.get("url") or value.get("name") or value.get("text")
        return _clean(kept if isinstance(kept, str) else json.dumps(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    told = _clean(value)
    return names.get(told, told)


def _dicts(value: Any) -> list[dict[str, Any]]:
    found = value if isinstance(value, list) else []
    return [one for one in found[:500] if isinstance(one, dict)]


def _clean(value: Any) -> str:
    """As text that a database takes."""
    text = "" if value is None else value if isinstance(value, str) else str(value)
    return sound(text).replace("\x00", "")
