import pytest

from newsletter.research.ranking.learning import NEUTRAL, Example, Learned, train

QUANTUM = "Quantum circuits of many qubits correct errors on a chip."
GARDEN = "Tomatoes grow in raised beds, with compost and mulch."


def make_examples(count=6, **changes):
    return [
        Example(**{"title": title, "text": text, "is_wanted": is_wanted, **changes})
        for title, text, is_wanted in (
            ("Growing tomatoes", GARDEN, True),
            ("Correcting qubits", QUANTUM, False),
        )
        for _ in range(count)
    ]


def test_without_examples_nothing_is_learned():
    assert train([]) == NEUTRAL
    assert NEUTRAL.of("Tomatoes", GARDEN).value == 0
    assert NEUTRAL.sha256 == ""


def test_what_was_wanted_speaks_for_and_what_was_not_against():
    learned = train(make_examples())

    liked, disliked = learned.of("Tomatoes", GARDEN), learned.of("Qubits", QUANTUM)

    assert liked.value > 0 > disliked.value
    assert "tomato" in " ".join(liked.terms)
    assert "qubit" in " ".join(disliked.terms)


def test_more_examples_say_more():
    values = [train(make_examples(n)).of("Tomatoes", GARDEN).value for n in (1, 12)]

    assert 0 < values[0] < values[1]


def test_one_side_alone_is_held_against_the_field():
    examples = make_examples()

    liked = train(one for one in examples if one.is_wanted)
    disliked = train(one for one in examples if not one.is_wanted)

    assert liked.of("Tomatoes", GARDEN).value > 0
    assert disliked.of("Qubits", QUANTUM).value < 0


def test_an_old_example_counts_less_and_after_a_year_not_at_all():
    old = make_examples(age_weeks=40)

    value = train(old).of("Tomatoes", GARDEN).value

    assert 0 < value < train(make_examples()).of("Tomatoes", GARDEN).value
    assert train(make_examples(age_weeks=53)) == NEUTRAL


def test_the_same_examples_make_the_same_model():
    assert train(make_examples()).sha256 == train(make_examples()).sha256 != ""


def test_the_strongest_terms_are_told_on_both_sides():
    wanted, unwanted = train(make_examples()).strongest(3)

    assert len(wanted) == len(unwanted) == 3
    assert wanted[0][1] >= wanted[-1][1] > 0 > unwanted[0][1]


def test_no_story_is_moved_without_bound():
    assert train(make_examples(400)).of("Tomatoes", GARDEN).value <= 8


def test_what_is_told_names_no_word_twice():
    terms = train(make_examples()).of("Growing tomatoes", GARDEN).terms

    words = [word for term in terms for word in term.split()]
    assert len(words) == len(set(words))
    assert len(terms) == pytest.approx(2, abs=1)


def test_a_term_is_told_as_it_is_mostly_written():
    told = [
        Example("Kettles boil: OpenKettle boils water", "Kettles, kettle boils.", True),
        Example("Other kettles of OpenKettle", "The kettles boiled water.", True),
    ]

    taste = train(told)

    assert taste.written("kettle") == "kettles"
    assert taste.written("openkettle water") == "OpenKettle water"
    assert "kettles" in taste.of("Kettle", "A kettle.").terms
    assert Learned(taste.weights).written("kettle") == "kettle"


# By its language: what is found every week, and what marks are about.
FOUND = {
    "english": (
        "council bridge harbour school budget library museum festival football theatre "
        "hospital bakery orchard traffic election river concert mayor station market",
        "Robots grasp boxes: a robot arm learns to fold towels in a warehouse",
    ),
    "german": (
        "Rathaus Brücke Hafen Schule Haushalt Bücherei Museum Festspiele Fußball Theater "
        "Klinik Bäckerei Obstgarten Verkehr Wahlkampf Ufer Konzert Gemeinde Bahnhof Markt",
        "Gewinnspiel: Leser verlosen Karten, Teilnahmeschluss ist am Freitag",
    ),
    "japanese": (
        "議会 橋梁 港湾 学校 予算 図書 博物 祭典 野球 劇場 病院 菓子 果樹 交通 選挙 河川 演奏 市長 駅前 市場",
        "新型の産業用ロボットが箱を掴む腕の学習に成功",
    ),
}


def make_week(language, *, told=20, passed=200):
    """What a newsletter told of its own accord, and what it passed over."""
    known = FOUND[language][0].split()
    texts = [
        f"{known[n % 20]} {known[n // 20 % 20]} {known[(n * 7 + 3) % 20]}"
        for n in range(told + passed)
    ]
    return [
        Example(text, f"{text}.", is_wanted=True, age_weeks=1.0, weight=0.3)
        if number < told
        else Example(text, f"{text}.", is_wanted=False, age_weeks=1.0, is_passed=True)
        for number, text in enumerate(texts)
    ]


def moved(language, marks, **size):
    """How far so many marks move a story like the marked ones: by less, and by more."""
    week, marked = make_week(language, **size), FOUND[language][1]
    before = train(week).of(marked, marked).value
    less, more = (
        train([*week, *[Example(marked, marked, is_wanted)] * marks])
        for is_wanted in (False, True)
    )
    return [one.of(marked, marked).value - before for one in (less, more)]


@pytest.mark.parametrize("language", FOUND)
def test_what_a_person_says_counts_in_both_directions_beside_what_was_passed_over(
    language,
):
    less, more = moved(language, 3)

    assert less < -1 < 1 < more
    assert 0.5 < -less / more < 2


@pytest.mark.parametrize("language", FOUND)
def test_no_number_of_stories_passed_over_dilutes_a_mark(language):
    few, many = (moved(language, 1, passed=count)[0] for count in (40, 400))

    assert few < 0
    assert many < few / 2


def test_what_was_merely_passed_over_teaches_nothing_alone():
    assert train([one for one in make_week("english") if one.is_passed]) == NEUTRAL
