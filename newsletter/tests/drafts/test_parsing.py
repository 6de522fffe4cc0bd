"""The structural contract: what a draft must look like, and that nothing gets lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Block, is_ours, sentences
from newsletter.drafts.parsing import blocks_of, parse, to_markdown
from newsletter.testing.examples import examples
from newsletter.text.identifiers import sha256_of

MARKDOWN = """\
# A week of open weights

> Made from the bundled sample.

Five launches and one paper.

A second paragraph of the lead.

## What shipped

### 1. [Model A](https://a.example/news) is out

Model A has [120B parameters](https://a.example/card), and [code][c].

*Picked because it matches the profile: open weights.*

### 2. Tool B 1.2

Tool B runs [offline](https://b.example/).

## Research worth knowing

No paper passed the bar this week.

## Your 4-hour build this week

### 1. Run it

1. Clone [the code](https://c.example/).
2. Run it.

## How this issue was made

Without a language model.

[c]: https://c.example/code "The code"
"""


def codes(markdown):
    return [problem.code for problem in parse(markdown).problems]


def test_a_draft_in_order_has_no_problems():
    draft = parse(MARKDOWN)

    assert draft.problems == ()
    assert draft.title == "A week of open weights"
    assert [block.markdown for block in draft.lead] == [
        "Five launches and one paper.",
        "A second paragraph of the lead.",
    ]
    assert draft.notes == (Block("> Made from the bundled sample."),)
    assert [section.kind for section in draft.sections] == [
        SectionKind.LAUNCHES,
        SectionKind.PAPERS,
        SectionKind.BUILD,
        SectionKind.OTHER,
    ]


def test_an_item_has_its_number_plain_title_and_paragraphs():
    first, second, _ = parse(MARKDOWN).items

    assert (first.number, first.title) == (1, "Model A is out")
    assert first.paragraphs[1].markdown.startswith("*Picked because")
    assert (second.name, second.words) == ("2. Tool B 1.2", 4)


def test_words_of_our_own_do_not_count():
    item = parse(MARKDOWN).items[0]

    assert item.words == 7


def test_a_section_without_items_keeps_its_honest_line():
    papers = parse(MARKDOWN).of_kind(SectionKind.PAPERS)[0]

    assert papers.prose == (Block("No paper passed the bar this week."),)
    assert papers.items == ()


def test_a_draft_written_out_again_is_the_same_draft():
    draft = parse(MARKDOWN)

    assert parse(to_markdown(draft)) == draft


@pytest.mark.parametrize(
    ("wrong", "right", "code"),
    [
        ("", "# A week of open weights\n", "title"),
        ("# Another\n\n## What shipped", "## What shipped", "title"),
        ("Words first.\n\n# A week", "# A week", "title"),
        ("## News", "## What shipped", "sections"),
        ("## More research", "## How this issue was made", "sections"),
        ("## What shipped too", "## How this issue was made", "sections"),
        ("### 3. Tool B", "### 2. Tool B", "numbering"),
        ("### Tool B", "### 2. Tool B", "numbering"),
        ("### **2. Tool B** 1.2", "### 2. Tool B 1.2", "numbering"),
        ("#### 2. Tool B", "### 2. Tool B", "heading"),
        ("### 1. Early\n\n## What shipped", "## What shipped", "heading"),
    ],
)
def test_what_is_not_as_agreed_is_named(wrong, right, code):
    assert right in MARKDOWN

    assert code in codes(MARKDOWN.replace(right, wrong, 1))


def test_headings_inside_a_code_block_are_no_headings():
    markdown = MARKDOWN.replace(
        "Tool B runs", "```\n## What shipped\n```\n\nTool B runs", 1
    )

    assert codes(markdown) == []
    assert "## What shipped" in parse(markdown).items[1].body_markdown


def test_headings_underlined_in_the_other_style_count_too():
    markdown = MARKDOWN.replace(
        "# A week of open weights", "A week of open weights\n===", 1
    )

    assert parse(markdown).title == "A week of open weights"


def test_an_escaped_full_stop_after_the_number_is_a_number():
    assert parse(MARKDOWN.replace("### 2. ", "### 2\\. ")).items[1].number == 2


def test_a_link_belongs_to_every_sentence_it_touches():
    said = sentences(parse("# T\n\nOne is [here. Two](https://x.example/) too. Three."))

    assert [(s.text, s.links) for s in said] == [
        ("One is here.", ("https://x.example/",)),
        ("Two too.", ("https://x.example/",)),
        ("Three.", ()),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“A b.” ([X](https://x.e)) “C d.”", ["“A b.” (X)", "“C d.”"]),
        ("“A b.” [X](https://x.e) “C d.”", ["“A b.” X", "“C d.”"]),
        ("“A b.” [X](https://x.e) It is.", ["“A b.” X", "It is."]),
        ("A b. ([X](https://x.e), [Y](https://y.e)). C.", ["A b. (X, Y).", "C."]),
        ("A b. ([arXiv](https://x.e)) C.", ["A b. (arXiv)", "C."]),
        ("A b. [c d e f g h i j k](https://x.e)", None),
        ("A b. [C d e f g h i j k](https://x.e)", ["A b.", "C d e f g h i j k"]),
        ("A b. [X](https://x.e) did it.", ["A b.", "X did it."]),
        ("A b. [X](https://x.e) Codex did.", ["A b.", "X Codex did."]),
        ("A b. [X](https://x.e)", ["A b. X"]),
        ("[Is it? No?](https://x.e) (the lab, 2 May)", ["Is it?", "No? (the lab, 2 May)"]),
        ("[Is it?](https://x.e) (It is.) No.", ["Is it?", "(It is.)", "No."]),
        ("J. Doe et al. gain 3.5 points, e.g. here.", None),
        ("Version v1.2.3 of node.js is out.", None),
        ("Is it? Yes! “No.” Well… Fine.", ["Is it?", "Yes!", "“No.”", "Well…", "Fine."]),
        ("The U.S. Senate met. It was I. She left.", ["The U.S. Senate met.", "It was I.", "She left."]),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_would_say(text, expected):
    said = [sentence.text for sentence in sentences(parse(f"# T\n\n{text}"))]

    assert said == (expected or [blocks_of(text)[0].text])


def test_a_link_without_words_still_belongs_to_its_sentence():
    (said,) = sentences(parse("# T\n\nOne is here [](https://x.example/)."))

    assert said.links == ("https://x.example/",)


def test_sentences_know_where_they_stand():
    places = {sentence.where for sentence in sentences(parse(MARKDOWN))}

    assert {"note", "lead", "1. Model A is out", "Research worth knowing"} <= places


def test_plain_text_has_no_markup_and_no_code():
    blocks = blocks_of(
        "*It* has [`one` link](https://a.e) &amp; ~~x~~\n\n```\ncode\n```"
    )

    assert [block.text for block in blocks] == ["It has one link & x", ""]


def test_bare_addresses_and_autolinks_are_links():
    said = sentences(parse("# T\n\nSee https://a.example/x and <https://b.example>."))

    assert said[0].links == ("https://a.example/x", "https://b.example")


def test_our_own_sentences_begin_with_a_fixed_marker():
    assert is_ours("Picked because it is new.")
    assert not is_ours("OpenAI picked because it is new.")
    assert is_ours("Our view: wait.")
    assert is_ours("Unsere Sicht: warten.")
    assert is_ours("Notre avis : attendre.")
    assert is_ours("我们的看法\N{FULLWIDTH COLON}再等等。")
    assert is_ours("我们的看法: 再等等。")
    assert not is_ours("Unsere Sicht auf das Modell ändert sich.")
    assert is_ours("Since issue 3: “Tool B” was retracted.")
    assert not is_ours("Since issue tracking began, OpenAI has been the best.")


def test_the_hash_is_of_exactly_this_text():
    assert sha256_of("a") != sha256_of("a\n")
    assert sha256_of("\ud800")


WORDS = st.lists(
    st.sampled_from(
        [
            "One",
            "two.",
            "*three*",
            "[four](https://a.example/)",
            "[c]",
            "`five`",
            "6.",
            "“Seven.”",
            "(eight)",
            "<b>",
            "&amp;",
            "9)",
            "#",
            "-",
            "\\",
            "é…",
        ]
    ),
    min_size=1,
    max_size=8,
).map(lambda words: "x " + " ".join(words))
BLOCKS = st.one_of(
    WORDS,
    WORDS.map(lambda text: f"> {text}\n> more"),
    WORDS.map(lambda text: f"- {text}\n- more"),
    WORDS.map(lambda text: f"```\n### 1. {text}\n```"),
)
ITEMS = st.lists(st.tuples(WORDS, st.lists(BLOCKS, max_size=3)), max_size=3)


@st.composite
def drafts(draw):
    parts = [f"# {draw(WORDS)}", *draw(st.lists(BLOCKS, max_size=2))]
    for heading in draw(st.lists(WORDS, max_size=3)):
        parts += [f"## {heading}", *draw(st.lists(BLOCKS, max_size=1))]
        for number, (title, blocks) in enumerate(draw(ITEMS), start=1):
            parts += [f"### {number}. {title}", *blocks]
    return "\n\n".join([*parts, '[c]: https://c.example/ "A \\"title\\""'])


@given(drafts())
def test_no_item_is_lost_on_the_way_there_and_back(markdown):
    draft = parse(markdown)

    assert parse(to_markdown(draft)) == draft


@settings(max_examples=examples(300))
@given(st.text() | st.text(alphabet="#>-*[]()`<>!1. \n\r\t\0ax\\:/&;"))
def test_no_text_whatever_makes_parsing_fail(text):
    draft = parse(text)

    sentences(draft)
    sha256_of(to_markdown(draft))
