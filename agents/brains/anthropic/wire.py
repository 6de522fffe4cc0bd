"""Wire shapes (DTOs) that both APIs share: what is read of an answer's JSON. Pure."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator


class Received(BaseModel):
    """What others send: what we do not know is left aside, what is null is absent."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: member for key, member in value.items() if member is not None}
        return value


class CacheCreation(Received):
    """Tokens written to the prompt cache, by how long they stay there."""

    ephemeral_5m_input_tokens: int = 0
    ephemeral_1h_input_tokens: int = 0


class ServerToolUse(Received):
    """How often the platform's own tools were used."""

    web_search_requests: int = 0
    web_fetch_requests: int = 0
