import pytest

from newsletter.research.ranking import frequencies as field
from newsletter.research.ranking.profile import (
    default_profile,
    read,
    read_beside,
    with_topics,
)

AGENTS = (
    "We present a memory for LLM agents that call tools over long-horizon tasks. The "
    "multi-agent system plans, reflects and keeps its context small. On an agent "
    "benchmark of 120 tasks it solves 14% more than a coding agent without memory."
)
RADIOLOGY = (
    "We segment lung lesions in computed tomography of patients with a convolutional "
    "network. Radiologists from four hospitals drew the outlines. Clinical diagnosis "
    "improves on medical imaging of 300 patients."
)


def test_a_text_of_the_profile_is_far_nearer_than_one_of_another_field():
    profile = read(default_profile())

    near = profile.nearness("A memory for LLM agents", AGENTS)
    far = profile.nearness("Lesions in tomography", RADIOLOGY)

    assert near.value > 12
    assert far.value < 0


def test_what_readers_want_less_of_counts_against():
    wanted = "Agents, planning, medical imaging"
    unwanted = "Agents, planning\n\n## Less of\n- medical imaging"

    assert read(unwanted).nearness("Imaging", RADIOLOGY).value < 0
    assert read(wanted).nearness("Imaging", RADIOLOGY).value > 0


@pytest.mark.parametrize(
    "text", ["Agents\n\nLess of: imaging", "# Want\nAgents\n- less of imaging\n"]
)
def test_less_of_may_be_a_line_of_its_own(text):
    assert read(text).wanted["imaging"] < 0 < read(text).wanted["agent"]


def test_after_less_of_a_heading_begins_what_is_wanted_again():
    profile = read("## Less of\n- imaging\n\n## Models\n- reasoning")

    assert profile.wanted["imaging"] < 0 < profile.wanted["reasoning"]


def test_matched_names_phrases_of_the_profile_as_it_writes_them():
    profile = read("- LLM agents, long-horizon tasks (LHT) and SWE-bench\n- KV cache")

    near = profile.nearness("A memory for LLM agents", AGENTS)

    assert set(near.matched) == {"LLM agents", "long-horizon tasks"}


def test_a_word_is_named_in_one_phrase_only():
    near = read("agents, coding agents, LLM agents").nearness("Agents", AGENTS)

    assert near.matched == ("coding agents",)


def test_no_more_than_three_phrases_are_named():
    near = read("memory, tools, context, benchmark, tasks").nearness("", AGENTS)

    assert len(near.matched) == 3


def test_an_empty_profile_is_near_to_nothing():
    near = read("").nearness("Agents", AGENTS)

    assert near.value == 0
    assert near.matched == ()


def test_two_words_prove_less_than_a_text():
    profile = read("LLM agents, agent memory")

    assert (
        profile.nearness("LLM agents", "").value
        < profile.nearness("LLM agents", AGENTS + AGENTS).value * 3
    )
    assert profile.nearness("", "").value < 1


def test_the_scale_is_about_the_same_for_a_short_and_a_long_profile():
    short = read("LLM agents, tool use, agent memory, multi-agent systems")
    long = read(default_profile())

    one = short.nearness("A memory for LLM agents", AGENTS).value
    other = long.nearness("A memory for LLM agents", AGENTS).value

    assert 0.4 < one / other < 2.5


def test_the_shipped_profile_is_concrete_enough():
    assert len(default_profile().split()) > 66


def test_common_words_of_the_field_weigh_little():
    frequencies = field.shipped()

    assert frequencies.documents > 4000
    assert frequencies.weight("model") < frequencies.weight("agent")
    assert frequencies.weight("agent") < frequencies.weight("agent memory")


@pytest.mark.parametrize("text", ["Agents", "# Want\nAgents\n\nLess of: chips"])
def test_a_topic_is_wanted_like_the_profile(text):
    profile = read(with_topics(text, ["medical imaging", "tool\ncall"]))

    assert profile.wanted["medical imaging"] > 0
    assert profile.wanted["tool call"] > 0
    near = profile.nearness("Lesions in tomography", RADIOLOGY)
    assert near.value > read(text).nearness("Lesions in tomography", RADIOLOGY).value
    assert near.matched == ("medical imaging",)


def test_a_profile_without_topics_is_itself():
    assert with_topics("Agents", []) == "Agents"


def test_who_reads_and_that_they_want_it_is_no_subject():
    plain = read("discoveries in biology and astronomy")
    told = read("Readers want discoveries in biology and astronomy.")

    assert told.wanted == plain.wanted
    assert told.nearness("What readers of our news want to know", "").matched == ()


