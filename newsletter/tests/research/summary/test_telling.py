from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.ranking import frequencies as field
from newsletter.research.summary import reports, telling
from newsletter.research.summary.candidates import centrality
from newsletter.research.summary.summarise import summarise
from newsletter.text.similarity import terms, vector

TITLE = "Lab opens a kettle works in Vale"
NEWS = "Lab opens a works for kettles in Vale on Monday and hires 300 people for it."
FACT = "The works makes 4,000 kettles a day and cost $12 million to build."
OTHER = "People like to drink tea in all the ways that they can think of in this world."


def read(*sentences, title=TITLE):
    vectors = [vector(terms(one), field.shipped()) for one in sentences]
    return telling.read(sentences, title, vectors, centrality(vectors))


def test_the_news_is_worth_more_than_a_fact_and_a_fact_more_than_what_anybody_says():
    news, fact, other = read(NEWS, FACT, OTHER)

    assert news.value > fact.value > other.value
    assert news.news > max(fact.news, other.news)
    assert fact.fact > other.fact


def test_in_another_language_what_any_language_shows_is_weighed():
    news, other = read(
        "Das Labor eröffnet in Vale ein Werk für Kessel und stellt dafür 300 Leute ein.",
        "Tee trinken die Leute schon immer gern, und zwar auf jede erdenkliche Weise.",
        title="Labor eröffnet ein Werk für Kessel in Vale",
    )

    assert news.value > other.value


def test_a_text_is_worth_what_its_best_sentence_is():
    assert reports.value(f"{OTHER} {NEWS}", TITLE) > reports.value(OTHER, TITLE)
    assert reports.value("", TITLE) == 0


TEXTS = st.text(st.sampled_from("Aa0 .“”\"'‘*_#\n-—(),!?«„「。的$%"), max_size=200)


@given(TEXTS, TEXTS)
def test_of_any_text_the_chances_are_chances_and_the_quotes_are_of_it(text, title):
    for one in read(*text.splitlines(), title=title):
        assert 0 <= one.news <= 1
        assert 0 <= one.fact <= 1

    told = summarise(text, title=title, most_words=50, most_sentences=2, is_paper=False)
    assert all(one.quote in text for one in told)
