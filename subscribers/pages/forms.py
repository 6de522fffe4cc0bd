"""Form parsing and validation of what pages and programs send, whatever it claims."""

import json
from typing import Annotated, Any, Literal, Self

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from newsletter.drafts.edition import Length

# No database takes a NUL.
Text = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00]*$")]
LARGEST_BODY = 10_000


class BadForm(ValueError):
    """What was sent is not what the page or the documentation asks for."""


class Form(BaseModel):
    """What else a page or a client sends is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @classmethod
    def read(cls, values: dict[str, Any]) -> Self:
        """The form in `values`; raises BadForm."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise BadForm(BadForm.__doc__) from error


class SignUpForm(Form):
    """A sign-up."""

    email: Text
    # The slug; empty where there is only one newsletter.
    newsletter: Text = ""
    # When the form was shown, signed.
    stamp: Text = ""
    # Hidden from people: only a robot fills it in.
    website: Text = ""


class PreferencesForm(Form):
    """How often, what comes first, what less, and how long."""

    # Nothing is assumed: a program that posts something else has chosen nothing.
    pace: Literal["weekly", "paused"]
    less_of: list[Text] = []
    first: list[Text] = []
    # Pages that were opened before there was a choice do not send it.
    length: Length = Length.WHOLE

    @property
    def is_paused(self) -> bool:
        return self.pace == "paused"


def posted(request: HttpRequest) -> dict[str, Any]:
    """The fields of a form; each has its last value. Raises BadForm."""
    try:
        return request.POST.dict()
    except (
        BadRequest,
        MultiPartParserError,
        SuspiciousOperation,
        UnreadablePostError,
    ) as error:
        raise BadForm(BadForm.__doc__) from error


def posted_or_json(request: HttpRequest) -> dict[str, Any]:
    """The fields of a form or of a JSON object; raises BadForm."""
    if request.content_type != "application/json":
        return posted(request)
    if int(request.headers.get("Content-Length") or 0) > LARGEST_BODY:
        raise BadForm(BadForm.__doc__)
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError, UnreadablePostError) as error:
        raise BadForm(BadForm.__doc__) from error
    if not isinstance(body, dict):
        raise BadForm(BadForm.__doc__)
    return body
