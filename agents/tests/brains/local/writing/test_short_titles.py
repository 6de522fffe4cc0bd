import pytest

from agents.brains.local.writing.lead import opening
from agents.brains.local.writing.short_titles import (
    first_clause,
    in_one,
    preheader,
    subject,
)
from newsletter.standards.furniture import furniture_of
from newsletter.standards.rubric import Words

_LIMITS = Words(least=8, most=78)
_BRIDGE = "Elgin opens a bridge over the Arlon"
_LONG = (
    "A very long title that goes on and on, past all that a mail program shows of it"
)


@pytest.mark.parametrize(
    ("headlines", "line"),
    [
        ([_BRIDGE], _BRIDGE),
        ([_BRIDGE, "Ferries stop for good"], f"{_BRIDGE}; Ferries stop for good"),
        # What is no news stands beside none.
        ([_BRIDGE, "Kettle 2", "Airbrush Studio", "Pan 3"], _BRIDGE),
        (
            [_BRIDGE, _LONG, "Ferries stop for good"],
            f"{_BRIDGE}; Ferries stop for good",
        ),
        (
            [
                "HB 13 signed: deposits capped at one month’s rent",
                "LexiRent announces it",
            ],
            "HB 13 signed: deposits capped at one month’s rent; LexiRent announces it",
        ),
        (
            [
                "Tropf 2.0 erschienen: Roboter gießt jetzt nach Wetterbericht",
                "Hacki jätet",
            ],
            "Tropf 2.0 erschienen: Roboter gießt jetzt nach Wetterbericht; Hacki jätet",
        ),
        (
            ["北斗電子、携帯ゲーム機「ツバメ」を発表", "2月の販売台数は41万台"],
            "北斗電子、携帯ゲーム機「ツバメ」を発表\N{FULLWIDTH SOLIDUS}2月の販売台数は41万台",
        ),
        (
            ["새 다리가 네 마을을 잇는다", "나룻배가 멈춘다"],
            "새 다리가 네 마을을 잇는다 / 나룻배가 멈춘다",
        ),
        # A question tells nothing where another headline does.
        (["Is tea dead? Ten cooks answer", _BRIDGE], _BRIDGE),
        (["Is tea dead? Ten cooks answer"], "Is tea dead? Ten cooks answer"),
        (
            ["Apple fixed Siri. It took years.", _BRIDGE],
            "Apple fixed Siri. It took years",
        ),
        (
            ["Canvas opens for all in the U.S.", "Ferries stop for good"],
            "Canvas opens for all in the U.S.; Ferries stop for good",
        ),
    ],
)
def test_a_subject_is_one_line_of_news_or_two(headlines, line):
    assert subject(headlines, _LIMITS) == line


def test_between_two_headlines_stands_what_their_language_sets_there():
    headlines = ["Lyon ouvre une piste de 17 km", "Le Sénat double les amendes"]

    line = subject(headlines, _LIMITS, between=furniture_of("fr").between)

    assert line == " ; ".join(headlines)


@pytest.mark.parametrize("name", ["Kettle 2", "Airbrush Studio", "Kettle v1.2.0"])
def test_a_name_gives_way_to_the_next_story_that_tells_something(name):
    assert subject([name, _BRIDGE, "Pan 2"], _LIMITS) == _BRIDGE


@pytest.mark.parametrize("loud", ["KETTLE MAKERS ANNOUNCE KETTLES", "Kettle 2 is out!"])
def test_a_subject_never_shouts(loud):
    assert subject([f"Today: {loud}", _BRIDGE], _LIMITS) == _BRIDGE


def test_what_was_cut_short_or_is_too_long_is_no_subject():
    assert subject(["Elgin opens a bridge over …", _BRIDGE], _LIMITS) == _BRIDGE
    assert subject([_LONG], _LIMITS, otherwise="One launch") == "One launch"
    assert subject([_LONG], Words(least=8, most=20)) == "A very long title…"


def test_where_all_are_names_the_first_stands_with_the_number_of_the_others():
    names = ["Kettle 2", "Pan 2", "Pot 3"]

    assert subject(names, _LIMITS) == "Kettle 2, and 2 more"
    assert subject(names, _LIMITS, in_english=False) == "Kettle 2 (+ 2)"
    assert subject(names[:1], _LIMITS) == "Kettle 2"
    assert subject(["o3"], _LIMITS, otherwise="One launch") == "One launch"


def test_a_preheader_has_whole_headlines_that_the_subject_leaves_out():
    headlines = [_BRIDGE, "A pan that fries", "Long " * 30, "Is it hot?", "Lid 4"]

    told = preheader(headlines, subject(headlines[:1], _LIMITS))

    assert told == "A pan that fries; Is it hot? Lid 4"


def test_a_subject_says_no_banned_word_of_its_own():
    title = "Kettle makers sell a robust pan — but will it " + "fry " * 20

    assert subject([title], _LIMITS) == "Kettle makers sell a robust pan"
    assert subject([title, _BRIDGE], _LIMITS, ["robust"]) == _BRIDGE


