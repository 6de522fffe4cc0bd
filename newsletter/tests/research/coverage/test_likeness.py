from datetime import date, timedelta

import pytest

from newsletter.research.coverage.likeness import Likeness
from newsletter.research.coverage.memory import Memory
from newsletter.research.story import Telling
from newsletter.tests.support.covered import (
    make_covered,
    make_story,
    other_posts,
    told_again,
)


def test_the_same_id_is_the_same_story():
    earlier = make_covered(story_id="https://lab.example/blog/kettle", issue_number=3)

    assert told_again(make_story(), [make_covered(), earlier]) is earlier


def test_an_address_with_tracking_parameters_is_the_same_story():
    earlier = make_covered(url="https://LAB.example/blog/kettle/?utm_source=x#top")

    assert told_again(make_story(), [earlier])


def test_another_telling_that_was_covered_is_the_same_story():
    story = make_story(
        also=(Telling(publisher="Hacker News", url="https://other.example/post"),)
    )

    assert told_again(story, [make_covered()])


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/pdf/2508.01234v2",
        "https://arxiv.org/abs/2508.01234",
        "https://huggingface.co/papers/2508.01234",
    ],
)
def test_a_paper_is_known_by_its_arxiv_id(url):
    story = make_story(id="arxiv:2508.01234", url=url, title="Patient agents")

    assert told_again(story, [make_covered(url="https://arxiv.org/abs/2508.01234v1")])


def test_a_title_that_says_the_same_is_the_same_story():
    earlier = make_covered(title="Introducing Kettle, a runtime for patient agents")

    assert told_again(make_story(), [earlier])


DAY = date(2026, 3, 5)


def found(title, told, *, days=7, **changes):
    """What the memory of one told title says to another, so many days later."""
    covered = make_covered(title=told, told_on=DAY, **changes)
    story = make_story(title=title)
    return Memory([covered]).find(story, DAY + timedelta(days=days))


@pytest.mark.parametrize(
    ("told", "again"),
    [
        ("Introducing GPT-5.5", "OpenAI's GPT 5.5 is out"),
        ("GPT5.5 is here", "GPT-5.5 arrives"),
        ("Kettle v1.2.0", "Kettle 1.2 is out"),
        ("KETTLE 4 SHIPS", "Kettle-4 ships"),
        ("GPT-5.5を発表", "GPT5.5 が公開"),
    ],
)
def test_a_product_in_its_version_is_told_once_however_it_is_spelled(told, again):
    match = found(again, told, days=300, terms=("openai",))

    assert match.is_certain
    assert match.by is Likeness.NAMES


@pytest.mark.parametrize(
    ("told", "new"),
    [
        ("Claude Opus 4.5 is out", "Claude Opus 4.6 is out"),
        ("vLLM 0.11: faster prefill", "vLLM 0.12: faster prefill"),
        ("Gemini 3 Pro writes code", "Gemini 3 Flash writes code"),
        ("The Kettle 7B model of the lab", "The Kettle 70B model of the lab"),
        ("A tour of caches, part 1", "A tour of caches, part 2"),
    ],
)
def test_another_version_of_a_told_name_is_new(told, new):
    assert found(new, told) is None
    assert found(new, told, url="https://lab.example/blog/kettle") is None


def test_a_title_of_nearly_the_same_words_is_the_same_for_a_fortnight():
    told, again = (
        "Lab opens weights of patient agents",
        "Lab opens patient agents weights",
    )

    assert found(again, told, days=14).is_certain
    assert found(again, told, days=15) is None


def test_a_title_of_somewhat_the_same_words_is_asked_of_the_evaluator():
    match = found(
        "Museum in Lyon opens a hall of early printed maps",
        "Early printed maps stolen from archive in Lyon",
    )

    assert (match.by, match.is_certain) == (Likeness.TITLE, False)


def test_a_told_product_elsewhere_is_asked_of_the_evaluator():
    assert not found("GPT-5.5 comes to Visual Studio", "Introducing GPT-5.5").is_certain


