"""How the form of a newsletter is laid out: what belongs together, and one line on why."""

from typing import Any

from agents.desk.newsletter_form import RANGES, names_of

FOLDED = ("collapse",)


def _part(
    title: str, about: str, *fields: str, folded: bool = False
) -> tuple[str, dict[str, Any]]:
    shown: dict[str, Any] = {"fields": fields, "description": about}
    return title, shown | ({"classes": FOLDED} if folded else {})


def of_newsletter(*, is_new: bool, has_unknown: bool = False) -> list[Any]:
    """The parts of the form; of a new newsletter all but the first is folded."""
    unknown = ("rubric_unknown",) if has_unknown else ()
    return [
        _part(
            "What it is",
            "A title and a profile are enough to begin with, or a title and interests.",
            *("title", "slug", "profile", *names_of("general_interest")),
            *("topics", "language", "tagline", "interests"),
        ),
        _part(
            "When",
            "On this day a session begins and its issue goes out. One that is not "
            "active begins none by itself.",
            *("is_active", "weekday", "send_at", "timezone", "workflow"),
            folded=is_new,
        ),
        _part(
            "Where it looks",
            "Its own outlets stand on their own page, “Outlets”.",
            "shared_outlets",
            folded=is_new,
        ),
        _part(
            "How it sounds",
            "Its manner, with sentences that sound so, and words it never says.",
            *("tone", "rubric_banned"),
            folded=is_new,
        ),
        _part(
            "How much",
            "How many stories, how long they are, and whether with their pictures.",
            *names_of("published_launches", "published_papers", "fewest_stories"),
            *names_of(*RANGES, "least_words_quoting", "most_words", "most_views"),
            *names_of("deeper_links"),
            "shows_pictures",
            folded=is_new,
        ),
        _part(
            "How good, and how new",
            "What a story has to reach, and how far back research looks.",
            *names_of("relevance_floor", "depth_floor", "novelty_floor", "total_floor"),
            *names_of("researched_launches", "researched_papers"),
            *names_of("window_days", "wider_window_days", "remembered_issues"),
            folded=is_new,
        ),
        _part(
            "What must hold",
            "What each outcome of a link or a quote means for a draft: pass says "
            "nothing, warn tells it, fail sends the draft back.",
            *("when_links_fail", *names_of("quoted_sentences", "quoted_words")),
            *names_of("link_policy"),
            *unknown,
            folded=not has_unknown,
        ),
        _part(
            "Who decides",
            "Whether an issue waits for a person before it goes out, and a story before an "
            "issue may tell it.",
            *("approval", "approval_hours", "when_undecided", "reviews_stories"),
            folded=is_new,
        ),
        _part(
            "Letters",
            "Who they come from; manage.py doctor tells whether that domain is set up.",
            *("sender_name", "sender_address", "subscriber_cap"),
            folded=is_new,
        ),
    ]
