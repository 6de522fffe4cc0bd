"""Leads by rare words are the leads that comparing each with each would find."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.research.outlets import leads
from newsletter.research.outlets.leads import face_first, leads_of
from newsletter.research.outlets.merge import merge
from newsletter.research.story import Kind, Story
from newsletter.testing.examples import examples

DAY = date(2025, 8, 5)
WORDS = ["introducing", "gpt", "oss", "5", "v4.1", "claude", "opus", "cli", "the",
         "agents", "kernel", "fast", "open", "weights", "for", "phones"]  # fmt: skip


def make_story(number: int, title: str, prior: float, days: int | None) -> Story:
    return Story(
        id=f"https://lab.test/{number}",
        kind=Kind.LAUNCH,
        title=title,
        url=f"https://lab.test/{number}",
        publisher="Lab",
        published=None if days is None else DAY + timedelta(days=days),
        prior=prior,
    )


TOLD = st.tuples(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join),
    st.sampled_from([0.1, 0.5, 0.9]),
    st.sampled_from([None, 0, 5, 9]),
)


def compared_with_each(faces: list[Story]) -> dict[str, str]:
    titled = leads._titled(faces)
    found = {}
    for face in titled:
        others = [
            other
            for other in titled
            if other is not face and leads._is_near(face.story, other.story)
        ]
        if lead := leads._lead_of(face, others):
            found[face.story.id] = lead.story.id
    return found


@settings(max_examples=examples(100))
@given(st.lists(TOLD, max_size=14))
def test_the_leads_are_those_of_comparing_each_with_each(told):
    faces = sorted(
        (make_story(number, *one) for number, one in enumerate(told)), key=face_first
    )

    found = {story.id: lead.id for story, lead in leads_of(faces)}

    assert found == compared_with_each(faces)


def test_like_titles_are_not_compared_each_with_each(monkeypatch):
    monkeypatch.setattr(leads, "MOST_COMPARED", 5)
    compared = []
    same = leads.is_same_title
    monkeypatch.setattr(
        leads, "is_same_title", lambda *two: compared.append(two) or same(*two)
    )
    stories = [
        make_story(n, f"Our kettle boils water faster for everyone word{n:04}x", 0.5, 0)
        for n in range(100)
    ]

    merged = merge(stories)

    assert len(compared) < len(stories) * 4 * 5
    assert len(merged) == 1


def test_long_titles_of_a_few_words_are_not_compared_each_with_each(monkeypatch):
    looked = []
    monkeypatch.setattr(leads, "_is_near", lambda *two: looked.append(two))
    stories = [
        make_story(n, " ".join(f"w{(n * 7 + k * k) % 200}" for k in range(80)), 0.5, 0)
        for n in range(600)
    ]

    merge(stories)

    # Of 359,400 pairs; the last word that is looked up may bring as many again.
    assert len(looked) < len(stories) * 2 * leads._MOST_LIKE
