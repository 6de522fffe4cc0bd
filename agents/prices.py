"""What the models' work costs: a dated table of list prices, exact to the cent. Pure."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Self

# Whose key each brain that is a model uses; brains that are not here, rules, use none.
PROVIDERS = {"managed": "anthropic", "messages": "anthropic"}
# Dollars per million tokens as listed on the day below, each model's page at
# https://platform.claude.com/docs/en/models.
AS_OF = date(2026, 11, 1)
MILLION = Decimal(1_000_000)
DOLLARS_PER_SEARCH = Decimal("0.01")
DOLLARS_PER_RUNNING_HOUR = Decimal("0.08")
# What a search's results add to the prompt, roughly: only for estimates beforehand.
TOKENS_PER_SEARCH = 5_000


@dataclass(frozen=True, slots=True)
class Tokens:
    """What one request to a model is charged for; a cache is written for 5 or 60 minutes."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    cache_write_hour: int = 0

    @property
    def prompt(self) -> int:
        """All that the model was given, from a cache or not."""
        return self.input + self.cache_read + self.cache_write + self.cache_write_hour

    def minus(self, other: Self) -> "Tokens":
        """What is left of these beyond `other`, never less than nothing."""
        return Tokens(
            input=max(0, self.input - other.input),
            output=max(0, self.output - other.output),
            cache_read=max(0, self.cache_read - other.cache_read),
            cache_write=max(0, self.cache_write - other.cache_write),
            cache_write_hour=max(0, self.cache_write_hour - other.cache_write_hour),
        )

    def plus(self, other: Self) -> "Tokens":
        return Tokens(
            input=self.input + other.input,
            output=self.output + other.output,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
            cache_write_hour=self.cache_write_hour + other.cache_write_hour,
        )


NOTHING = Tokens()


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens: read, written, read from and written to the cache."""

    input: Decimal
    output: Decimal
    cache_read: Decimal
    cache_write: Decimal
    cache_write_hour: Decimal

    def of(self, tokens: Tokens) -> Decimal:
        total = (
            tokens.input * self.input
            + tokens.output * self.output
            + tokens.cache_read * self.cache_read
            + tokens.cache_write * self.cache_write
            + tokens.cache_write_hour * self.cache_write_hour
        )
        return total / MILLION


@dataclass(frozen=True, slots=True)
class Listing:
    """A model's price, and its other one for a request whose prompt is long."""

    price: Price
    long_prompt: int | None = None
    long_price: Price | None = None

    def price_of(self, prompt_tokens: int) -> Price:
        if self.long_prompt and self.long_price and prompt_tokens > self.long_prompt:
            return self.long_price
        return self.price


def _price(input_: str, output: str, cache_read: str) -> Price:
    """Cache writes cost five quarters of reading for 5 minutes, twice as much for 60."""
    read = Decimal(input_)
    return Price(read, Decimal(output), Decimal(cache_read), read * 5 / 4, read * 2)


LISTINGS: dict[str, Listing] = {
    "claude-haiku-5-5": Listing(
        _price("0.10", "0.50", "0.01"),
        long_prompt=100_000,
        long_price=_price("0.50", "2.50", "0.05"),
    ),
    "claude-sonnet-5-5": Listing(_price("2", "10", "0.10")),
    "claude-opus-5-5": Listing(_price("4", "20", "0.20")),
    "claude-fable-5-1": Listing(_price("10", "50", "1.00")),
}
# The model that a budget steps down to.
SMALL = "claude-haiku-5-5"


def cost(model: str, tokens: Tokens) -> Decimal:
    """The list price of one request; a model without a listing costs nothing known."""
    listing = LISTINGS.get(model)
    return listing.price_of(tokens.prompt).of(tokens) if listing else Decimal(0)


def searches_cost(searches: int) -> Decimal:
    """The list price of server-side searches, the tokens they bring in apart."""
    return searches * DOLLARS_PER_SEARCH


def running_cost(seconds: float) -> Decimal:
    """The list price of the time that a remote session was running."""
    return Decimal(str(seconds)) / 3600 * DOLLARS_PER_RUNNING_HOUR


def in_cents(dollars: Decimal) -> int:
    """Whole cents, rounded down: a ceiling may never be exceeded by rounding."""
    return int(dollars * 100)
