import pytest

from newsletter.research.ranking.profile import default_profile, read
from newsletter.research.ranking.scoring import Scores, score
from newsletter.research.ranking.strength import (
    HACKER_NEWS,
    HUGGING_FACE,
    OTHER_OUTLETS,
    is_patch,
)
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import Rubric

PROFILE = read(default_profile())
SUMMARY = (
    "Kettle is an open-source runtime for LLM agents, available today on GitHub under "
    "the MIT licence. It runs tool calls in a sandbox, keeps agent memory on disk and "
    "resumes long-horizon tasks after a crash. In our evaluation on 40 tasks of a coding "
    "agent benchmark it finished 31 of them at 12% lower token cost than before, and "
    "its latency stayed below 90 ms. The API takes a function and calls it for you."
)


def make_launch(**changes):
    given = {
        "id": "https://lab.example/kettle",
        "kind": Kind.LAUNCH,
        "title": "Introducing Kettle: a runtime for LLM agents",
        "url": "https://lab.example/kettle",
        "publisher": "Lab",
        "summary": SUMMARY,
        "prior": 0.7,
    }
    return Story(**{**given, **changes})


def make_paper(**changes):
    given = {
        "id": "arxiv:2508.00001",
        "kind": Kind.PAPER,
        "title": "Agent memory for long-horizon tasks of LLM agents",
        "url": "https://arxiv.org/abs/2508.00001",
        "publisher": "arXiv",
        "summary": SUMMARY,
    }
    return Story(**{**given, **changes})


def scores_of(story, **known):
    return score(story, PROFILE, **known).scores


def test_a_total_is_the_sum():
    assert Scores(6, 5, 7).total == 18


@pytest.mark.parametrize(
    ("scores", "shortfall"),
    [
        (Scores(6, 6, 6), ""),
        (Scores(6, 5, 7), ""),
        (Scores(5, 9, 9), "relevance 5 is below 6"),
        (Scores(9, 4, 9), "depth 4 is below 5"),
        (Scores(9, 9, 5), "novelty 5 is below 6"),
        (Scores(6, 5, 6), "total 17 is below 18"),
        (
            Scores(1, 1, 9),
            "relevance 1 is below 6; depth 1 is below 5; total 11 is below 18",
        ),
    ],
)
def test_a_shortfall_names_every_floor_that_is_missed(scores, shortfall):
    assert scores.shortfall(Rubric()) == shortfall


def test_a_strong_launch_passes():
    assert not scores_of(make_launch()).shortfall(Rubric())


@pytest.mark.parametrize(
    "title",
    [
        "How Acme uses Kettle to answer its customers",
        "How Oakdale Housing Trust cut its bills by half with Kettle",
        "Lab raises a series B",
        "What is an agent? A guide",
        "Join us at the Kettle summit",
        "Lab and Acme announce a partnership",
    ],
)
def test_what_is_no_launch_does_not_pass(title):
    story = make_launch(title=title, summary="We tell a story. " * 30)

    assert "relevance" in scores_of(story).shortfall(Rubric())


def test_a_publisher_of_no_rank_needs_more():
    known = score(make_launch(prior=0.95), PROFILE)
    unknown = score(make_launch(prior=0.1), PROFILE)

    assert known.scores.relevance > unknown.scores.relevance


def test_points_on_hacker_news_help_up_to_a_limit():
    few, many, more = (
        score(make_launch(signals={HACKER_NEWS: points}), PROFILE).strength
        for points in (10.0, 500.0, 5000.0)
    )

    assert few < many == more


def test_being_listed_helps_a_paper_and_upvotes_help_more():
    alone, listed, liked = (
        score(make_paper(signals=signals), PROFILE).strength
        for signals in ({}, {HUGGING_FACE: 0.0}, {HUGGING_FACE: 50.0})
    )

    assert alone < listed < liked


def test_depth_grows_with_what_there_is_to_hold_on_to():
    bare = scores_of(make_launch(summary="A runtime."))
    full = scores_of(make_launch())

    assert bare.depth < 5 <= full.depth


@pytest.mark.parametrize(
    ("title", "is_one"),
    [
        ("Kettle 1.4.2", True),
        ("kettle v0.9.0-rc1", True),
        ("Kettle nightly", True),
        ("Kettle 2.1-alpha", True),
        ("Kettle v3 rc1 is out", True),
        ("Kettle alpha 2", True),
        ("Kettle 3.0 Alpha 2 (2.96.0) has been released", True),
        ("Kettle RC2", True),
        ("kettle 1.5.dev3", True),
        ("Kettle nightly builds are signed", True),
        ("Wasserkocher 2.0.1 erschienen", True),
        ("DeepMind's Alpha reads maps", False),
        ("A maker of dev tools is bought", False),
        ("10 dev tools for 2026", False),
        ("Kettle.dev", False),
        ("Enabling the trait solver on nightly", False),
        ("Time series, explained with t0-alpha", False),
        ("An RC car that drives itself", False),
        ("Run Windows 2000 on a DEC Alpha", False),
        ("Ab 12.3.2026 im Handel: ein Wasserkocher", False),
        ("Kettle 1.4.0", False),
        ("Kettle v2.0", False),
        ("Introducing Kettle", False),
        ("Wayfind 5.0.2 withdrawn after it leaked keys", False),
    ],
)
def test_a_patch_is_known_by_its_version(title, is_one):
    assert is_patch(title) is is_one


