import pytest

from agents.brains.local.writing.headlines import headline, is_bare


@pytest.mark.parametrize(
    ("title", "sentence", "line"),
    [
        (
            "Introducing Sift",
            "“Today, we’re introducing Sift, a search API made for agents.”",
            "Sift: a search API made for agents",
        ),
        (
            "Introducing Open SWE",
            "Lab released Open SWE on 6 August 2025, an open-source agent that codes.",
            "Open SWE: an open-source agent that codes",
        ),
        (
            "vLLM v0.12.0",
            "vLLM 0.12.0 removes the V0 engine and makes the V1 engine the default.",
            "vLLM 0.12.0 removes the V0 engine and makes the V1 engine the default",
        ),
        (
            "Announcing the general availability of Relay Agents",
            "Relay Agents is now generally available in all regions.",
            "Relay Agents is now generally available in all regions",
        ),
        (
            "Kettle 2 is here!",
            "Kettle 2 boils 3 litres in 40 seconds, which is twice as fast as before.",
            "Kettle 2 boils 3 litres in 40 seconds",
        ),
        (
            "Quarkbase 4.1 is out",
            "Quarkbase 4.1 adds recovery to any second of the last 7 days.",
            "Quarkbase 4.1 adds recovery to any second of the last 7 days",
        ),
        (
            "Acme 2.0 released",
            "Acme 2.0, a queue for agents written in TypeScript, runs on any host.",
            "Acme 2.0: a queue for agents written in TypeScript",
        ),
        (
            "Introducing Kettle 5.5 mini",
            "Kettle 5.5 mini is a small kettle that calls tools in parallel.",
            "Kettle 5.5 mini: a small kettle that calls tools in parallel",
        ),
        (
            "Introducing Kettle-Live",
            "We’re launching Kettle\u2011Live, a new kind of kettle for two that makes tea.",
            "Kettle-Live: a new kind of kettle for two that makes tea",
        ),
        (
            "Introducing the Kettle Builder",
            "Today, we’re announcing Kettle Builder in public beta: a no-code workshop for kettles.",
            "Kettle Builder: a no-code workshop for kettles",
        ),
        (
            "Scribble Party",
            "Scribble Party lets ten children draw one picture.",
            "Scribble Party lets ten children draw one picture",
        ),
        (
            "Der Halm X4 ist da",
            "Grünwerk hat den Mähroboter Halm X4 vorgestellt, der bis zu 2.400 m² mäht.",
            "Grünwerk hat den Mähroboter Halm X4 vorgestellt",
        ),
        (
            "Halm X4 erschienen",
            "Der Halm X4 mäht bis zu 2.400 m² je Akkuladung.",
            "Der Halm X4 mäht bis zu 2.400 m² je Akkuladung",
        ),
        (
            "Nouveau : Longtail X",
            "Le Longtail X porte deux enfants et 200 kg au total.",
            "Le Longtail X porte deux enfants et 200 kg au total",
        ),
        (
            "Ya disponible: Longtail X",
            "Nada se sabe todavía del precio del Longtail X.",
            "Ya disponible: Longtail X",
        ),
    ],
)
def test_a_title_that_only_announces_gives_way_to_what_happened(title, sentence, line):
    assert headline(title, [sentence]) == line


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("Introducing Open SWE: an agent that codes", "Open SWE: an agent that codes"),
        ("Kettle gets a lid of glass", "Kettle gets a lid of glass"),
        ("CoAct-1: Coding as Actions", "CoAct-1: Coding as Actions"),
        (r"$\tau^2$-Bench asks twice", "τ²-Bench asks twice"),
        ("ARPO:End-to-End Policies", "ARPO: End-to-End Policies"),
        ("SQLite Does Not Accept Kettle Code", "SQLite Does Not Accept Kettle Code"),
        ("Kettle Makers Unionize", "Kettle Makers Unionize"),
        (
            "Young Cooks Are Fast. Welcome to Tea",
            "Young Cooks Are Fast. Welcome to Tea",
        ),
        ("Lab is launching the kettle of 2027", "Lab is launching the kettle of 2027"),
        ("Tea time – the kettle is here", "Tea time – the kettle is here"),
        ("Tea: Leaves In, Cups Out", "Tea: Leaves In, Cups Out"),
        ("Kettle auf Platz 2 im Test", "Kettle auf Platz 2 im Test"),
    ],
)
def test_a_title_that_tells_something_stays(title, line):
    assert headline(title, ["Kettle 2 boils 3 litres in 40 seconds."]) == line


