"""The local brain's writer, alone with hands that answer from a script."""

import pytest

from agents.brains.base import BrainFailed
from agents.brains.local.writer import write
from agents.events.brief import Choice, CoveredTopics, ItemsEvaluated
from agents.events.drafts import (
    CheckedLink,
    CriticRejection,
    Problem,
    VerificationFailed,
)
from agents.tests.support.scripted_hands import (
    SCORES,
    WHY,
    FakeHands,
    chosen,
    make_brief,
    make_story,
    told,
    written,
)
from newsletter.drafts.contract import SectionKind
from newsletter.drafts.critique import review
from newsletter.drafts.draft import sentences
from newsletter.drafts.links import extract
from newsletter.drafts.parsing import parse
from newsletter.research.story import Telling
from newsletter.standards.rubric import Rubric

TEXT_OF_ONE = (
    "Example Lab released Parser 2.0 on 5 August 2025 for engineers who build agents, "
    "with wheels for Linux, macOS and Windows, under the MIT licence, and with a guide "
    "to the first hour."
)


def test_an_update_is_labelled_and_links_to_the_issue_that_told_the_story():
    story = make_story(1, title="Parser 2.0 costs half")
    new = {"issue": 3, "what_is_new": story.title, "url": told().url, "title": "Old"}
    evaluated = ItemsEvaluated(
        selected_launches=(
            Choice(story_id=story.id, scores=SCORES, why=WHY, update=new),
        )
    )
    hands = FakeHands(evaluated, *chosen(story)[1:], fetch_page={"pages": []})

    write(make_brief(), hands)

    label = f"Update to [issue 3](<{told().url}>): Parser 2.0 costs half."
    assert label in written(hands).markdown


def test_every_claim_of_a_draft_is_a_quote_of_its_source():
    story = make_story()
    hands = FakeHands(*chosen(story))

    write(make_brief(), hands)

    draft = written(hands)
    assert draft.citations
    for citation in draft.citations:
        assert citation.quote in story.summary
        assert citation.source_sha256 == story.source_sha256


def test_a_german_story_is_quoted_in_whole_sentences():
    opening = (
        "Das Labor Beispiel hat am 5. August 2025 den Parser 2.0 für Entwickler von "
        "Agenten veröffentlicht."
    )
    speed = (
        "Parser 2.0 liest auf einem Prozessor 1.200 Dokumente in der Minute, doppelt so "
        "viele wie Parser 1.0."
    )
    text = f"{opening} {speed}"
    story = make_story(title="Parser 2.0 liest Dokumente", summary=text)
    hands = FakeHands(*chosen(story))

    write(make_brief(), hands)

    quotes = {citation.quote for citation in written(hands).citations}
    assert quotes
    assert quotes <= {opening, speed}


def test_a_story_whose_link_failed_is_dropped_and_the_draft_says_so():
    bad, good = make_story(1), make_story(2)
    failed = VerificationFailed(
        checked=2,
        invalid_urls=(CheckedLink(url=bad.url, outcome="gone", reason="It is gone."),),
    )
    hands = FakeHands(*chosen(bad, good), failed)

    write(make_brief(), hands)

    draft = written(hands)
    assert bad.url not in draft.markdown
    assert f"“{bad.title}” was dropped (It is gone)." in draft.note


def test_a_sentence_without_support_is_left_out_and_another_told():
    story, other = make_story(1), make_story(2)
    first = FakeHands(*chosen(story, other))
    write(make_brief(), first)
    lacking = written(first).citations[0]
    failed = VerificationFailed(
        checked=2,
        invalid_urls=(
            CheckedLink(
                url=story.url,
                outcome="unsupported_number",
                reason="the evidence has no '1,200'",
                sentence=f"{lacking.claim} (Example Lab, 5 August)",
            ),
        ),
    )
    second = FakeHands(*chosen(story, other), failed)

    write(make_brief(), second)

    draft = written(second)
    mine = [cited.quote for cited in draft.citations if cited.url == story.url]
    others = [cited.quote for cited in draft.citations if cited.url == other.url]
    assert mine
    assert lacking.quote not in mine
    assert lacking.quote in others
    assert f"one sentence of “{story.title}” was left out" in draft.note


