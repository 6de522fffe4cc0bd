"""How the form of a newsletter is laid out: what belongs together, and one line on why."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib.admin.utils import flatten

from agents.desk.newsletter_form import PLACES, RANGES, SHARES, names_of, rulings_of
from newsletter.standards.outcomes import Outcome, Support

FOLDED = ("collapse",)


def _part(
    title: str, about: str, *fields: Any, stored: Mapping[str, Any], folded: bool
) -> tuple[str, dict[str, Any]]:
    """One part of the form; one that is folded says how much in it was set by hand."""
    set_here = sum(_is_set(name, stored) for name in flatten(list(fields)))
    told = f"{title} ({set_here} set)" if folded and set_here else title
    shown: dict[str, Any] = {"fields": fields, "description": about}
    return told, shown | ({"classes": FOLDED} if folded else {})


def _is_set(name: str, stored: Mapping[str, Any]) -> bool:
    *above, last = PLACES[name][0] if name in PLACES else (name,)
    for key in above:
        stored = stored.get(key) or {}
    return name in PLACES and last in stored


def _ranges(*keys: str) -> tuple[tuple[str, ...], ...]:
    """Least and most of each beside one another."""
    return tuple(names_of(key) for key in keys)


def of_newsletter(
    stored: Mapping[str, Any], *, is_new: bool, has_unknown: bool = False
) -> list[Any]:
    """The parts of the form, by its stored rubric: what is changed most stands first.

    Of a new newsletter all but the first is folded; of any, what is seldom set.
    """
    unknown = ("rubric_unknown",) if has_unknown else ()
    first = partial(_part, stored=stored, folded=is_new)
    seldom = partial(_part, stored=stored, folded=True)
    policy = stored.get("link_policy")
    return [
        _part(
            "What it is",
            "A title and a profile are enough to begin with, or a title and interests.",
            *("title", "slug", "tagline", "profile", "topics"),
            *(*names_of("general_interest"), "language", "interests"),
            stored=stored,
            folded=False,
        ),
        first(
            "When it comes out",
            "On this day a session begins and its issue goes out. One that is not "
            "active begins none by itself.",
            *("is_active", ("weekday", "send_at", "timezone")),
        ),
        first(
            "How many stories",
            "At most, in an issue. How long they are is set further below.",
            names_of("published_launches", "published_papers", "fewest_stories"),
            *names_of("deeper_links"),
            "shows_pictures",
        ),
        first(
            "Who decides",
            "Whether an issue waits for a person before it goes out, and a story before an "
            "issue may tell it.",
            ("approval", "approval_hours", "when_undecided"),
            "reviews_stories",
        ),
        seldom(
            "Where it looks",
            "Its own outlets stand on their own page, “Outlets”.",
            "shared_outlets",
        ),
        seldom(
            "Letters",
            "Who they come from; manage.py doctor tells whether that domain is set up.",
            *(("sender_name", "sender_address"), "subscriber_cap"),
        ),
        seldom(
            "How it looks",
            "Its colour, and what the menu of its pages holds.",
            *("accent", "shows_sessions"),
        ),
        seldom(
            "How it sounds",
            "Its manner, with sentences that sound so, and words it never says.",
            *("tone", "rubric_banned", *names_of("most_views")),
        ),
        seldom(
            "How long",
            "How many words a story has, and an issue.",
            *_ranges(*RANGES),
            names_of("least_words_quoting", "most_words"),
        ),
        seldom(
            "How good, and how new",
            "What a story has to reach, how far back research looks, and by which workflow.",
            names_of("relevance_floor", "depth_floor", "novelty_floor", "total_floor"),
            names_of("researched_launches", "researched_papers"),
            names_of("window_days", "wider_window_days", "remembered_issues"),
            "workflow",
        ),
        _part(
            "What must hold: links",
            f"{_RULINGS} And what becomes of an issue that cannot be mended.",
            *("when_links_fail", *rulings_of(Outcome, policy)),
            tuple(f"rubric_link_policy_{name}" for name in SHARES),
            *unknown,
            stored=stored,
            folded=not has_unknown,
        ),
        seldom(
            "What must hold: sentences",
            _RULINGS,
            *rulings_of(Support, policy),
            names_of("quoted_sentences", "quoted_words"),
        ),
    ]


_RULINGS = (
    "What each finding means for a draft: pass says nothing, warn tells it, fail sends the "
    "draft back."
)
