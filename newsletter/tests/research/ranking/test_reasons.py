import re
from dataclasses import fields
from datetime import date

import pytest

from newsletter.research.ranking.profile import default_profile, read
from newsletter.research.ranking.reasons import distinct, reasons_for
from newsletter.research.ranking.strength import (
    HACKER_NEWS,
    HUGGING_FACE,
    LEARNED,
    OTHER_OUTLETS,
)
from newsletter.research.story import Kind, Story, Telling
from newsletter.standards.furniture import languages
from newsletter.standards.reason_words import reason_words_of

PROFILE = read(
    "For engineers.\n\n## Tea\n- green tea, black tea\n- kettles and pots\n"
    "- steam engines\n\nLess of\n- coffee"
)


def make_story(**changes):
    given = {
        "id": "a",
        "kind": Kind.LAUNCH,
        "title": "Kettles and pots for green tea",
        "url": "https://lab.example/kettle",
        "publisher": "Lab",
        "summary": "Kettles and pots for green tea, green tea and kettles.",
    }
    return Story(**{**given, **changes})


def reasons(profile=PROFILE, **changes):
    story = make_story(**changes)
    return reasons_for(story, profile.nearness(story.title, story.summary))


def test_a_reason_names_one_whole_line_of_the_profile():
    assert reasons()[:2] == (
        "readers of this newsletter want “green tea, black tea”",
        "readers of this newsletter want “kettles and pots”",
    )


def test_what_readers_want_less_of_is_no_reason():
    assert not any("coffee" in one for one in reasons(title="Coffee", summary="coffee"))


def test_a_paragraph_is_named_by_its_phrase():
    prose = read("Our readers want green tea, steam engines, and whatever boils.")

    known = {"title": "Steam engines", "summary": "Steam engines of tin."}
    assert (
        reasons(prose, **known)[0] == "readers of this newsletter want “steam engines”"
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"signals": {HACKER_NEWS: 1234.0}},
            "it had 1,234 points on Hacker News when read",
        ),
        (
            {"signals": {HUGGING_FACE: 37.0}},
            "it had 37 upvotes on Hugging Face when read",
        ),
        (
            {"also": (Telling(publisher="Other", url="https://o.example"),)},
            "Other told it too",
        ),
        (
            {"also": (Telling(publisher="x", url="https://github.com/lab/kettle"),)},
            "its code is public, at lab/kettle on GitHub",
        ),
        (
            {"published": date(2025, 8, 5)},
            "Lab told it on 5 August, though little in it is what readers of this newsletter want",
        ),
        (
            {"signals": {HACKER_NEWS: 3.0}},
            "Lab told it, though little in it is what readers of this newsletter want",
        ),
    ],
)
def test_else_it_is_one_fact_of_the_story(changes, reason):
    plain = {"title": "Nothing", "summary": "Nothing of it.", "prior": 0.1}

    assert reasons(**{**plain, **changes})[0] == reason


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        (3.0, "Lab told it on 5 August, and 3 other outlets seem to tell it"),
        (1.0, "Lab told it on 5 August"),
    ],
)
def test_readers_who_want_all_miss_nothing_of_their_profile(others, reason):
    changes = {"published": date(2025, 8, 5), "signals": {OTHER_OUTLETS: others}}
    plain = {"title": "Nothing", "summary": "Nothing of it.", "prior": 0.1}
    everyone = read("- green tea", want_all=True)

    assert reasons(everyone, **plain, **changes)[0] == reason


def test_no_two_stories_are_picked_for_the_same_reason_if_there_is_another():
    assert distinct([["a", "b"], ["a", "c"], ["a"], ["b", "a"]]) == ["a", "c", "a", "b"]


def test_where_each_reason_is_taken_two_together_tell_a_story_from_the_others():
    said = distinct([["a", "b"], ["a", "b"], ["a", "b"]])

    assert said == ["a", "b", "a, and b"]


def test_who_published_it_is_a_reason_in_the_field_that_outlets_are_ranked_for():
    plain = {"title": "Nothing", "summary": "Nothing of it.", "prior": 0.7}

    near = reasons(read(default_profile()), **plain)

    assert near[0] == "Lab ranks high among the sources"
    assert not any("ranks high" in one for one in reasons(**plain))


def test_far_from_the_field_a_phrase_is_named_where_it_stands_together():
    profile = read("War, peace talks, Iran, oil prices")

    said = reasons(
        profile, title="Iran", summary="Talks of peace. Prices of oil. Iran."
    )

    assert said[0] == "readers of this newsletter want “Iran”"
    assert not any("talks" in one or "prices" in one for one in said)


ENGINEERS = read(default_profile())


@pytest.mark.parametrize(
    ("title", "text", "line", "is_borne"),
    [
        (
            "A survey of verifiers",
            "Serving as judges, LLM verifiers rank.",
            "KV",
            False,
        ),
        ("Serving models", "LLM inference is cheap.", "KV cache", True),
        (
            "Reasoning on code",
            "An LLM reads code. Some agents do.",
            "LLM agents",
            False,
        ),
        ("LLM agents that read code", "They read it.", "LLM agents", True),
        ("A planner", "Planning is hard: planning takes time.", "orchestration", True),
        ("A planner", "It is hard, and planning takes time.", "orchestration", False),
    ],
)
def test_a_line_is_claimed_only_where_the_story_bears_it_out(
    title, text, line, is_borne
):
    near = ENGINEERS.nearness(title, text)

    assert any(line in one.line for one in near.claims) is is_borne