def test_a_note_never_repeats_what_was_refused():
    story = make_story(title="A cure for 1,200 ills")
    refused = "Parser 2.0 cures 1,200 ills."
    failed = VerificationFailed(
        checked=2,
        invalid_urls=tuple(
            CheckedLink(
                url=story.url,
                outcome="unsupported_quote",
                reason=f"the source does not say “{refused}”",
                sentence=sentence,
            )
            for sentence in (refused, story.title)
        ),
    )
    hands = FakeHands(*chosen(story, make_story(2)), failed)

    write(make_brief(), hands)

    draft = written(hands)
    assert "a story of Example Lab was dropped" in draft.note
    assert "ills" not in draft.note + draft.markdown


def test_a_refused_headline_gives_way_to_another():
    text = "Parser 2.0 reads 1,200 documents a minute on one CPU, as the lab measured. "
    story = make_story(title="Introducing Parser 2.0", summary=text + TEXT_OF_ONE)
    first = FakeHands(*chosen(story))
    write(make_brief(), first)
    [item] = parse(written(first).markdown).stories
    lack = CheckedLink(
        url=story.url, outcome="unsupported_name", reason="No.", sentence=item.title
    )
    failed = VerificationFailed(checked=1, invalid_urls=(lack,))
    second = FakeHands(*chosen(story), failed)

    write(make_brief(), second)

    [again] = parse(written(second).markdown).stories
    assert again.title != item.title


def test_the_title_is_the_subject_and_the_preheader_goes_on():
    hands = FakeHands(*chosen(make_story(1), make_story(2)))

    write(make_brief(), hands)

    draft = written(hands)
    assert parse(draft.markdown).title == draft.subject
    assert draft.preheader not in ("", draft.subject)


def test_the_preheader_of_one_story_is_what_is_said_of_it():
    hands = FakeHands(*chosen(make_story(1)))

    write(make_brief(), hands)

    draft = written(hands)
    assert draft.preheader == draft.citations[0].claim


def test_two_stories_under_one_headline_are_told_apart_by_their_publishers():
    one, two = (make_story(n, title="Parser 2.0 is out") for n in (1, 2))
    two = two.model_copy(update={"publisher": "Other Lab"})
    hands = FakeHands(*chosen(one, two))

    write(make_brief(), hands)

    titles = [item.title for item in parse(written(hands).markdown).stories]
    assert len(titles) == 2
    assert titles[1] == f"{titles[0]} (Other Lab)"


def test_a_name_too_short_for_a_subject_gets_the_headline_or_the_week():
    text = "Kettle is a cache for the notes of agents. " + TEXT_OF_ONE

    def subject_of(summary):
        hands = FakeHands(*chosen(make_story(title="Kettle", summary=summary)))
        write(make_brief(), hands)
        return written(hands).subject

    assert subject_of(text) == "Kettle: a cache for the notes of agents"
    assert subject_of(TEXT_OF_ONE) == "One story of the week to 7 August"


def test_a_chinese_story_is_quoted_in_whole_sentences():
    opening = "青松实验室于8月5日发布开源大语言模型青松2.0和支持25.6万个词元的上下文。"
    score = "在MMLU测试中青松2.0得分为81.2%比上一代高3.8个百分点。"
    story = make_story(title="青松大模型 2.0", summary=opening + score)
    hands = FakeHands(*chosen(story))

    write(make_brief(), hands)

    assert {one.quote for one in written(hands).citations} == {opening, score}


def test_the_lead_tells_one_line_of_news():
    titles = ("Introducing Parser 2.0", "Vale shuts its old tea bridge for good")
    hands = FakeHands(
        *chosen(*(make_story(n, title=title) for n, title in enumerate(titles)))
    )

    write(make_brief(), hands)

    draft = parse(written(hands).markdown)
    [further] = [one.title for one in draft.stories if one.title not in draft.title]
    assert draft.lead[0].text.startswith(f"In this issue, too: {further}.")


def test_the_lead_of_one_story_does_not_say_its_headline_again():
    hands = FakeHands(*chosen(make_story(title="Introducing Parser 2.0")))

    write(make_brief(), hands)

    draft = parse(written(hands).markdown)
    assert draft.stories[0].title in draft.title
    assert draft.lead[0].text.startswith("This issue has one ")


def test_a_rejection_for_length_strikes_no_sentence():
    story = make_story()
    problem = Problem(code="length", where=f"1. {story.title}", message="Too short.")
    first = FakeHands(*chosen(story))
    write(make_brief(), first)
    second = FakeHands(*chosen(story), CriticRejection(problems=(problem,)))

    write(make_brief(), second)

    assert written(first).citations == written(second).citations


