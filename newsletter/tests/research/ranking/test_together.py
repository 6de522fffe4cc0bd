import pytest

from newsletter.research.ranking.feedback import FEWEST_TEXTS
from newsletter.research.ranking.learning import Example, train
from newsletter.research.ranking.select import is_mixed, rank, shortlist
from newsletter.research.ranking.strength import LEARNED, SHARED
from newsletter.research.ranking.strength import NEAR as NEAR_IT
from newsletter.tests.research.ranking.test_scoring import make_launch, make_paper

PROFILE = "LLM agents, tool use, agent memory"
NEAR = (
    "LLM agents use tools and keep an agent memory. Their trajectories are rolled out "
    "in a sandbox, with verifiable rewards for each trajectory. "
) * 3
COUSIN = "Trajectories are rolled out in a sandbox, with verifiable rewards. " * 4
FAR = "Rainfall over mountains is measured by satellites in spring. " * 6


def make_week():
    near = [make_paper(id=f"near{n}", title="Agents", summary=NEAR) for n in range(8)]
    far = [
        make_paper(id=f"far{n}", title="Rain", summary=FAR) for n in range(FEWEST_TEXTS)
    ]
    cousin = make_paper(id="cousin", title="Rewards", summary=COUSIN)
    return [*near, *far, cousin]


def test_what_the_nearest_papers_share_counts_for_one_without_the_profiles_words():
    ranked = rank(make_week(), PROFILE)

    assert [story.id for _, story in ranked][8] == "cousin"
    assert {story.id: story for _, story in ranked}["cousin"].signals[SHARED] > 0


@pytest.mark.parametrize(
    ("profile", "is_in_the_field"), [(PROFILE, True), ("Rockets, comets, tools", False)]
)
def test_far_from_the_field_what_papers_share_counts_for_none_that_is_not_near(
    profile, is_in_the_field
):
    ranked = rank(make_week(), profile)

    [(strength, cousin)] = [one for one in ranked if one[1].id == "cousin"]
    assert cousin.signals[SHARED] > 8
    assert (strength > 8) is is_in_the_field


def test_in_a_few_papers_nothing_stands_out():
    ranked = rank(make_week()[:20], PROFILE)

    assert not any(SHARED in story.signals for _, story in ranked)


def test_launches_are_not_read_together():
    launches = [
        make_launch(id=f"https://lab.example/{n}") for n in range(FEWEST_TEXTS + 1)
    ]

    assert not any(SHARED in story.signals for _, story in rank(launches, PROFILE))


def test_what_was_learned_moves_a_story_and_says_by_which_words():
    learned = train([Example("Rain", FAR, is_wanted=True)] * 8)

    best = shortlist(make_week(), PROFILE, 1, learned)[0]
    rain = next(
        story
        for _, story in rank(make_week(), PROFILE, learned)
        if story.title == "Rain"
    )

    assert best.title == "Agents"
    assert rain.signals[LEARNED] > 0
    assert rain.learned


def test_a_neutral_model_leaves_no_trace():
    assert not any(LEARNED in story.signals for _, story in rank(make_week(), PROFILE))


def test_what_a_whole_week_says_makes_no_story_near_to_a_profile_in_its_language():
    profile = "Salud, hospitales y vacunas en Chile."
    said = "El alcalde de Vale abrió el puente en Chile esta mañana. " * 9
    week = [
        make_launch(id=f"https://vale.example/{n}", title="El puente", summary=said)
        for n in range(99)
    ]
    ward = make_launch(id="ward", title="Vacunas en dos hospitales", summary=said)

    beside = {
        story.id: story.signals[NEAR_IT] for _, story in rank([*week, ward], profile)
    }

    assert beside["ward"] > 10.5 > beside["https://vale.example/0"]
    assert all(NEAR_IT in one.signals for _, one in rank(week[:40], profile))
    assert not any(NEAR_IT in one.signals for _, one in rank(week[:39], profile))
    assert is_mixed([story for _, story in rank([*week, ward], profile)], profile)