def test_a_patch_release_is_not_novel_enough():
    assert "novelty" in scores_of(make_launch(title="Kettle 1.4.2")).shortfall(Rubric())


def test_what_was_told_is_not_novel_enough():
    assert not scores_of(make_launch()).shortfall(Rubric())
    assert "novelty" in scores_of(make_launch(), is_told=True).shortfall(Rubric())


@pytest.mark.parametrize(
    "title",
    [
        r"$\alpha$-Tree: Growing Decisions",
        "Additive Learnable Alpha-Stable Kernels",
        "A Study of Dev Sets and Nightly Tests",
        "Kettle 1.4.2: Boiling at Scale",
    ],
)
def test_no_paper_is_a_patch(title):
    paper = score(make_paper(title=title), PROFILE).scores
    named_otherwise = score(make_paper(title="Trees"), PROFILE).scores

    assert paper.novelty == named_otherwise.novelty == 9


def test_scores_stay_between_one_and_ten():
    best = make_paper(signals={HUGGING_FACE: 10_000.0}, summary=SUMMARY * 5)
    worst = make_launch(title="What is a podcast?", summary="", prior=0.0)

    for story in (best, worst):
        found = scores_of(story)
        assert all(
            1 <= axis <= 10 for axis in (found.relevance, found.depth, found.novelty)
        )


@pytest.mark.parametrize(
    ("profile", "title", "summary"),
    [
        (
            "- slugs, snails\n- soil",
            "Slugs stay out with wool pellets",
            "Wool pellets cut the damage of slugs to lettuce by 47%, copper tape by 5%. "
            "The pellets cost about £12 for ten square metres of soil.",
        ),
        (
            "- Bundesliga, Vereine",
            "Neue Abseitstechnik in der Bundesliga",
            "Die Bundesliga setzt ab dem 1. Spieltag die halbautomatische "
            "Abseitserkennung ein. In den Tests sank die mittlere Dauer einer Prüfung "
            "von 70 auf 42 Sekunden. Jedes Stadion erhält dafür zwölf Kameras, die den "
            "Ball 500-mal in der Sekunde erfassen, und einen eigenen Raum für die Technik.",
        ),
        (
            "- 大语言模型\n- 开源模型",
            "青松大模型 2.0",
            "青松实验室于8月5日发布开源大语言模型青松2.0。该模型有320亿参数，"  # noqa: RUF001
            "支持25.6万个词元的上下文。",
        ),
        (
            "携帯ゲーム機、ゲームソフト、販売台数",
            "携帯ゲーム機「カモメ」のシステムソフトが公開",
            "山城電機は携帯ゲーム機「カモメ」のシステムソフトウェア12.10を公開した。"
            "録画が4Kに対応し、起動が3秒速くなった。",
        ),
        (
            "휴대용 게임기, 게임 소프트웨어",
            "휴대용 게임기 '갈매기' 10월 출시",
            "산성전기는 휴대용 게임기 갈매기를 10월 15일에 출시한다. 가격은 39만원이고 "
            "화면은 7인치다. 배터리는 12시간 간다.",
        ),
    ],
)
def test_stories_of_other_subjects_and_languages_can_pass(profile, title, summary):
    story = make_launch(title=title, summary=summary, prior=0.8)

    assert score(story, read(profile)).scores.shortfall(Rubric()) == ""


WAR = read("War and diplomacy: Iran, Israel, Gaza, oil, sanctions")


@pytest.mark.parametrize(
    ("summary", "depth"),
    [
        ("Officials spoke about it.", 2),
        ("Envoys of Norway spoke.", 4),
        ("Envoys of Norway, Qatar and Egypt spoke.", 5),
        (
            "Envoys of Norway spoke for hours about what may come next, and left the city "
            "again without a word to anybody.",
            5,
        ),
    ],
)
def test_far_from_the_field_who_and_where_make_a_story_deep(summary, depth):
    story = make_launch(title="Talks on Gaza", summary=summary)

    assert score(story, WAR).scores.depth == depth
    assert scores_of(story).depth == 2


def test_far_from_the_field_what_others_tell_too_is_deeper():
    story = make_launch(
        title="Talks on Gaza",
        summary="Envoys of Norway spoke.",
        signals={OTHER_OUTLETS: 1.0},
    )

    assert score(story, WAR).scores.depth == 6


def test_the_first_word_of_a_sentence_is_no_name():
    story = make_launch(title="Talks on Gaza", summary="Talks ended. They failed.")

    assert score(story, WAR).scores.depth == 2
