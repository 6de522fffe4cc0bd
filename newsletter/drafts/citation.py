"""A claim of a draft with the quote that bears it. Pure."""

from pydantic import BaseModel, ConfigDict, Field


class CitedClaim(BaseModel):
    """One claim: the sentence as the draft has it, in plain text, and its evidence.

    `quote` stands word for word in the stored text whose hash is `source_sha256`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str = Field(min_length=1, max_length=2000)
    quote: str = Field(min_length=1, max_length=2000)
    url: str = Field(min_length=1, max_length=2000)
    source_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