def test_another_result_is_another_match():
    told = "Ayr beat Elgin 3-1 at home in the league"

    assert not found("Ayr beat Elgin 2-0 at home in the league", told).is_certain


@pytest.mark.parametrize(
    ("told", "other"),
    [
        ("南强电子发布新工厂建设计划", "北海电子发布新工厂建设计划"),
        ("남강전자, 새 반도체 공장 건설", "하동전자, 새 반도체 공장 건설"),
    ],
)
def test_what_is_written_without_capitals_begins_with_whom_it_is_about(told, other):
    assert found(other, told) is None
    assert found(told, told).is_certain


@pytest.mark.parametrize(
    ("told", "other"),
    [
        (
            "北斗電子、携帯ゲーム機「ツバメ」を発表",
            "北斗電子、携帯ゲーム機「カモメ」を発表",
        ),
        ("星河科技发布折叠屏手机“飞燕”", "星河科技发布折叠屏手机“海鸥”"),
        ("山城社、長編小説『霧の駅』を刊行へ", "山城社、長編小説『夜の駅』を刊行へ"),
    ],
)
def test_what_is_written_without_capitals_has_its_names_in_quotes(told, other):
    assert not told_again(make_story(title=other), [make_covered(title=told)])
    assert told_again(make_story(title=told), [make_covered(title=told)])


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("Acme ships HBM5", "Acme recalls HBM5"),
        (
            "Toyokawa's electric car Hayate comes in May",
            "Toyokawa's electric car Hayate recalled",
        ),
        (
            "トヨカワ、電気自動車「ハヤテ」を発売",
            "トヨカワ、電気自動車「ハヤテ」をリコール",
        ),
        (
            "北斗電子、通信ゲーム「ツバメ」を開始",
            "北斗電子、通信ゲーム「ツバメ」をサービス終了",
        ),
    ],
)
def test_a_title_of_the_same_words_may_tell_what_came_of_it(told, later):
    match = Memory([make_covered(title=told)]).find(make_story(title=later))

    assert match is not None
    assert (match.by, match.is_certain) == (Likeness.SEQUEL, False)


def test_two_texts_of_the_same_terms_are_asked_of_the_evaluator():
    text = "The borer beetle climbs into the hills of Elgin, warm nights help it there."

    match = found("Your morning cup is in danger", "Beetle spreads in Elgin", gist=text)
    story = make_story(title="Your morning cup is in danger", summary=text)
    covered = make_covered(title="Beetle spreads in Elgin", gist=text, told_on=DAY)
    read = Memory([covered]).find(story, DAY)

    assert match is None
    assert (read.by, read.is_certain) == (Likeness.TEXT, False)


def test_one_figure_and_a_quarter_of_the_terms_are_asked_of_the_evaluator():
    told = "Kettle reads 37 files a minute, writes maps, plans trips and costs nothing."
    again = "The trips that Kettle plans, 37 files each, astonish a driver from Elgin."
    other = again.replace("37", "48")
    covered = make_covered(title="Kettle is out", gist=told, told_on=DAY)

    def by(text):
        story = make_story(title="A driver is astonished", summary=text)
        match = Memory([covered], other_posts()).find(story, DAY)
        return match and match.by

    assert by(again) is Likeness.TEXT
    assert by(other) is not Likeness.TEXT


def test_terms_alone_lead_nowhere_where_the_texts_hardly_tell_one_event():
    """ "AI", "office" and "hours" are said of much that has nothing to do with it."""
    told = (
        "Kettle counts 37 files an hour and saves staff an hour a day in most offices, its "
        "maker says in a study of clerks, who lose the hour again to checking its answers."
    )
    other = (
        "Staff in most offices want an hour with Kettle. A clerk keeps a diary of files, "
        "study and answers; the maker of lamps that he likes has gone out of business, and "
        "the harbour where he rows on Sundays is frozen over for the first time in years."
    )
    covered = make_covered(title="Kettle saves an hour", gist=told, told_on=DAY)
    story = make_story(title="A clerk and his Kettle", summary=other)
    week = [
        make_story(id=f"https://p{n}.example/", url=f"https://p{n}.example/",
                   title=f"Post {n}", summary=told.replace("Kettle", f"Lamp{n}"))
        for n in range(60)
    ]  # fmt: skip

    assert Memory([covered], week).find(story, DAY) is None