@pytest.mark.parametrize(
    ("title", "clause"),
    [
        (
            "Kettle wants to halve the price of tea — but will it taste the same?",
            "Kettle wants to halve the price of tea",
        ),
        (
            "Elgin opens a bridge over the Arlon; ferries stop",
            "Elgin opens a bridge over the Arlon",
        ),
        ("Kettle 3 is out, but few may have it", "Kettle 3 is out"),
        ("A kettle fell on a duck, sparking outrage", "A kettle fell on a duck"),
        (
            "Elgin sells its old bridge, as the Arlon rises",
            "Elgin sells its old bridge",
        ),
        (
            "Few people drink tea, according to a poll",
            "Few people drink tea, according to a poll",
        ),
        (
            "New pots for all who like tea, cooking and baking",
            "New pots for all who like tea, cooking and baking",
        ),
        (
            "Lumen: a vector index for PostgreSQL that keeps a billion rows on disk",
            "Lumen: a vector index for PostgreSQL",
        ),
        ("Tea - a history", "Tea - a history"),
        (
            "‘I heard it at night and moved’ — a tale",
            "‘I heard it at night and moved’ — a tale",
        ),
        (
            "The bridge (four lanes — and a path) is open",
            "The bridge (four lanes — and a path) is open",
        ),
        ("Elgin opens a bridge over the Arlon", "Elgin opens a bridge over the Arlon"),
    ],
)
def test_of_a_long_title_the_first_clause_stands_alone(title, clause):
    assert first_clause(title) == clause


def test_a_subject_tells_the_first_story_of_which_a_clause_fits():
    long = (
        "Kettle wants to halve the price of tea — but will it taste the same as before?"
    )
    titles = [
        long,
        "Elgin opens a bridge over the Arlon; ferries stop for good after nine years",
    ]

    line = subject(titles, Words(least=8, most=60))

    assert line == "Kettle wants to halve the price of tea"
    assert preheader(titles, line) == titles[1]


def test_a_lead_ends_behind_initials_in_one_stop():
    titles = ["Ferries stop for good", "Canvas opens for all in the U.S."]
    told, _ = opening(titles, titles[0], furniture_of("en"))

    assert told.endswith("opens for all in the U.S.")


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Kettle Says Its A.I. Models Boil Over", None),
        ("The Bridge Is Open. Ferries Stop", "The Bridge Is Open"),
        ('Mayor to critics of the toll: "Swim it. Or walk."', None),
        ("Mayor to critics of the toll: “Swim it. Or walk.”", None),
        ("Bürgermeister zur Maut: „Schwimmt doch. Oder lauft.“", None),
        ("„Schwimmt“ sagt er im Rat. Viele lachen", "„Schwimmt“ sagt er im Rat"),
        ("Elgin’s bridge is open. Ferries stop", "Elgin’s bridge is open"),
        ('"Wir sind ratlos". Reederei schließt', "Reederei schließt"),
        ("“Boil it.” - My tea of the week", None),
    ],
)
def test_a_title_ends_neither_behind_initials_nor_within_a_quotation(title, told):
    assert in_one(title) == (told or title)


def test_a_preheader_begins_with_what_happened():
    told = preheader(["Kettle 2", "Why tea?", _BRIDGE], "Pans are cheaper")

    assert told == f"{_BRIDGE}; Why tea? Kettle 2"


def test_a_lead_tells_what_happened_before_names():
    headlines = ["Pans are cheaper", "Kettle 2", _BRIDGE]

    told, is_further = opening(headlines, "Pans are cheaper", furniture_of("en"))

    assert told == f"In this issue, too: {_BRIDGE}."
    assert is_further


def test_behind_a_colon_a_lead_tells_no_title_that_has_one():
    sewer = "Fibre in the sewer: sensing finds most leaks"
    headlines = ["Pans are cheaper", sewer, _BRIDGE]
    words = furniture_of("en")

    told, _ = opening(headlines, "Pans are cheaper", words)

    assert told == f"In this issue, too: {_BRIDGE}."
    assert opening(headlines[:2], "Pans are cheaper", words) == ("", False)


def test_of_a_headline_that_goes_on_and_on_a_lead_tells_the_first_clause():
    long = (
        f"{_BRIDGE} — {'and the ferries stop for good after nine years ' * 2}".strip()
    )

    told, _ = opening(
        ["Pans are cheaper", long], "Pans are cheaper", furniture_of("en")
    )

    assert told == f"In this issue, too: {_BRIDGE}."


@pytest.mark.parametrize(
    ("headlines", "line"),
    [
        (
            ["東京都が新しい自転車道を開通", "大阪市は駐輪場を無料にする方針"],
            "東京都が新しい自転車道を開通\N{FULLWIDTH SOLIDUS}大阪市は駐輪場を無料にする方針",
        ),
        (
            ["上海开通新的自行车道连接两区", "北京市宣布免费停放自行车的新规定"],
            "上海开通新的自行车道连接两区\N{FULLWIDTH SEMICOLON}北京市宣布免费停放自行车的新规定",
        ),
    ],
)
def test_headlines_of_a_script_without_spaces_have_its_own_mark_between(
    headlines, line
):
    assert subject(headlines, _LIMITS, in_english=False) == line


def test_two_headlines_make_a_subject_where_their_signs_have_room_for_both():
    one, two = (
        "市议会批准新渡轮航线票价从三月起下调一成",
        "港务局的新码头将于五月开放可停十二艘渡轮",
    )

    assert subject([one, two], _LIMITS) == one
    assert subject([one[:10], two[:10]], _LIMITS) == "\uff1b".join([one[:10], two[:10]])


def test_behind_somebodys_words_a_headline_is_what_happened():
    news = "ferry firm of Vale closes its last quay after nine years at sea"
    title = f"“We are lost, all of us”: {news}"

    line = subject([title], _LIMITS)

    assert line == f"F{news[1:]}"
    assert preheader([title], line) == ""
    assert subject([title[:70]], _LIMITS) == title[:70]
