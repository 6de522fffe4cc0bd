"""The OpenAPI document, and a page of documentation made of it: no script, one sheet."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from agents.access.scopes import MEANS
from agents.doors import problems
from agents.doors.api.access import anybody
from agents.doors.api.answering import answered
from agents.doors.api.table import api

_REF = "#/components/schemas/"


class Field(NamedTuple):
    """A parameter, or a field of a body or an answer."""

    name: str
    kind: str
    note: str
    is_required: bool


class Address(NamedTuple):
    """One method of one address."""

    id: str
    group: str
    method: str
    path: str
    about: str
    scope: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    body_note: str
    status: str
    answer: tuple[Field, ...]
    answer_note: str


@cache
def _openapi() -> dict[str, Any]:
    found: dict[str, Any] = api.get_openapi_schema(path_prefix="api/v1/")
    return found


@answered
def openapi(request: HttpRequest) -> HttpResponse:
    """The document itself."""
    anybody(request)
    return JsonResponse(_openapi())


@answered
def page(request: HttpRequest) -> HttpResponse:
    """Every address, with what it takes and answers."""
    anybody(request)
    found = list(_addresses(_openapi()))
    order = list(dict.fromkeys(one.group for one in found))
    groups = [(name, [one for one in found if one.group == name]) for name in order]
    context = {
        "groups": groups,
        "scopes": MEANS.items(),
        "problems": [(one, _marked(one.todo)) for one in problems.KINDS.values()],
        "base": settings.BASE_URL,
        "limit": settings.API_REQUESTS_PER_HOUR,
        "limit_without_key": settings.API_REQUESTS_PER_HOUR_WITHOUT_KEY,
    }
    return render(request, "agents/api.html", context)


def _addresses(told: Mapping[str, Any]) -> Iterator[Address]:
    schemas = told["components"]["schemas"]
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            status, answer = _answer(operation)
            body = operation.get("requestBody", {}).get("content", {})
            yield Address(
                id=operation["operationId"],
                group=operation["tags"][0],
                method=method.upper(),
                path=path,
                about=_marked(operation.get("description", "")),
                scope=operation.get("x-scope", ""),
                parameters=tuple(map(_parameter, operation["parameters"])),
                body=tuple(_fields(_schema(body), schemas)),
                body_note=_note(_schema(body), schemas),
                status=status,
                answer=tuple(_fields(_schema(answer), schemas)),
                answer_note=_note(_schema(answer), schemas),
            )


def _answer(operation: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The status of what is answered where all is well, and its content."""
    status = next(iter(operation["responses"]))
    return status, operation["responses"][status].get("content", {})


def _schema(content: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = content.get("application/json", {}).get("schema", {})
    return found


def _note(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> SafeString:
    """What is to be said of an object as a whole."""
    name = str(schema.get("$ref", "")).removeprefix(_REF)
    return _marked(schemas[name].get("description", "") if name else "")


def _marked(text: str) -> SafeString:
    """Words between backticks as code, all else as it stands."""
    parts = text.split("`")
    return format_html_join(
        "",
        "{}",
        [
            (format_html("<code>{}</code>", part) if number % 2 else part,)
            for number, part in enumerate(parts)
        ],
    )


def _parameter(told: Mapping[str, Any]) -> Field:
    note = _marked(told.get("description", ""))
    return Field(told["name"], _kind(told["schema"]), note, told["required"])


def _fields(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[Field]:
    """The fields of an object; of a list of such objects theirs too, as `items[].name`."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].removeprefix(_REF)]
    required = schema.get("required", ())
    for name, told in schema.get("properties", {}).items():
        note = _marked(told.get("description", ""))
        yield Field(name, _kind(told), note, name in required)
        inner = told.get("items", {}).get("$ref")
        if inner and name == "items":
            for field in _fields({"$ref": inner}, schemas):
                yield field._replace(name=f"items[].{field.name}")


def _kind(schema: Mapping[str, Any]) -> str:
    """A schema in a word or two: `integer, 1 to 100`, `date-time or null`."""
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(_REF).removesuffix("Shape"))
    kind = str(schema.get("format") or schema.get("type", "anything"))
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    least, most = schema.get("minimum"), schema.get("maximum")
    return f"{kind}, {least} to {most}" if least is not None and most else kind
