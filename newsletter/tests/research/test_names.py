import pytest

from newsletter.research.names import (
    has_other_variant,
    is_other_version,
    names_in,
    subject_of,
)


@pytest.mark.parametrize(
    ("title", "things"),
    [
        ("Introducing Claude Opus 4.5", {"opus 4.5"}),
        ("vLLM v0.11.0 is out", {"vllm 0.11"}),
        ("gpt-5 and Llama4", {"gpt 5", "llama 4"}),
        ("OpenAI\u304cGPT-5\u3092\u767a\u8868", {"gpt 5"}),
        ("Ayr 3-1 Elgin", set()),
        ("Lab raises $5 million in 2026", set()),
        ("Part 2: Top 10 caches", set()),
        ("Kettle 4,5 ist da", {"kettle 4.5"}),
        ("Sled3-8B and Sled-R1-0528", {"sled 3", "r 1"}),
        ("King Ulf III in Kyoto", set()),
        ("Der Kessel kostet 4,5 Euro", set()),
        ("Garden planner version 2", {"planner 2"}),
    ],
)
def test_a_product_is_named_with_its_version(title, things):
    assert {thing.name for thing in names_in(title).things} == things


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("New caches for OpenAI and for Kyoto", {"openai", "kyoto"}),
        ("Trainer verlässt Elgin", {"elgin"}),
        ("Kettle: a runtime for agents", {"kettle"}),
    ],
)
def test_names_are_told_by_capitals_and_script(title, names):
    assert names_in(title).plain == names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kettle 4,5 ist da", "Kettle 4,6 ist da"),
        ("Kettle 3.15 alpha 1", "Kettle 3.15 alpha 2"),
        ("Kettle 3.15.0a1", "Kettle 3.15.0a2"),
        ("Kettle 1.36.0-alpha.1", "Kettle 1.36.0-alpha.2"),
        ("Sled Mark IV flies", "Sled Mark V flies"),
        ("Planner version two", "Planner version three"),
        ("Boiler Studio 2022", "Boiler Studio 2026"),
        ("BrewScript++23", "BrewScript++26"),
        ("Sled3-8B", "Sled3-32B"),
        ("Sled-4-mini", "Sled-4-reasoning"),
        ("CVE-2026-1234 in OpenKettle", "CVE-2026-5678 in OpenKettle"),
        ("Sled flight 10", "Sled flight 11"),
        ("Liga, 10. Spieltag", "Liga, 11. Spieltag"),
        ("Boiler Inc in its second quarter", "Boiler Inc in its third quarter"),
        ("The sled's tenth flight", "The sled's 11th flight"),
        ("\u6c34\u58f6 4.5 \u53d1\u5e03", "\u6c34\u58f6 5.0 \u53d1\u5e03"),
    ],
)
def test_another_version_is_told_from_another_title(one, other):
    assert is_other_version(names_in(one), names_in(other))
    assert not is_other_version(names_in(one), names_in(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kettle III", "Kettle 3"),
        ("kettle-boil-4-6", "Kettle Boil 4.6"),
        ("In 2025 taxes rise", "In 2026 taxes rise"),
        ("Umsatz im Jahr 2025", "Umsatz im Jahr 2026"),
        ("\u6c34\u58f6\u878d\u8d44 4.5 \u4ebf", "\u6c34\u58f6\u878d\u8d44 5.0 \u4ebf"),
    ],
)
def test_what_is_no_other_version(one, other):
    assert not is_other_version(names_in(one), names_in(other))


@pytest.mark.parametrize(
    ("one", "other", "is_other"),
    [
        ("Copper Sled", "Copper Sled Pro", True),
        ("Sled K2 opens", "Sled K2 Thinking opens", True),
        ("Sled 3-mini", "Sled 3 mini", False),
        ("Sled thinking of Kyoto", "Sled", False),
    ],
)
def test_a_variant_may_stand_on_one_side_alone(one, other, is_other):
    assert has_other_variant(names_in(one), names_in(other)) is is_other


@pytest.mark.parametrize(
    ("title", "coined"),
    [
        ("LatticeKV: Learning to Evict Cache Entries", "latticekv"),
        ("PaddleOCR-VL: Parsing Documents", "paddleocr"),
        ("Snyk VulnBench: Can Models Find a Bug Twice?", "vulnbench"),
        ("AEGIS: A Backup Reflex", ""),
        ("LLMs: A Survey", ""),
        ("Cassandra: Reasoning at the Edge", ""),
        ("How We Built LatticeKV at the Lab: A Report", ""),
        ("LatticeKV learns to evict", ""),
    ],
)
def test_what_a_paper_coins_stands_before_its_colon(title, coined):
    assert names_in(title).coined == coined


@pytest.mark.parametrize(
    ("title", "about"),
    [
        ("Kettle 3.1 boils", "kettle 3.1"),
        ("Elgin ships Kettle 3", "kettle 3"),
        ("Introducing Copper Kettle 3", "kettle 3"),
        ("Kettle 3 and Kettle 4 are withdrawn", "kettle 4"),
        ("Kettle 3, Lamp 4.5 and others build the same four apps", ""),
        ("An open pot just beat Elgin's Kettle 3 at tea", ""),
        ("Elgin sues Dinant", ""),
        ("", ""),
    ],
)
def test_a_title_is_about_the_one_product_that_it_begins_with(title, about):
    subject = subject_of(title)

    assert (subject.name if subject else "") == about
