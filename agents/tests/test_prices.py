from decimal import Decimal

from agents import prices
from agents.brains.base import Usage
from agents.prices import Tokens


def test_a_request_costs_what_each_kind_of_token_costs():
    tokens = Tokens(
        input=1_000_000,
        output=1_000_000,
        cache_read=1_000_000,
        cache_write=1_000_000,
        cache_write_hour=1_000_000,
    )

    assert prices.cost("claude-opus-5-5", tokens) == Decimal("37.20")


def test_a_long_prompt_has_its_own_price_by_request_not_in_all():
    short = Tokens(input=100_000)
    long = Tokens(input=100_001)

    assert prices.cost("claude-haiku-5-5", short) == Decimal("0.01")
    assert prices.cost("claude-haiku-5-5", long) == Decimal("0.0500005")


def test_the_cache_counts_as_prompt():
    long = Tokens(input=1, cache_read=100_000)

    assert prices.cost("claude-haiku-5-5", long) == Decimal("0.0050005")


def test_a_model_of_ones_own_costs_nothing_known():
    assert prices.cost("qwen3", Tokens(input=10**9)) == 0


def test_usage_adds_up_tokens_searches_and_running_time_to_the_cent():
    usage = Usage()
    usage.count("claude-opus-5-5", Tokens(input=250_000), searches=3)
    usage.count_running(1800)

    assert usage.dollars == Decimal("1.00") + Decimal("0.03") + Decimal("0.04")
    assert (usage.web_searches, usage.running_seconds) == (3, 1800)


def test_cents_are_rounded_down_so_that_no_ceiling_is_passed():
    assert prices.in_cents(Decimal("1.239")) == 123
