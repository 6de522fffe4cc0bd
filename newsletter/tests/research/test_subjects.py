"""What readers may choose by, and which texts are about it."""

from newsletter.research.ranking.profile import default_profile
from newsletter.research.subjects import said, subjects


def test_topics_are_the_subjects_where_there_are_any():
    known = subjects(["AI agents", "Chips", "Chips", " "], default_profile())

    assert [one.name for one in known] == ["AI agents", "Chips"]
    assert said(known, "A new chip", "Nothing else.") == {"Chips"}
    assert said(known, "News", "An AI agent plans.") == {"AI agents"}
    assert said(known, "An agent", "of AI") == frozenset()


def test_without_topics_they_are_the_headings_of_what_the_profile_wants():
    known = subjects([], default_profile())

    assert [one.name for one in known] == ["Agents", "Models", "Engineering"]
    assert said(known, "TURA", "A tool calling agent.") == {"Agents"}
    assert said(known, "News", "It was made by fine-tuning.") == {"Models"}
    assert said(known, "Efficient Agents", "They cost less.") == {"Agents"}
    assert said(known, "News", "Models and agents.") == frozenset()


def test_a_word_alone_tells_only_in_a_title():
    known = subjects([], "## Bread\n- sourdough, rye flour\n")

    assert said(known, "On sourdough", "") == {"Bread"}
    assert said(known, "On cakes", "No sourdough here.") == frozenset()
    assert said(known, "On cakes", "With rye flour.") == {"Bread"}


def test_a_profile_without_headings_has_no_subjects():
    assert subjects([], "Gardeners.\n\n## Less of\n- cars\n\n## Alone\n") == ()