def test_one_headline_that_names_nobody_may_be_of_two():
    title = "A museum gives its royal drum back after ninety years"
    ghent = "The Ghent Museum of Peoples returns the drum to Kumasi, says Anna Peeters."
    bern = "The drum goes home from Bern to Porto-Novo, where Koffi Adanle waits."
    covered = make_covered(title=title, gist=ghent, told_on=DAY)
    later = "Anna Peeters of the Ghent Museum of Peoples packs the drum for Kumasi."

    assert Memory([covered]).find(make_story(title=title, summary=bern), DAY) is None
    assert Memory([covered]).find(make_story(title=title, summary=later), DAY)


def test_texts_with_little_in_common_are_no_certain_repeat_for_their_titles():
    museum = "Rooms refurbished, entry free on Sundays, paintings, sculptures, a shop."
    pool = (
        "Basin emptied and tiled anew, a slide, warm water, swimmers, lockers, saunas."
    )
    title = "The {} of Lyon reopens after nine years"
    covered = make_covered(title=title.format("museum"), gist=museum, told_on=DAY)
    story = make_story(title=title.format("pool"), summary=pool)

    assert not Memory([covered]).find(story, DAY).is_certain


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("Elgin recalls Kettle stroller", "Elgin sued over Kettle stroller"),
        ("Lyon sluit Kettlebrug", "Rechter opent Kettlebrug in Lyon"),
        ("Kettle 4 is out", "Lab withdraws Kettle 4 from Elgin"),
    ],
)
def test_what_befell_a_told_thing_goes_on_with_it(told, later):
    match = found(later, told, days=40)

    assert (match.by, match.is_certain) == (Likeness.SEQUEL, False)


KETTLE = (
    "Kettle 3.5 boils a litre in forty seconds on batteries, holds warmth overnight, "
    "costs sixty euros and ships from Elgin in May with spare filters and lids."
)
GRIP = (
    "Thermostats inside Kettle 3.5 now obey timers, voices, calendars and doors; "
    "households in Perth tried schedules, alarms, dimmers and sensors since autumn."
)


def beside(title, text, told, gist, days=7):
    """What the memory of one told text says to another, so many days later."""
    covered = make_covered(title=told, gist=gist, told_on=DAY)
    story = make_story(title=title, summary=text)
    return Memory([covered]).find(story, DAY + timedelta(days=days))


def test_what_a_told_product_does_besides_is_no_certain_repeat():
    same = beside("Meet Kettle 3.5", KETTLE, "Kettle 3.5 is out", KETTLE)
    later = beside("Timers come to Kettle 3.5", GRIP, "Kettle 3.5 is out", KETTLE, 60)

    assert (same.by, same.is_certain) == (Likeness.NAMES, True)
    assert (later.by, later.is_certain) == (Likeness.SEQUEL, False)


def test_strangers_share_two_names():
    told = "Elgin and Perth agree on a bridge"
    bridge = (
        "The bridge across the Arlon joins both towns by spring, engineers said, with "
        "four lanes, a footpath, tolls for lorries and lights along its arches."
    )

    assert beside("Elgin beats Perth", GRIP, told, bridge) is None
    assert found("Elgin sues Perth", told).by is Likeness.SEQUEL  # without a text


def test_a_letter_and_a_number_are_no_product_in_its_version():
    assert (
        found("Rivo's kettle has a No. 1 wish", "Anther files an S-1 with Elgin")
        is None
    )