@pytest.mark.parametrize(
    "sentence",
    [
        "Kettle 2 may boil 3 litres in 40 seconds.",  # not certain
        "Kettle 2 is the fastest kettle of all.",  # praise
        "We boil 3 litres in 40 seconds with Kettle 2.",  # who is we?
        "Kettle 2 boils water, milk, tea, soup and whatever else a cook may want to have "
        "boiled in less than a minute.",  # a list that would be cut
        "Water boils in 40 seconds.",  # of something else
        "In Kettle 2, a lid was added for tea.",  # of a part of it
        "Kettle 2 is available in all shops.",  # that it is there
        "Kettle 2 is a new version of Kettle.",  # nothing
        "Kettle 2 gives you tea, coffee and soup.",  # an advertisement
        "Kettle 2 und Pan 3 kochen Tee.",  # of more than one
        "Mit dem Kettle 2 kochen wir Tee in 40 Sekunden.",  # who is we?
        "Kettle 2 wird Wasser in 40 Sekunden kochen.",  # not certain
        "Boiling water Kettle 2 boils 3 litres in 40 seconds.",  # glued to a heading
        "Kettle 2 boils water (and milk) in 40 seconds.",  # would be cut in the middle
    ],
)
def test_a_doubtful_sentence_makes_no_headline(sentence):
    assert headline("Introducing Kettle 2", [sentence]) == "Introducing Kettle 2"


def test_what_its_title_says_behind_a_name_needs_no_announcing():
    def none(told: str) -> bool:
        return False

    for title, told in (
        (
            "Introducing Kettle 2 at Lab: The Best Of Its Line",
            "Kettle 2 at Lab: The Best Of Its Line",
        ),
        ("Meet Aura, Lab’s bet on boats", "Aura, Lab’s bet on boats"),
        ("Introducing Kettle 2: Tea", "Introducing Kettle 2: Tea"),
    ):
        assert headline(title, [], (), none, "Lab") == told


def test_no_sentence_without_blanks_stands_in_the_place_of_a_title():
    said = ["这是今年第一个上市的水壶2号型号。"]

    assert headline("水壶2号发布", said) == "水壶2号发布"


def test_a_headline_says_no_banned_word_of_its_own():
    said = ["Kettle 2 is a robust kettle for tea.", "Kettle 2 boils in 40 seconds."]

    assert headline("Kettle 2", said, ["robust"]) == "Kettle 2 boils in 40 seconds"


def test_where_nothing_else_is_certain_the_publisher_introduces_it():
    said = ["Kettle is the platform for tea."]

    assert headline("Introducing Kettle 2", said, publisher="Lab") == (
        "Lab introduces Kettle 2"
    )
    assert headline("Kettle 2", said, publisher="Lab") == "Kettle 2"


@pytest.mark.parametrize(
    ("said", "publisher", "told"),
    [
        (
            "Today, we’re releasing Kettle 2.",
            "Lab",
            "Lab introduces Kettle 2",
        ),
        (
            "We’re building on that by introducing our Kettle 2.",
            "Lab",
            "Lab introduces Kettle 2",
        ),
        # Of another, of something else, by nobody knows whom, by an address.
        ("“Today, we’re releasing Kettle 2,” Pott said.", "Lab", "Kettle 2"),
        ("Today, we’re releasing Kettle 2-mini.", "Lab", "Kettle 2"),
        ("The makers are releasing Kettle 2.", "Lab", "Kettle 2"),
        ("Today, we’re releasing Kettle 2.", "lab.example", "Kettle 2"),
    ],
)
def test_who_says_we_release_it_introduces_a_bare_name(said, publisher, told):
    assert headline("Kettle 2", [said], publisher=publisher) == told


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Introducing Lab Kettle", "Lab introduces Kettle"),
        ("Introducing Lab 3", "Lab introduces Lab 3"),
        ("Introducing The Lab Institute", "Introducing The Lab Institute"),
    ],
)
def test_a_publisher_in_the_name_is_said_once(title, told):
    assert headline(title, ["It boils."], publisher="Lab") == told