@pytest.mark.parametrize(
    ("profile", "titles"),
    [
        (
            "Nos lecteurs suivent : les tramways, le vélo, les pistes cyclables.",
            [f"Un tramway de plus à {city}" for city in ("Lille", "Lyon", "Nice")],
        ),
        (
            "- Straßenbahn, Radwege\n- Wärmepumpen\n\nKeine Promis.",
            [f"Neue Straßenbahn in {city}" for city in ("Ulm", "Köln", "Bonn")],
        ),
        (
            "- 自転車、歩行者の安全\n- 再生可能エネルギー",
            [f"{city}、自転車専用レーンを拡大へ" for city in ("東京", "大阪", "京都")],
        ),
        ("Gardening", ["Council meets", "Mayor resigns", "Port reopens"]),
    ],
)
def test_stories_of_one_subject_are_picked_for_reasons_that_differ(profile, titles):
    read_ = read(profile)
    stories = [
        make_story(
            title=title, summary=f"{title}.", prior=0.1, published=date(2025, 8, 5)
        )
        for title in titles * 2
    ]

    whys = distinct(
        reasons_for(one, read_.nearness(one.title, one.summary)) for one in stories[:3]
    )

    assert len(set(whys)) == 3
    assert not any("published it on" in why for why in whys)


def test_the_words_of_a_phrase_that_stand_apart_are_each_told_of():
    laws = read("- laws on AI\n- copyright suits\n- chips")

    cut = "By law it tells of 4,000 layoffs. AI is to blame, says the AI office."
    assert not laws.nearness("Record revenue", cut).claims
    assert laws.nearness("A law on AI", cut).claims[0].line == "laws on AI"


def test_words_of_the_profile_are_told_as_the_title_has_them():
    german = reasons(
        read("Straßenbahn und Radwege, Wärmepumpen, Balkonkraftwerke"),
        title="Radwege, Ampeln",
        summary="",
        prior=0.1,
    )
    japanese = reasons(
        read("再生可能エネルギーの普及を知りたい読者"),
        title="再生可能エネルギーの入札",
        summary="",
        prior=0.1,
    )

    assert "its title has “Radwege”, which readers of this newsletter want" in german
    assert (
        "its title has “再生可能エネルギーの”, which readers of this newsletter want"
        in japanese
    )


def test_another_form_of_a_word_is_told_as_akin_to_it():
    dutch = reasons(
        read("Over trams, fietspaden en de warmtepompen van bewoners"),
        title="Warmtepomp en fietspad",
        summary="",
        prior=0.1,
    )

    akin = "its title has “fietspad” and “Warmtepomp”, akin to what readers of this newsletter want"
    assert akin in dutch


@pytest.mark.parametrize(
    ("title", "fact"),
    [
        ("Vivaldi 8.0", "it tells of version 8.0, the first release of its line"),
        ("Release v2.0.0", "it tells of version 2.0.0, the first release of its line"),
        (
            "Ruby 4.0.0 Released",
            "it tells of version 4.0.0, the first release of its line",
        ),
        ("Platform Kettles 2.0 Mitigate Risks", "it tells of version 2.0"),
        ("OpenAI releases GPT-5.5", "it tells of version 5.5"),
        ("Kettle 2.0 rc1", "it tells of version 2.0"),
        ("Amazon used 2.5 billion gallons", None),
        ("Startup raises $7.3M", None),
        ("Shares of Acme 6.5% up", None),
        ("Acme 2.5 Billion short", None),
    ],
)
def test_a_version_is_told_where_the_title_names_one(title, fact):
    said = reasons(ENGINEERS, title=title, summary="", prior=0.1)

    assert [one for one in said if "version" in one] == ([fact] if fact else [])


def test_an_issue_of_a_repository_is_not_its_code():
    for path, is_code in (("", True), ("/releases/tag/v1", True), ("/issues/7", False)):
        said = reasons(url=f"https://github.com/lab/kettle{path}")
        assert any("code is public" in one for one in said) is is_code


@pytest.mark.parametrize("language", languages())
def test_a_reason_is_told_in_the_newsletters_own_language(language):
    """Every one that there is: what a language tells as English does is a name."""
    rich = make_story(
        title="Kettles and pots 2.0 for green tea",
        learned=("kettles", "pots"),
        signals={LEARNED: 2.0, HACKER_NEWS: 1234.0, HUGGING_FACE: 37.0},
        also=(
            Telling(publisher="Other", url="https://o.example"),
            Telling(publisher="x", url="https://github.com/lab/kettle"),
        ),
        prior=0.9,
        published=date(2025, 8, 5),
    )
    poor = make_story(title="Nothing", summary="Nothing of it.", prior=0.1)
    engineers = read(default_profile())
    near = engineers.nearness("A survey of verifiers", "Serving LLM agents, agents.")
    said, english = (
        [
            *reasons_for(rich, PROFILE.nearness(rich.title, rich.summary), code),
            *reasons_for(rich, near, code),
            *reasons_for(poor, PROFILE.nearness(poor.title, poor.summary), code),
            distinct([["a"], ["a"], ["a", "b"], ["a", "b"]], code)[-1],
        ]
        for code in (language, "en")
    )

    assert len(said) == len(english)
    assert not any("{" in one or "}" in one for one in said)
    assert (set(said) & set(english) == set()) is (language != "en")


@pytest.mark.parametrize("language", languages())
def test_the_words_for_reasons_keep_the_places_of_the_english_ones(language):
    words, english = reason_words_of(language), reason_words_of("en")

    assert places_of(words) == places_of(english)


def places_of(words):
    return {
        field.name: sorted(re.findall(r"{\w+}", getattr(words, field.name)))
        for field in fields(words)
    }
