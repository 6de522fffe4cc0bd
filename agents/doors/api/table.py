"""The API put together: its addresses, how errors are told, its OpenAPI document."""

from functools import partial
from typing import Any

import structlog
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from agents.doors import problems
from agents.doors.api import agents, newsletters, readers, requests, sessions, stories
from agents.doors.api.access import Key, nobody
from agents.doors.api.answering import answered
from agents.doors.problems import Problem
from agents.engine.steering import NotPossible
from agents.workflows.table import UnknownWorkflow

logger = structlog.get_logger(__name__)

VERSION = "1"
_IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": "The same request under the same key is done once and answered "
    "again, for 24 hours.",
}
_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What happened, and what to do."},
        "scope": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["at", "says"],
                "properties": {
                    "at": {"type": "array", "items": {"type": "string"}},
                    "says": {"type": "string"},
                },
            },
        },
    },
}


class CruxAPI(NinjaAPI):
    """With what all addresses share told in the document too."""

    def get_openapi_schema(self, **arguments: Any) -> Any:
        told = super().get_openapi_schema(**arguments)
        told["components"]["schemas"]["Problem"] = _PROBLEM
        told["components"]["securitySchemes"] = {
            "key": {"type": "http", "scheme": "bearer", "bearerFormat": "crux_…"}
        }
        scopes = self._scopes()
        for path in told["paths"].values():
            for method, operation in path.items():
                _tell(method, operation, scopes.get(operation["operationId"]))
        return told

    def _scopes(self) -> dict[str, str]:
        """The scope that each operation takes, by its id."""
        return {
            str(operation.operation_id): auth.scope
            for bound in self._get_bound_routers()
            for view in bound.path_operations.values()
            for operation in view.operations
            for auth in operation.auth_callbacks
            if isinstance(auth, Key)
        }


def _tell(method: str, operation: dict[str, Any], scope: str | None) -> None:
    problem = {
        "description": "A problem (RFC 9457)",
        "content": {
            problems.CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}
        },
    }
    answers = operation["responses"]
    operation["responses"] = {str(code): told for code, told in answers.items()}
    operation["responses"] |= {"4XX": problem, "5XX": problem}
    operation.pop("security", None)
    if scope:
        operation["security"] = [{"key": [scope]}]
        operation["x-scope"] = scope
    if method == "get" and "200" in operation["responses"]:
        operation["responses"]["304"] = {"description": "As If-None-Match has it"}
    if method == "post":
        operation["parameters"] = [*operation["parameters"], _IDEMPOTENCY]


api = CruxAPI(
    title="Crux",
    version=VERSION,
    description="Newsletters that prove every sentence, and how they get made.",
    auth=nobody,
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
for _module in (newsletters, sessions, stories, readers, agents, requests):
    api.add_router("", _module.router)


def _problem(_: HttpRequest, error: Any) -> HttpResponse:
    return error.response()  # type: ignore[no-any-return]


def _invalid(_: HttpRequest, error: Any) -> HttpResponse:
    return problems.invalid(error.errors).response()


def _http_error(_: HttpRequest, error: Any) -> HttpResponse:
    return problems.of_status(error.status_code).response()


def _conflict(_: HttpRequest, error: Any) -> HttpResponse:
    return Problem("conflict", str(error)).response()


def _bare(kind: str, _: HttpRequest, __: Any) -> HttpResponse:
    return Problem(kind).response()


def _fault(request: HttpRequest, error: Any) -> HttpResponse:
    logger.error("api_fault", path=request.path_info, exc_info=error)
    is_away = isinstance(error, DatabaseError)
    return Problem("away" if is_away else "our-fault").response()


api.add_exception_handler(Problem, _problem)
for _refusal in (NotPossible, UnknownWorkflow):
    api.add_exception_handler(_refusal, _conflict)
api.add_exception_handler(ValidationError, _invalid)
api.add_exception_handler(HttpError, _http_error)
api.add_exception_handler(AuthenticationError, partial(_bare, "no-key"))
api.add_exception_handler(Http404, partial(_bare, "not-found"))
api.add_exception_handler(RequestDataTooBig, partial(_bare, "too-large"))
api.add_exception_handler(Exception, _fault)


def urls() -> list[URLPattern]:
    """The addresses, each as `answered` answers."""
    patterns, _, _ = api.urls
    return [
        URLPattern(one.pattern, answered(one.callback), one.default_args, one.name)
        for one in patterns
        if isinstance(one, URLPattern)
    ]
