import pytest

from newsletter.research.summary.rewording import (
    capitalised,
    following,
    in_plain_words,
    in_third_person,
    spelled_out,
    without_authors,
    without_lead,
    without_praise,
)


@pytest.mark.parametrize(
    ("sentence", "without"),
    [
        ("However, agents forget.", "Agents forget."),
        ("To close this gap, we build a cache.", "We build a cache."),
        ("To this end, we build a cache.", "We build a cache."),
        ("Building on these findings, we build a cache.", "We build a cache."),
        ("With this integrated design, Kettle wins.", "Kettle wins."),
        ("In this paper, we build a cache.", "We build a cache."),
        ("Crucially, however, agents forget.", "However, agents forget."),
        ("Moreover, for instance, agents forget.", "For instance, agents forget."),
        ("Thus we build a cache.", "We build a cache."),
        ("Results: The cache holds.", "The cache holds."),
        ("Our key insight is that agents forget.", "Agents forget."),
        ("Moreover, vLLM is fast.", "vLLM is fast."),
        ("Finally, a cache helps.", "A cache helps."),
        ("We fill this gap by proposing a cache.", "We propose a cache."),
        ("We address these two limits by building a cache.", "We build a cache."),
        (
            "This survey fills that gap by proposing a map.",
            "This survey proposes a map.",
        ),
        ("In this paper we build a cache.", "We build a cache."),
        ("To serve research in this area, we build a cache.", "We build a cache."),
        ("To tell apart the readers of these pages, we ask.", "We ask."),
        (
            "By joining the above ideas and tests, we build a cache.",
            "We build a cache.",
        ),
        ("Intriguingly, we build a cache.", "We build a cache."),
    ],
)
def test_the_connective_goes(sentence, without):
    expected = without if without[0].islower() else without_lead(without)

    assert without_lead(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Overall performance improves.",
        "First results are in.",
        "Here",
        "To build a cache, we start small.",
        "To serve tools such as Kettle, we start small.",
        "To tell apart the readers of these pages, agents ask.",
        "By joining tea to milk rather than those of Vale, we ask.",
        "Kettle, however, holds.",
    ],
)
def test_what_only_looks_like_a_connective_stays(sentence):
    assert without_lead(sentence) == sentence


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("We build a cache.", "The authors build a cache."),
        ("We show that we win.", "The authors show that they win."),
        ("We test our cache.", "The authors test their cache."),
        ("Our cache holds.", "The authors’ cache holds."),
        (
            "In tests, our cache holds and lets us win.",
            "In tests, the authors’ cache holds and lets them win.",
        ),
        ("It helps us.", "It helps the authors."),
        ("By testing our cache, we win.", "By testing their cache, the authors win."),
        ("The choice is ours.", "The choice is the authors’."),
        ("We think ours is best.", "The authors think theirs is best."),
        ("We ask ourselves.", "The authors ask themselves."),
        (
            "We've built it and we're glad.",
            "The authors have built it and they are glad.",
        ),
        ("Our proposed cache holds.", "The proposed cache holds."),
        ("This paper asks why.", "The paper asks why."),
        ("We ask in this work.", "The authors ask in the work."),
        ("We then test it.", "The authors test it."),
        ("It is sold in the US.", "It is sold in the US."),
        ("The authors say we win.", "The authors say they win."),
    ],
)
def test_we_becomes_the_authors(sentence, told):
    assert in_third_person(sentence) == told


@pytest.mark.parametrize(
    ("sentence", "begun"),
    [
        ("agents wait", "Agents wait"),
        ("a cache", "A cache"),
        ("vLLM waits", "vLLM waits"),
        ("k-means waits", "k-means waits"),
        ("3 agents", "3 agents"),
        ("sqlite-utils waits", "sqlite-utils waits"),
        ("", ""),
    ],
)
def test_names_keep_their_small_letters(sentence, begun):
    assert capitalised(sentence) == begun


def test_an_article_goes_with_the_words_that_are_spelled_out():
    meanings = {"RLIF": "reinforcement learning", "UA": "unified agent"}

    assert spelled_out("It is an RLIF method.", meanings) == (
        "It is a reinforcement learning (RLIF) method."
    )
    assert spelled_out("A UA waits.", meanings) == "A unified agent (UA) waits."


