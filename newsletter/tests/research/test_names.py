import pytest

from newsletter.research.names import names_in


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