def test_a_number_alone_is_no_name_behind_its_publisher():
    assert headline("Introducing Lab 3", ["It boils."], publisher="Lab") == (
        "Lab introduces Lab 3"
    )


def test_what_a_maker_did_is_told_before_that_it_introduces_something():
    said = (
        "Lab made Kettle available in its shop on 7 August 2025 in three sizes: a, b."
    )

    told = headline("Introducing Kettle for cooks", [said], publisher="Lab")

    assert told == "Lab made Kettle available in its shop in three sizes"


def test_who_introduces_it_is_told_before_what_is_said_of_it():
    said = [
        "Kettle for Teachers does the work.",
        "Kettle does the work of three cooks.",
    ]

    told = headline("Introducing Kettle for Cooks", said, publisher="Lab")

    assert told == "Lab introduces Kettle for Cooks"


def test_that_a_known_thing_is_open_now_is_news():
    told = headline("Kettle Build is Now Open Source", ["We release Kettle Build."])

    assert told == "Kettle Build is Now Open Source"


@pytest.mark.parametrize(
    ("title", "is_name_alone"),
    [
        ("OpenPot Files for IPO", False),
        ("OpenPot Confidentially Files for IPO", False),
        ("OpenPot 2 Is Changing Tea", False),
        ("LLMs Will Replace Cooks", False),
        ("GPT-5.5 System Card", True),
        ("OpenPot Flash Updates", True),
        ("Testing the LatticeKV Kettle", True),
    ],
)
def test_a_clause_with_a_capital_at_each_word_is_no_bare_name(title, is_name_alone):
    assert is_bare(title) is is_name_alone


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Today we launch Kettle 2, a new cache built for fast, patient answers to those agents that "
            "run for weeks on end, and to the tools of their teams.",
            "Kettle 2: a new cache",
        ),
        (
            "Kettle 2 is a cache for agents, not just for their tools.",
            "Kettle 2: a cache for agents",
        ),
        (
            "Kettle 2 boils a litre in 40 seconds, bringing tea to every agent of the team at once.",
            "Kettle 2 boils a litre in 40 seconds",
        ),
        # What is cut within a list would be half of it.
        (
            "Kettle 2 is a cache for reading, writing, and forgetting notes.",
            "Kettle 2",
        ),
    ],
)
def test_a_clause_ends_where_what_follows_may_be_left_out(said, told):
    assert headline("Kettle 2", [said]) == told


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Introducing tea-pot", "Lab introduces tea-pot"),
        ("Announcing kettle 0.9", "Lab introduces kettle 0.9"),
        # What may be a common word is not introduced as a name.
        ("Announcing layoffs", "Announcing layoffs"),
        ("Introducing our new office", "Introducing our new office"),
        # A phrase tells as much without what announces it.
        ("Introducing the way of the kettle", "Way of the kettle"),
        ("Introducing a kettle in every office", "A kettle in every office"),
        ("We’re launching two kettles for the office.", "Two kettles for the office"),
        ("We are now releasing the way of the kettle", "Way of the kettle"),
        ("We’re not done with kettles yet", "We’re not done with kettles yet"),
        ("Meet the lab of two kettles", "Meet the lab of two kettles"),
    ],
)
def test_a_name_may_be_written_in_small_letters(title, told):
    assert headline(title, [], publisher="Lab") == told


def test_a_sentence_tells_what_a_name_in_small_letters_is():
    said = ["boilgrep is a search tool for recipes, written in Rust."]

    told = headline("Introducing boilgrep", said)

    assert told == "Boilgrep: a search tool for recipes, written in Rust"


def test_a_kind_of_thing_is_no_name_that_a_sentence_may_tell_of():
    said = ["The UI removes that long assumption."]

    told = headline("Launching UI for tea in Kettle Studio", said)

    assert told == "UI for tea in Kettle Studio"


def test_a_sites_address_introduces_nothing():
    said = ["Kettle is the platform for tea."]

    told = headline("Introducing Kettle 2", said, publisher="kettle.example")

    assert told == "Kettle 2"


@pytest.mark.parametrize("title", ["세토가 한 해에 쪽을 읽는다", "سيتو تقرأ ألف صفحة"])
def test_a_sentence_of_letters_without_capitals_is_no_bare_name(title):
    assert not is_bare(title)
