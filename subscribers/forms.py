"""What a sign-up sends, by form or as JSON: parsed at the door."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=1000)]


class SignUpForm(BaseModel):
    """A sign-up; what else a page or a client sends is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    email: Text
    # The slug; empty where there is only one newsletter.
    newsletter: Text = ""
    # When the form was shown, signed.
    stamp: Text = ""
    # Hidden from people: only a robot fills it in.
    website: Text = ""


class PreferencesForm(BaseModel):
    """How often, and what to see less of."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    pace: Text = "weekly"
    less_of: list[Text] = []

    @property
    def is_paused(self) -> bool:
        return self.pace == "paused"