def test_a_headline_is_struck_by_the_heading_that_the_critic_named():
    story = make_story(title="Introducing Parser 2.0")
    first = FakeHands(*chosen(story))
    write(make_brief(), first)
    draft = written(first)
    [item] = parse(draft.markdown).stories
    problem = Problem(code="banned", where=item.name, message="No.")
    second = FakeHands(*chosen(story), draft, CriticRejection(problems=(problem,)))

    write(make_brief(), second)

    before = {citation.quote for citation in draft.citations}
    assert before.isdisjoint(citation.quote for citation in written(second).citations)


def test_one_rejection_is_one_strike_however_much_it_says_of_a_story():
    story = make_story()
    codes = ("uncited", "banned", "hype")
    problems = tuple(
        Problem(code=code, where=f"1. {story.title}", message="No.") for code in codes
    )
    rejection = CriticRejection(problems=problems)
    told = FakeHands(*chosen(story), rejection)

    write(make_brief(), told)

    assert len(parse(written(told).markdown).stories) == 1
    with pytest.raises(BrainFailed, match="the critic refused it twice"):
        write(make_brief(), FakeHands(*chosen(story), rejection, rejection))


def test_a_story_whose_title_does_not_stand_is_dropped():
    bad, good = make_story(1), make_story(2)
    lack = CheckedLink(
        url=bad.url, outcome="unsupported_name", reason="No.", sentence=bad.title
    )
    failed = VerificationFailed(checked=2, invalid_urls=(lack,))
    hands = FakeHands(*chosen(bad, good), failed)

    write(make_brief(), hands)

    draft = written(hands)
    assert bad.url not in draft.markdown
    assert good.url in draft.markdown


def test_a_story_that_has_no_other_sentence_is_dropped():
    only = make_story(summary=TEXT_OF_ONE)
    lack = CheckedLink(
        url=only.url, outcome="unsupported_quote", reason="No.", sentence=TEXT_OF_ONE
    )
    failed = VerificationFailed(checked=1, invalid_urls=(lack,))

    with pytest.raises(BrainFailed, match="no chosen story"):
        write(make_brief(), FakeHands(*chosen(only), failed))


def test_what_earlier_issues_must_be_corrected_in_is_told_word_for_word():
    sentence = "Since issue 3: “A *bold* tool” was retracted."
    due = CoveredTopics(corrections=[{"id": 1, "sentence": sentence}])
    hands = FakeHands(*chosen(make_story()), due)

    write(make_brief(), hands)

    said = [one.text for one in sentences(parse(written(hands).markdown))]
    assert sentence in said


def test_a_title_of_two_sentences_gives_its_first_to_the_lead():
    long = (
        "Parser 2.0 reads every form of the year, in thirty of the languages of Europe"
    )
    story = make_story(2, title="It is out. Try Parser 2.0 now")
    hands = FakeHands(*chosen(make_story(title=long), story))

    write(make_brief(), hands)

    [lead] = parse(written(hands).markdown).lead
    assert lead.text.startswith(
        "In this issue, too: It is out. This issue has two stories of"
    )


@pytest.mark.parametrize(
    "title",
    [
        "We did it! Kettle 3 is out",
        "Yahoo! buys Kettle: what now",
        "Introducing Yahoo! Mail",
        "Kettle 🔥 is out: look at it",
        "KETTLE MAKERS UNITE AGAIN IN ELGIN: a report",
        "Is it hot! Or is it not?",
        "Kettle is here!",
        "FREE KETTLES FOR EVERYBODY",
    ],
)
def test_a_loud_title_makes_no_line_of_ours_loud(title):
    stories = [make_story(1, title=title), make_story(2, title="Pan 2 is out")]
    hands = FakeHands(*chosen(*stories))

    write(make_brief(), hands)

    draft = written(hands)
    found = review(parse(draft.markdown), draft.subject, draft.citations, Rubric())
    assert not [one for one in found if one.code in ("hype", "shouting", "lead")]


def test_the_preheader_goes_on_where_the_subject_ends():
    does = "halves the time that tea takes"
    titles = [f"Kettle 1 {does}", "A pan fries", f"Pot 3 {does}", "Forks bend at last"]
    stories = [make_story(n, title=title) for n, title in enumerate(titles, 1)]
    hands = FakeHands(*chosen(*stories))

    write(make_brief(), hands)

    assert written(hands).subject == f"{titles[0]}; {titles[1]}"
    assert written(hands).preheader == f"{titles[2]}; {titles[3]}"


def test_when_every_story_failed_there_is_no_draft():
    bad = make_story(1)
    failed = VerificationFailed(
        checked=1, invalid_urls=(CheckedLink(url=bad.url, outcome="gone"),)
    )

    with pytest.raises(BrainFailed, match="no chosen story"):
        write(make_brief(), FakeHands(*chosen(bad), failed))


