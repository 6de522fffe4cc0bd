from agents.brains.local.writer import write
from agents.tests.support.scripted_hands import (
    OTHER_TEXT,
    FakeHands,
    chosen,
    make_brief,
    make_story,
    written,
)
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.parsing import parse
from newsletter.research.story import Telling


def test_the_build_section_is_told_in_the_words_of_the_code():
    code = Telling(
        publisher="lab/parser",
        url="https://github.com/lab/parser/releases/tag/v2.0.1",
    )
    prose = Telling(publisher="Other Lab", url="https://other.example/p")
    page = {"url": code.url, "text": OTHER_TEXT, "sha256": "c" * 64}
    hands = FakeHands(
        *chosen(make_story(also=(prose, code))), fetch_page={"pages": [page]}
    )

    write(make_brief(), hands)

    [item] = parse(written(hands).markdown).of_kind(SectionKind.BUILD)[0].items
    assert item.title == "Try parser v2.0.1"
    assert "Compiler 3.1 builds a kernel" in item.body_markdown
    assert f"([lab/parser](<{code.url}>))" in item.body_markdown
    assert "c" * 64 in {one.source_sha256 for one in written(hands).citations}


def test_code_that_could_not_be_read_is_still_named():
    code = Telling(publisher="lab/parser", url="https://github.com/lab/parser")
    page = {"url": code.url, "fault": "timeout"}
    hands = FakeHands(*chosen(make_story(also=(code,))), fetch_page={"pages": [page]})

    write(make_brief(), hands)

    [item] = parse(written(hands).markdown).of_kind(SectionKind.BUILD)[0].items
    assert item.title == "Try lab/parser"
    assert f"Open [the code of lab/parser](<{code.url}>)" in item.body_markdown


def test_a_release_that_is_the_story_itself_is_quoted_once():
    url = "https://github.com/lab/parser/releases/tag/v2.0.1"
    hands = FakeHands(*chosen(make_story(url=url)))

    write(make_brief(), hands)

    quotes = [one.quote for one in written(hands).citations if one.url == url]
    [item] = parse(written(hands).markdown).of_kind(SectionKind.BUILD)[0].items
    assert quotes
    assert "“" not in item.body_markdown
