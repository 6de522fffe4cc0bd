"""What a brain's usage costs: a dated table of list prices, exact to the cent."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agents.brains.base import Usage

# Dollars per million tokens, as listed on the day below.
AS_OF = date(2026, 11, 1)
MILLION = Decimal(1_000_000)
DOLLARS_PER_SEARCH = Decimal("0.01")
DOLLARS_PER_RUNNING_HOUR = Decimal("0.08")


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens: read, written, read from and written to the cache."""

    input: Decimal
    output: Decimal
    cache_read: Decimal
    cache_write: Decimal


def _price(input_: str, output: str) -> Price:
    """Cache reads cost a tenth of reading and five-minute cache writes five quarters."""
    read = Decimal(input_)
    return Price(read, Decimal(output), read / 10, read * 5 / 4)


PRICES: dict[str, Price] = {
    "claude-haiku-5-5": _price("0.10", "0.50"),
    "claude-sonnet-5-5": _price("2", "10"),
    "claude-opus-5-5": _price("4", "20"),
    "claude-fable-5-1": _price("10", "50"),
}


def dollars(usage: Usage) -> Decimal:
    """The list price of `usage`; a model without a price costs what is known of it."""
    extras = (
        usage.web_searches * DOLLARS_PER_SEARCH
        + Decimal(str(usage.running_seconds)) / 3600 * DOLLARS_PER_RUNNING_HOUR
    )
    price = PRICES.get(usage.model)
    if price is None:
        return extras
    tokens = (
        usage.input_tokens * price.input
        + usage.output_tokens * price.output
        + usage.cache_read_tokens * price.cache_read
        + usage.cache_write_tokens * price.cache_write
    )
    return tokens / MILLION + extras
