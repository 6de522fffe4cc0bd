"""A draft mended by single sentences: what changes, and what stays as it was written."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.drafts.draft import sentences
from newsletter.drafts.mending import Cited, Mend, Mended, NotThere, mend, recite
from newsletter.drafts.parsing import parse
from newsletter.testing.examples import examples

DRAFT = """\
# The week

This issue has one launch. [Parser 2.0](https://lab.example/parser) is the largest.

## What shipped

### 1. Parser 2.0 reads *documents*

Example Lab released [Parser 2.0](https://lab.example/parser) in May. It reads 1,500
documents a minute. It runs on phones. ([Example Lab](https://lab.example/parser))

- It needs 2 GB. It is free.
- It needs no key.

> It was told by **one** source.

*Picked because it matches.*
"""
SHA = "a" * 64


def mended(*mends, draft=DRAFT):
    return mend(parse(draft), [Mend(*one) for one in mends]).markdown


def said(markdown):
    return [(one.text, one.links) for one in sentences(parse(markdown))]


def test_a_sentence_is_replaced_and_every_other_line_is_as_it_was():
    now = mended(
        ("It reads 1,500 documents a minute.", "It reads 1,200 documents a minute.")
    )

    was = said(DRAFT)
    wanted = [(text.replace("1,500", "1,200"), links) for text, links in was]
    assert said(now) == wanted
    assert now.split("\n\n")[:4] == DRAFT.split("\n\n")[:4]
    assert now.split("\n\n")[5:] == DRAFT.split("\n\n")[5:]


@pytest.mark.parametrize(
    "named",
    [
        "it needs 2 gb",
        "It *needs* 2 GB.",
        "- It needs 2 GB.",
        "  It\nneeds 2\nGB. ",
    ],
)
def test_a_sentence_is_named_by_its_words_however_they_are_marked(named):
    now = mended((named, "It needs 4 GB."))

    assert "- It needs 4 GB. It is free.\n- It needs no key.\n" in now


def test_a_long_sentence_may_be_named_by_its_start():
    now = mended(
        ("Example Lab released Parser…", "It came in [June](https://j.example).")
    )

    assert "It came in [June](https://j.example). It reads 1,500" in now


def test_a_sentence_is_taken_out_and_a_paragraph_that_is_empty_then_goes():
    now = mended(
        ("It is free.", ""),
        ("It was told by one source.", ""),
        ("It needs no key.", ""),
    )

    texts = [text for text, _ in said(now)]
    assert "It needs 2 GB." in texts
    assert not {"It is free.", "It needs no key."} & set(texts)
    assert ">" not in now
    assert "*Picked because it matches.*" in now


def test_the_link_behind_a_sentence_stays_for_its_new_words():
    told = "It runs on phones. (Example Lab)"
    for named, words in [
        ("It runs on phones.", "It runs on Linux."),
        (told, "It runs on Linux."),
        (told, "It runs on Linux. (Example Lab)"),
    ]:
        now = mended((named, words))

        assert "It runs on Linux. ([Example Lab](<https://lab.example/parser>))" in now
        assert now.count("Example Lab](") == 1


def test_a_link_of_its_own_takes_the_place_of_the_one_behind():
    now = mended(("It runs on phones.", "It runs on [Linux](https://l.example)."))

    assert "runs on [Linux](https://l.example).\n" in now
    assert "Example Lab](" not in now


def test_the_link_behind_a_lost_sentence_stays_for_one_before_that_has_none():
    now = mended(("It runs on phones.", ""))
    bare = mended(
        ("It runs on phones.", ""), ("It reads 1,500 documents a minute.", "")
    )

    assert "a minute. ([Example Lab](<https://lab.example/parser>))" in now
    assert ("Example Lab](" in bare) is False


def test_a_heading_gets_other_words_and_keeps_its_number():
    now = mended(("Parser 2.0 reads documents", "Parser 2.0 reads `tables`"))
    renumbered = mended(("1. Parser 2.0 reads documents", "2. Tables"))

    assert "\n### 1. Parser 2.0 reads `tables`\n" in now
    assert "\n### 2. Tables\n" in renumbered
    assert mended(("The week", "# A week")).startswith("# A week\n")


def test_a_paragraph_of_a_lone_form_feed_holds_nothing_to_mend():
    with pytest.raises(NotThere):
        mend(parse("\x0c"), [Mend("It is free.", "")])


def test_a_heading_cannot_be_taken_out():
    with pytest.raises(NotThere, match=r"“Parser 2\.0 reads documents” is a heading"):
        mended(("Parser 2.0 reads documents", ""))


def test_what_is_not_there_is_named_with_the_nearest_and_nothing_is_changed():
    with pytest.raises(NotThere) as lost:
        mended(("It needs 3 GB.", "No."), ("It is free.", ""), ("Fully unlike", "No."))

    told = str(lost.value).split("\n")
    assert told[0] == (
        "“It needs 3 GB.” does not stand in the draft; "
        "the nearest that does is “It needs 2 GB.”."
    )
    assert len(told) == 2
    assert "Fully unlike" in told[1]


def test_words_that_stand_twice_are_mended_twice():
    draft = "# T\n\nIt is one. It is two.\n\nIt is one.\n"

    assert mended(("It is one.", "It is 1."), draft=draft) == (
        "# T\n\nIt is 1. It is two.\n\nIt is 1.\n"
    )


def test_new_words_begin_no_list_and_no_paragraph():
    draft = "# T\n\nIt is one. It is two.\n"

    now = mended(("It is one.", "1. It is\n\n# one."), draft=draft)

    assert len(parse(now).lead) == 1
    assert not parse(now).sections


@settings(max_examples=examples(150))
@given(
    st.text(max_size=120),
    st.text(max_size=40),
    st.text(st.sampled_from("ab.*_`[]()<>#&|\\@!-+>1 \n"), max_size=40),
)
def test_any_mend_of_any_text_is_made_or_refused(markdown, sentence, replacement):
    draft = parse(f"# T\n\nA first. A second.\n\n{markdown}")

    made = mend(draft, [Mend("A second.", replacement)]).markdown
    with suppress(NotThere):
        mend(draft, [Mend(sentence, replacement)])

    assert made.startswith("# T\n\nA first.")


# --- What is cited --------------------------------------------------------------------


def cited(claim, url="https://lab.example/parser"):
    return {"claim": claim, "quote": "Q", "url": url, "source_sha256": SHA}


def test_a_citation_goes_with_its_sentence():
    whole = mend(
        parse(DRAFT),
        [
            Mend("It reads 1,500 documents a minute.", "It reads *1,200* documents."),
            Mend("It is free.", ""),
        ],
    )
    rows = [
        cited("It reads 1,500 documents a minute."),
        cited("It is free."),
        cited("It needs 2 GB."),
    ]

    assert recite(rows, whole, []) == [
        cited("It reads 1,200 documents."),
        cited("It needs 2 GB."),
    ]


def test_citations_that_are_given_for_a_sentence_are_all_that_it_has():
    whole = Mended(DRAFT, ())
    rows = [cited("It needs 2 GB."), cited("It is free.")]

    anew = recite(
        rows,
        whole,
        [
            Cited("It needs 2 GB.", "one", "https://a.example"),
            Cited("It needs 2 GB.", "two", "https://b.example"),
            Cited("It is free.", "", ""),
        ],
    )

    assert anew == [
        {"claim": "It needs 2 GB.", "quote": "one", "url": "https://a.example"},
        {"claim": "It needs 2 GB.", "quote": "two", "url": "https://b.example"},
    ]


def test_a_citation_may_be_given_for_the_words_that_were_there_before():
    whole = mend(parse(DRAFT), [Mend("It is free.", "It is cheap.")])

    [now] = recite([cited("It is free.")], whole, [Cited("It is free.", "cheap", "u")])

    assert now == {"claim": "It is cheap.", "quote": "cheap", "url": "u"}


def test_a_citation_for_a_sentence_that_is_not_there_is_refused():
    with pytest.raises(NotThere, match=r"the nearest that does is “It is free\.”"):
        recite([], Mended(DRAFT, ()), [Cited("It is freed.", "q", "u")])


def test_a_sentence_keeps_its_citation_where_another_is_put_behind_it():
    whole = mend(
        parse(DRAFT), [Mend("It needs 2 GB.", "It needs 2 GB. It has no screen.")]
    )

    now = recite(
        [cited("It needs 2 GB.")], whole, [Cited("It has no screen.", "none", "u")]
    )

    assert now == [
        cited("It needs 2 GB."),
        {"claim": "It has no screen.", "quote": "none", "url": "u"},
    ]
