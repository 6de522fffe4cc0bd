import pytest

from agents.assistants.platforms import LIMITS, MOST_BYTES, fits, length
from agents.registry.schemas import Platform

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("platform", "text", "counted"),
    [
        (Platform.X, "a" * 280, 280),
        (Platform.X, "漢" * 140, 280),
        (Platform.X, FAMILY, 2),
        (Platform.X, "see https://example.com/" + "x" * 200, 27),
        (Platform.X, "cafe\u0301", 4),
        (Platform.MASTODON, FAMILY, 1),
        (Platform.MASTODON, "see https://example.com/" + "x" * 200, 27),
        (Platform.BLUESKY, FAMILY * 3, 3),
        (Platform.BLUESKY, "https://example.com/", 20),
        (Platform.LINKEDIN, "a👍", 3),
        (Platform.SUBSTACK, "abc", 3),
    ],
)
def test_a_post_is_counted_as_the_platform_counts_it(platform, text, counted):
    assert length(platform, text) == counted


@pytest.mark.parametrize("platform", Platform)
def test_the_limit_itself_fits_and_one_more_does_not(platform):
    most = LIMITS[platform].most

    assert fits(platform, "a" * most)
    assert not fits(platform, "a" * (most + 1))


def test_bluesky_counts_bytes_besides():
    assert not fits(Platform.BLUESKY, FAMILY * (MOST_BYTES // len(FAMILY.encode()) + 1))