OIL = "Peppermint oil lowers blood pressure. " * 12
STRIKE = "A tanker of oil burned in Gaza. " * 12


def test_one_word_in_common_proves_less_than_two():
    of_many = read("war, diplomacy, Gaza, oil")
    of_few = read("war, Gaza, oil")

    peppermint = of_many.nearness("Peppermint oil", OIL).value
    assert peppermint < 0.6 * of_few.nearness("Peppermint oil", OIL).value
    assert of_many.nearness("Oil in Gaza", STRIKE).value > 2 * peppermint


@pytest.mark.parametrize(
    ("profile", "title"),
    [
        (
            "Klassieke muziek: orkesten, dirigenten en de opera",
            "Jeugdorkest zoekt dirigente",
        ),
        (
            "Musik für Orchester und Dirigenten, die Oper",
            "Kammerorchester wählt Dirigentin",
        ),
        ("Música: las orquestas y los directores", "Nueva directora de la orquesta"),
        ("Музыка: оркестры и дирижёры", "Оркестром руководит новый дирижёр"),
        ("음악: 오케스트라와 지휘자, 공연", "지휘자가 오케스트라를 떠난다"),
    ],
)
def test_other_forms_of_its_words_are_near_to_a_profile_of_another_language(
    profile, title
):
    near = read(profile).nearness(title, "")

    assert near.value > 12
    assert near.forms


def test_another_form_within_a_text_proves_less_than_the_word():
    dutch = read("Over de veerboten en het vliegveld")

    word = dutch.nearness("Nieuws", "De veerboten blijven liggen.").value
    form = dutch.nearness("Nieuws", "De veerbootkade blijft liggen.").value
    assert 0 < form < 0.6 * word
    told = dutch.nearness("Veerbootkade", "De kade blijft liggen.")
    assert told.value > word


@pytest.mark.parametrize(
    ("text", "proves"),
    [
        ("El puerto de Vale abre en Chile, dice la Cámara de Chile.", False),  # where
        ("La central abre el lunes.", False),  # half of "Banco Central"
        ("Una carta empleó la Cámara el lunes.", False),  # another form, once
        ("El empleo sube en el puerto de Vale.", True),
        ("La central de empresas abre el lunes.", True),  # two words
    ],
)
def test_in_another_language_a_place_or_half_a_phrase_proves_nothing(text, proves):
    spanish = read("Economía en Chile: inflación, empleo, empresas, Banco Central")

    assert (spanish.nearness("Nota", text).value > 0) is proves


def test_a_list_of_nouns_is_in_the_language_of_its_outlets():
    nouns = "Zdrowie: szpitale, lekarze, choroby, leki"
    told = "Nowy szpital otwarto w tym tygodniu, a lekarzy jest w nim mniej."

    assert read_beside(nouns, [told]).forms
    assert not read_beside(nouns, ["The port of Vale opens a hospital."]).forms
    assert not read_beside("The harbour and the port", [told]).forms


def test_another_form_of_what_is_not_wanted_is_refused():
    german = read("Oper, Schauspiel und Bücher. Keine Gewinnspiele.")

    assert german.refuses("Gewinnspiel: Karten zu verlosen")
    assert not german.refuses("Gewinnspiel: ein Abend im Schauspielhaus")


def test_no_other_forms_count_for_a_profile_in_english():
    english = read("orchestras, conductors and opera")

    assert english.nearness("An orchestral conduct", "").value <= 0


@pytest.mark.parametrize(
    "text",
    [
        "LLM agents, coding tools, open weights",
        "We build chat and voice products on language models: inference cost, prompt caching,"
        " evaluation, tool calling.",
        "RAG, embeddings, reranking",
        "People who fine-tune small language models on one graphics card",
        "## Agents\n- multi-agent systems, MCP\n\n## Less of\n- video, robots",
    ],
)
def test_who_builds_with_language_models_is_of_the_field_that_outlets_are_ranked_for(
    text,
):
    assert not read(text).is_far


@pytest.mark.parametrize(
    "text",
    [
        # Words of the field, meant otherwise.
        "Estate agents: prices, search, mortgages, long leases",
        "Recipes and kitchen tools, planning meals for the week",
        "For teachers: planning lessons, evaluation of pupils, reading",
        "City planning, traffic, oversight of building works",
        "Indie games: engines, agents and planning in strategy games",
        "Robots: arms, motion planning, autonomous driving, perception",
        "The business of AI: funding, deals, courts, chips",
    ],
)
def test_who_reads_of_something_else_is_far_from_it_whatever_words_they_share(text):
    assert read(text).is_far