def test_words_that_are_spelled_out_first_begin_with_a_capital():
    told = spelled_out("RAG helps.", {"RAG": "retrieval-augmented generation"})

    assert told == "Retrieval-augmented generation (RAG) helps."


def test_an_acronym_is_spelled_out_at_its_first_use():
    meanings = {"CSTS": "collective skill tree search"}

    assert (
        spelled_out("CSTS helps, and CSTS is small.", meanings)
        == "Collective skill tree search (CSTS) helps, and CSTS is small."
    )
    assert spelled_out("We use CSTS.", meanings) == (
        "We use collective skill tree search (CSTS)."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Collective skill tree search helps CSTS.",
        "The tree (CSTS) helps.",
        "CSTS-2 helps.",
        "Nothing of it.",
    ],
)
def test_an_acronym_that_is_explained_or_another_stays(sentence):
    assert spelled_out(sentence, {"CSTS": "collective skill tree search"}) == sentence


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("We present Kettle, a novel cache.", "We present Kettle, a cache."),
        ("It is a novel agent.", "It is an agent."),
        ("We present Kettle, a novel agent.", "We present Kettle, an agent."),
        ("It is an innovative cache.", "It is a cache."),
        ("Kettle dramatically reduces cost.", "Kettle reduces cost."),
        ("It serves a world-class product.", "It serves a product."),
        ("It is a simple yet effective cache.", "It is a simple cache."),
        ("It is simple, yet highly powerful.", "It is simple."),
        ("It is effective yet simple.", None),
        # More would have to be mended.
        ("A first systematic and comprehensive review.", None),
        ("We use a novel and simple cache.", None),
        ("We use a novel, simple cache.", None),
        ("Novel caches are rare.", None),
        ("The cache is novel.", None),
        ("It gives a more comprehensive view.", None),
        ("The cache is powerful enough.", None),
        ("It is as powerful as another.", None),
        ("The cache remains powerful in tests.", None),
        ("It renders novel views of a room.", None),
        ("It is a powerful and cheap cache.", None),
    ],
)
def test_praise_goes_where_nothing_else_has_to_change(sentence, plain):
    assert without_praise(sentence) == (plain or sentence)


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("A cache that leverages tests.", "A cache that uses tests."),
        ("Leveraging tests, it holds.", "Using tests, it holds."),
        ("It may be leveraged to leverage more.", "It may be used to use more."),
        ("The leverage of a bank and leverage scores.", None),
    ],
)
def test_to_leverage_is_to_use(sentence, plain):
    assert in_plain_words(sentence) == (plain or sentence)


@pytest.mark.parametrize(
    ("sentence", "before", "told"),
    [
        ("The authors test it.", "The authors build it.", "They test it."),
        ("The authors test it.", "They build it.", "They test it."),
        ("The authors test it.", "Kettle is a cache.", "The authors test it."),
        ("The authors’ cache holds.", "The authors build it.", "Their cache holds."),
        ("The authors’ results hold.", "Kettle is a cache.", "The results hold."),
        ("The authors’ cache holds.", "Kettle is one.", "The authors’ cache holds."),
    ],
)
def test_the_authors_are_named_once_in_a_row(sentence, before, told):
    assert following(sentence, before) == told
    assert without_authors(told) == without_authors(sentence)


def test_what_has_a_name_needs_no_owner():
    told = in_third_person("In tests, our KettleNet and our “cold” tools hold.")

    assert told == "In tests, the KettleNet and the “cold” tools hold."


def test_a_hyphenated_word_behind_a_connective_begins_with_a_capital():
    assert without_lead("Here, cross-Region tests hold.") == "Cross-Region tests hold."
    assert without_lead("Here, state-of-the-art tea.") == "State-of-the-art tea."
    assert without_lead("Here, k-means holds.") == "k-means holds."
    assert without_lead("Here, gpt-oss holds.") == "gpt-oss holds."
    assert without_lead("Here, gemini-3-pro holds.") == "gemini-3-pro holds."