def test_no_line_of_an_issue_says_why_a_story_was_picked():
    hands = FakeHands(*chosen(make_story()))

    write(make_brief(), hands)

    assert WHY not in written(hands).markdown
    assert "Picked because" not in written(hands).markdown


def test_a_rejected_item_is_told_by_other_sentences():
    story = make_story()
    rejection = CriticRejection(
        problems=(Problem(code="banned", where=f"1. {story.title}", message="No."),)
    )
    first, second = FakeHands(*chosen(story)), FakeHands(*chosen(story), rejection)

    write(make_brief(), first)
    write(make_brief(), second)

    before = {citation.quote for citation in written(first).citations}
    after = {citation.quote for citation in written(second).citations}
    assert before.isdisjoint(after)


def test_an_item_rejected_twice_is_dropped():
    stories = make_story(1), make_story(2)
    problem = Problem(code="banned", where=f"1. {stories[0].title}", message="No.")
    rejection = CriticRejection(problems=(problem,))
    hands = FakeHands(*chosen(*stories), rejection, rejection)

    write(make_brief(), hands)

    assert stories[0].url not in written(hands).markdown


def test_another_publishers_voice_is_quoted_beside_the_first():
    other = Telling(publisher="Other Lab", url="https://other.example/p")
    story = make_story(also=(other,))
    text = "Other Lab serves Parser 2.0 to 300 customers since 6 August 2025."
    page = {"url": other.url, "text": text, "sha256": "b" * 64}
    hands = FakeHands(*chosen(story), fetch_page={"pages": [page]})

    write(make_brief(), hands)

    assert other.url in written(hands).markdown
    assert "b" * 64 in {citation.source_sha256 for citation in written(hands).citations}


def test_a_voice_that_cannot_be_read_is_left_out():
    story = make_story(also=(Telling(publisher="O", url="https://o.example/p"),))
    page = {"url": "https://o.example/p", "fault": "timeout"}
    hands = FakeHands(*chosen(story), fetch_page={"pages": [page]})

    write(make_brief(), hands)

    assert "https://o.example/p" not in written(hands).markdown


def test_markdown_in_a_title_is_shown_and_not_obeyed():
    story = make_story(title="A *bold* [claim](https://evil.example) on parsers")

    hands = FakeHands(*chosen(story))

    write(make_brief(), hands)

    links = {link.url for link in extract(written(hands).markdown)}
    assert links == {story.url}


def with_an_essay(*stories, essay):
    """The events before a draft, the last launch an essay that is named in a line."""
    events = chosen(*stories, essay)
    evaluated = events[0]
    named = [
        one.model_copy(update={"in_a_line": one.story_id == essay.id})
        for one in evaluated.selected_launches
    ]
    return (
        evaluated.model_copy(update={"selected_launches": tuple(named)}),
        *events[1:],
    )


def essay(**fields):
    given = {"title": "The quiet art of parsing badly", "publisher": "A Blog"}
    return make_story(9, **{**given, **fields})


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Worth reading"), ("de", "Lesenswert")]
)
def test_what_is_no_news_stands_in_a_line_below_what_happened(language, heading):
    hands = FakeHands(*with_an_essay(make_story(1), essay=essay()))

    write(make_brief(language=language), hands)

    draft = parse(written(hands).markdown)
    [shipped] = draft.of_kind(SectionKind.LAUNCHES)
    assert [item.title for item in draft.stories] == [make_story(1).title]
    assert shipped.one_liners.headline.text == heading
    [line] = shipped.lines
    assert line.text.startswith("The quiet art of parsing badly (A Blog")
    assert "quiet art" not in written(hands).subject + written(hands).preheader


def test_what_is_no_news_is_told_where_nothing_else_can_be():
    mute = make_story(1, summary="Here is how it works. " * 20)
    hands = FakeHands(*with_an_essay(mute, essay=essay()))

    write(make_brief(), hands)

    draft = parse(written(hands).markdown)
    assert [item.title for item in draft.stories] == [essay().title]
    assert not draft.lines


def test_a_line_whose_link_failed_is_left_out():
    failed = VerificationFailed(
        checked=2, invalid_urls=(CheckedLink(url=essay().url, outcome="gone"),)
    )
    hands = FakeHands(*with_an_essay(make_story(1), essay=essay()), failed)

    write(make_brief(), hands)

    assert not parse(written(hands).markdown).lines
