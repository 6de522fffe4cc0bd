import pytest

from newsletter.pages.evidence import at_passage

A = "https://a.example/post"


@pytest.mark.parametrize(
    ("quote", "fragment"),
    [
        ("It has 71.2% on MMLU.", "It%20has%2071.2%25%20on%20MMLU."),
        ("a-b, c & d", "a%2Db%2C%20c%20%26%20d"),
        ("one two three four five six seven eight nine",
         "one%20two%20three%20four,six%20seven%20eight%20nine"),
        ("It is open … and small", "It%20is%20open,and%20small"),
        ("It is open [...] and small", "It%20is%20open,and%20small"),
    ],
)  # fmt: skip
def test_a_browser_opens_a_source_at_its_passage(quote, fragment):
    assert at_passage(A, quote) == f"{A}#:~:text={fragment}"


def test_an_address_keeps_the_fragment_that_it_has():
    assert at_passage(f"{A}#part", "word") == f"{A}#part:~:text=word"


@pytest.mark.parametrize("quote", ["", " … "])
def test_a_quote_without_words_opens_the_page(quote):
    assert at_passage(A, quote) == A