@pytest.mark.parametrize(
    ("told", "other"),
    [
        ("Elgin recalls Kettle stroller", "Elgin recalls Teapot car seat"),
        ("Elgin opens a school", "Court stops road of Elgin"),
        ("Ayr beat Elgin at home", "Elgin appeal defeat by Perth at home"),
    ],
)
def test_what_befell_something_else_does_not_go_on_with_it(told, other):
    assert found(other, told, days=40) is None


def test_a_sites_first_page_is_no_story():
    front = "https://lab.example/"

    assert (
        told_again(
            make_story(id=front, url=front), [make_covered(story_id=front, url=front)]
        )
        is None
    )


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ("Sled K2 opens its weights", "Sled K2 Thinking opens its weights"),
        ("Copper Sled edits your pictures", "Copper Sled Pro edits your pictures"),
        ("Copper Sled 44 is here", "Copper 44 is here"),
    ],
)
def test_what_may_be_another_product_is_for_somebody_to_judge(told, title):
    covered = make_covered(title=told)

    match = Memory([covered]).find(make_story(title=title))

    assert match is not None
    assert not match.is_certain


PAPER = make_covered(
    story_id="arxiv:2603.01234",
    url="https://arxiv.org/abs/2603.01234",
    title="DriftGuard: Detecting Silent Regressions in Deployed Language Models",
    gist="DriftGuard sends 40 canary prompts a day and tests the answers. Over eight "
    "months it found 23 silent updates at eleven providers.",
    told_on=DAY,
)
REPORT = (
    "A tool called DriftGuard asks 40 questions a day and tests the answers. In eight "
    "months it found 23 updates at eleven providers."
)


@pytest.mark.parametrize(
    "text",
    [
        REPORT,
        "DriftGuard sends canary prompts and tests the answers, over months, and found "
        "silent updates at providers.",
    ],
)
def test_a_report_that_names_what_a_told_paper_coins_tells_that_paper(text):
    story = make_story(title="Your Model Changed Overnight", summary=text)

    match = Memory([PAPER]).find(story, DAY)

    assert match is not None
    assert (match.by, match.is_certain) == (Likeness.WORK, False)


@pytest.mark.parametrize(
    "text",
    [
        "Promptlake 2.4 alerts teams, is free for three projects and supports DriftGuard.",
        REPORT.replace("DriftGuard", "Driftguide"),
        "Lantern, which builds on DriftGuard, has raised $18 million.",
    ],
)
def test_what_only_mentions_what_a_paper_coins_is_another_story(text):
    story = make_story(title="Alarm For Every Model", summary=text)
    match = Memory([PAPER]).find(story, DAY)

    assert match is None or match.by is not Likeness.WORK


def test_what_many_stories_name_is_no_works_own():
    others = [
        make_covered(
            story_id=f"https://o.example/{n}", gist="DriftGuard is everywhere."
        )
        for n in range(5)
    ]
    story = make_story(title="Your Model Changed Overnight", summary=REPORT)

    match = Memory([PAPER, *others]).find(story, DAY)

    assert match is None or match.by is not Likeness.WORK


def test_a_paper_of_what_a_report_told_tells_that_report():
    told = make_covered(title="Your Model Changed Overnight", gist=REPORT, told_on=DAY)
    paper = make_story(
        id=PAPER.story_id, url=PAPER.url, title=PAPER.title, summary=PAPER.gist
    )

    match = Memory([told]).find(paper, DAY)

    assert match is not None
    assert match.by is Likeness.WORK


def test_who_coin_names_of_their_own_tell_two_works():
    told = make_covered(
        title="LatticeBench: Can Agents Handle 58 Days of Plans?", told_on=DAY
    )
    other = make_story(title="FjordBench: Can Agents Handle 58 Days of Recipes?")
    again = make_story(title="LatticeBench: Agents Cannot Handle 58 Days of Plans")

    assert Memory([told]).find(other, DAY) is None
    assert Memory([told]).find(again, DAY) is not None
