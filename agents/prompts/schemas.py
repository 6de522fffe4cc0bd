"""JSON schema in a few lines that a model reads at a glance: an event's shape. Pure.

Derived from `agents.events.schema`, so that a prompt cannot promise what the code refuses.
"""

import re
from typing import Any

from agents.events.completion import FILLED
from agents.events.schema import DATA, Kind

Schema = dict[str, Any]
# What code writes about itself; a prompt need not tell an agent of it.
BY_CODE = frozenset({"auto_inserted", "note", "draft_sha256", "corrections"})
NONE: frozenset[str] = frozenset()


def describe(kind: Kind) -> str:
    """The data of a kind, then each shape it is made of; `?` marks what may be left out.

    What code fills in from the tools' answers is not shown at all.
    """
    schema = DATA[kind].model_json_schema()
    shapes: Schema = schema.get("$defs", {})
    lines = [f"{kind} {_object(schema, shapes, hidden=_hidden(kind))}"]
    used = _used(lines[0], shapes)
    lines += [
        f"{name} {_object(shapes[name], shapes, hidden=FILLED.get(name, NONE))}"
        for name in used
    ]
    return "\n".join(lines)


def as_json_schema(kind: Kind) -> Schema:
    """The same as JSON schema for a tool's arguments, each shape written out in place.

    An API may not take `$defs`; and what code fills in may be given all the same.
    """
    schema = DATA[kind].model_json_schema()
    shapes: Schema = schema.pop("$defs", {})
    schema.pop("description", None)
    written: Schema = _inlined(_without(schema, _hidden(kind)), shapes)
    return written


def inlined(schema: Schema) -> Schema:
    """A schema with each shape that it names written out in its place."""
    shapes: Schema = schema.get("$defs", {})
    top = {key: member for key, member in schema.items() if key != "$defs"}
    written: Schema = _inlined(top, shapes)
    return written


def _without(schema: Schema, hidden: frozenset[str]) -> Schema:
    """A shape less what is hidden, which is not required then nor refused."""
    if not hidden & schema.get("properties", {}).keys():
        return schema
    shown = {key: schema[key] for key in schema if key != "additionalProperties"}
    shown["properties"] = {
        name: member
        for name, member in schema["properties"].items()
        if name not in hidden
    }
    shown["required"] = [
        name for name in schema.get("required", ()) if name not in hidden
    ]
    return shown


def _inlined(schema: Any, shapes: Schema) -> Any:
    match schema:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/")[2]
            shape = _without(shapes[name], FILLED.get(name, NONE))
            told = {key: shape[key] for key in shape if key != "description"}
            return _inlined(told, shapes)
        case dict():
            return {key: _inlined(member, shapes) for key, member in schema.items()}
        case list():
            return [_inlined(member, shapes) for member in schema]
        case _:
            return schema


def _used(text: str, shapes: Schema) -> list[str]:
    """The shapes that a text names, and those that they name, in that order."""
    named: list[str] = []
    for name, shape in shapes.items():
        if "properties" in shape and re.search(rf"\b{name}\b", text):
            named.append(name)
            inner = _object(shape, shapes, hidden=FILLED.get(name, NONE))
            named += [one for one in _used(inner, shapes) if one not in named]
    return named


def _hidden(kind: Kind) -> frozenset[str]:
    if kind is Kind.DRAFT_WRITTEN:
        return NONE
    return BY_CODE | FILLED["Researched"] | FILLED["CoveredTopics"]


def _object(schema: Schema, shapes: Schema, *, hidden: frozenset[str]) -> str:
    required = schema.get("required", ())
    members = [
        f"{name}{'' if name in required else '?'}: {_type(member, shapes)}"
        for name, member in schema["properties"].items()
        if name not in hidden
    ]
    return "{" + ", ".join(members) + "}"


def _type(schema: Schema, shapes: Schema) -> str:
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        shape = shapes[name]
        return name if "properties" in shape else _type(shape, shapes)
    if choices := schema.get("enum"):
        return " | ".join(f'"{choice}"' for choice in choices)
    if either := schema.get("anyOf"):
        return " | ".join(_type(one, shapes) for one in either)
    match schema.get("type"):
        case "array":
            most = _limits(schema, "minItems", "maxItems")
            return f"[{_type(schema['items'], shapes)}]{most}"
        case "object":
            values = schema.get("additionalProperties")
            inner = _type(values, shapes) if isinstance(values, dict) else "any"
            return f"{{name: {inner}}}"
        case "string":
            if schema.get("format") in {"date", "date-time"}:
                return str(schema["format"])
            if "pattern" in schema:
                return "hex"
            return f"text{_limits(schema, 'minLength', 'maxLength')}"
        case "integer" | "number" as name:
            return f"{name}{_limits(schema, 'minimum', 'maximum')}"
        case name:
            return str(name)


def _limits(schema: Schema, least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if low is not None and high is not None:
        return f"({low}-{high})"
    if high is not None:
        return f"(≤{high})"
    return f"(≥{low})" if low else ""
