"""Quotes in stored texts, details in quotes: what stands on its evidence and what not."""

import pytest

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.standards.link_policy import LinkPolicy, Ruling
from newsletter.standards.outcomes import Support
from newsletter.verification.claims import details
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground, linked_urls
from newsletter.verification.claims.quotes import Match

URL = "https://lab.example/parser"
SHA = "a" * 64
TEXT = (
    "Example Lab released Parser 2.0 on 5 August 2025. Parser 2.0 reads 1,200 documents "
    "a minute on one CPU. It was trained by Jane Roe. It does not run on phones."
)
QUOTE = "Parser 2.0 reads 1,200 documents a minute on one CPU."


def document(**fields):
    defaults = {"url": URL, "sha256": SHA, "text": TEXT, "publisher": "Example Lab"}
    return SourceText(**{**defaults, **fields})


def cite(claim, quote=QUOTE, url=URL, sha=SHA):
    return CitedClaim(claim=claim, quote=quote, url=url, source_sha256=sha)


def draft(sentence, *, heading="Parser is out", lead="This issue has one launch."):
    return (
        f"# Week\n\n{lead}\n\n## What shipped\n\n### 1. {heading}\n\n{sentence} "
        f"([Example Lab]({URL}))\n\n## Research worth knowing\n\nThis issue has none.\n"
    )


def judged(sentence, *citations, documents=None, policy=None, **parts):
    stored = [document()] if documents is None else documents
    return ground(parse(draft(sentence, **parts)), citations, stored, policy)


def outcomes(found):
    return [finding.outcome for finding in found.invalid]


def test_a_sentence_whose_quote_bears_it_passes():
    claim = "Parser 2.0 reads 1,200 documents a minute."

    found = judged(claim, cite(claim))

    assert found.passed
    assert not found.warnings
    assert [check.is_cited for check in found.sentences] == [True]


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        ("Parser 2.0 reads 1,300 documents a minute on one CPU.", "unsupported_quote"),
        ("Parser 2.0 was called the best by everybody.", "unsupported_quote"),
        ("It does run on phones.", "unsupported_quote"),
    ],
)
def test_a_quote_that_is_not_in_its_source_fails(quote, outcome):
    claim = "Parser 2.0 reads documents."

    found = judged(claim, cite(claim, quote))

    assert outcomes(found) == [outcome]
    assert found.invalid[0].sentence == claim
    assert "not in its source" in found.invalid[0].reason


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "Parser 2.0 does run on old phones.",
            "Parser 2.0 does not run on old phones.",
        ),
        ("Parser 2.0 never ran on new phones.", "Parser 2.0 ran on new phones."),
        (
            "Errors of the parser fell from 10% to 20% in a year.",
            "Errors of the parser fell from 20% to 10% in a year.",
        ),
    ],
)
def test_a_sentence_that_says_the_contrary_of_its_quote_fails(claim, quote):
    stored = document(text=f"{quote} {TEXT}")

    found = judged(claim, cite(claim, quote), documents=[stored])

    assert outcomes(found) == ["contradicted"]
    assert judged(quote, cite(quote, quote), documents=[stored]).passed


def test_a_copied_sentence_is_not_held_to_what_the_one_beside_it_denies():
    claim = "Parser 2.0 reads scanned forms on phones older than four years."
    quote = f"It does not cost more. {claim}"

    assert judged(claim, cite(claim, quote), documents=[document(text=quote)]).passed


def test_a_sentence_in_words_of_its_own_may_order_figures_as_it_likes():
    quote = "Errors of the parser fell from 20% to 10% in a year."
    claim = "It has 10% errors now, after 20% a year ago."

    found = judged(claim, cite(claim, quote), documents=[document(text=quote)])

    assert found.passed


def test_a_quote_cut_off_from_the_words_that_deny_it_fails():
    text = "There is no evidence that Parser 2.0 reads faster than its rivals do."
    claim = "Parser 2.0 reads faster than its rivals do."

    found = judged(claim, cite(claim, claim[:-1]), documents=[document(text=text)])

    assert outcomes(found) == ["unsupported_quote"]
    assert "denies it" in found.invalid[0].reason


def test_a_quote_with_a_slip_is_told_and_passes_unless_the_newsletter_minds():
    claim = "Parser 2.0 reads 1,200 documents a minute."
    slip = cite(claim, "Parser 2.0 read 1,200 documents a minute on one CPU.")

    found = judged(claim, slip)
    strict = judged(claim, slip, policy=LinkPolicy(fuzzy_quote=Ruling.FAIL))

    assert [odd.outcome for odd in found.warnings] == [Support.FUZZY_QUOTE]
    assert found.passed
    assert found.quotes[0].found.match is Match.FUZZY
    assert outcomes(strict) == [Support.FUZZY_QUOTE]


@pytest.mark.parametrize(
    ("sha", "url", "reason"),
    [
        ("b" * 64, URL, "no text was stored"),
        (SHA, "https://other.example/", "was read from https://lab.example/parser"),
    ],
)
def test_a_source_that_was_never_read_fails(sha, url, reason):
    claim = "Parser 2.0 reads 1,200 documents a minute."

    found = judged(claim, cite(claim, sha=sha, url=url))

    assert outcomes(found) == [Support.UNREAD_SOURCE]
    assert reason in found.invalid[0].reason


def test_the_same_page_by_another_spelling_of_its_address_is_the_source():
    claim = "Parser 2.0 reads 1,200 documents a minute."
    spelt = cite(claim, url=f"{URL}/?utm_source=x#top")

    assert judged(claim, spelt).passed


@pytest.mark.parametrize(
    ("claim", "outcome", "written"),
    [
        ("Parser 2.0 reads 1,500 documents a minute.", "unsupported_number", "1,500"),
        ("Parser 2.0 is out since 6 August.", "unsupported_date", "6 August"),
        ("The library is at version 2.0.1 now.", "unsupported_version", "2.0.1"),
        ("The library beats Other Parser.", "unsupported_name", "Other"),
    ],
)
def test_a_detail_that_the_evidence_lacks_fails_with_its_kind(claim, outcome, written):
    found = judged(claim, cite(claim))

    assert outcomes(found) == [outcome]
    assert written in found.invalid[0].reason
    assert found.invalid[0].url == URL


@pytest.mark.parametrize(
    ("claim", "outcome", "words"),
    [
        ("It has 45% on MMLU, 71% on GPQA.", "misplaced", "of 'GPQA', not of 'MMLU'"),
        ("Here Alpha outperforms Beta.", "contradicted", "'Beta' before 'Alpha'"),
    ],
)
def test_a_detail_that_the_evidence_tells_otherwise_is_not_called_missing(
    claim, outcome, words
):
    quote = "The model scores 71% on MMLU and 45% on GPQA. Beta outperforms Alpha."

    found = judged(claim, cite(claim, quote), documents=[document(text=quote)])

    assert outcomes(found)[0] == outcome
    assert words in found.invalid[0].reason


def test_a_name_in_the_lead_that_an_item_bears_is_told_from_one_that_nothing_bears():
    claim = "Parser 2.0 reads 1,200 documents a minute, says Jane Roe."
    lead = "Parser 2.0 by {} reads 1,200 documents a minute."
    bare = document(sha256="b" * 64, url="https://news.example/", text=QUOTE)

    def with_lead(name):
        said = lead.format(name)
        cited = cite(said, url=bare.url, sha=bare.sha256)
        stored = [document(), bare]
        return judged(claim, cite(claim), cited, documents=stored, lead=said)

    assert outcomes(with_lead("Jane Roe")) == ["named_below"]
    assert outcomes(with_lead("John Doe")) == ["unsupported_name"]


def test_a_name_may_be_elsewhere_in_the_source_but_a_figure_may_not():
    named = "The parser of Jane Roe reads 1,200 documents a minute."
    dated = "Since 5 August 2025 the parser reads 1,200 documents a minute."

    assert judged(named, cite(named)).passed
    assert outcomes(judged(dated, cite(dated))) == [Support.UNSUPPORTED_DATE]


def test_a_sentence_with_a_link_and_no_citation_rests_on_the_page_it_links_to():
    borne, invented = "Parser 2.0 reads 1,200 documents.", "It reads 9,000 documents."

    assert judged(borne).passed
    assert outcomes(judged(invented)) == [Support.UNSUPPORTED_NUMBER]
    assert outcomes(judged(borne, documents=(), heading="It is out")) == ["uncited"]


def test_a_heading_says_nothing_that_its_item_does_not_rest_on():
    claim = "Parser 2.0 reads 1,200 documents a minute."

    found = judged(claim, cite(claim), heading="Parser 3.0 is out")

    assert [finding.sentence for finding in found.invalid] == ["Parser 3.0 is out"]


def test_what_is_said_of_the_issue_itself_needs_no_evidence():
    claim = "Parser 2.0 reads 1,200 documents a minute."

    found = judged(claim, cite(claim), lead="This issue has 4 stories out of 99.")

    assert found.passed


def test_facts_beside_the_stories_need_evidence_too():
    claim = "Parser 2.0 reads 1,200 documents a minute."
    banner = "> Rival Corp cut its prices by 90% today.\n\n"

    found = ground(parse(banner + draft(claim)), [cite(claim)], [document()])

    assert outcomes(found) == [Support.UNCITED]


def test_the_evidence_is_read_without_its_latex():
    claim = "The model solves 78.1% of the problems."
    text = r"The model solves $78.1\%$ of the problems."

    found = judged(claim, cite(claim, text), documents=[document(text=text)])

    assert found.passed


def test_a_newsletter_may_let_a_kind_of_detail_pass():
    claim = "The library beats Other Parser."
    policy = LinkPolicy(unsupported_name=Ruling.WARN)

    found = judged(claim, cite(claim), policy=policy)

    assert found.passed
    assert [odd.outcome for odd in found.warnings] == [Support.UNSUPPORTED_NAME]


def test_every_address_whose_text_may_be_needed_is_named():
    cited = cite("A claim.", url="https://cited.example/")

    assert linked_urls(parse(draft("It is out.")), [cited]) == {
        URL,
        "https://cited.example/",
    }


def test_what_takes_understanding_is_left_to_a_judge():
    quote = "The parser reads tables of forms, and they found it quick."
    claim = "It reads forms of tables, and others had found it."

    found = judged(claim, cite(claim, quote), documents=[document(text=quote)])

    assert found.passed
    assert not found.warnings


def test_what_all_passages_of_a_sentence_say_counts():
    claim = "Pruning raises memory consumption in training."
    falls, rises = (
        "Pruning reduces memory consumption in use.",
        "Pruning increases memory consumption in training.",
    )
    text = f"{falls} {rises}"

    against = judged(claim, cite(claim, falls), documents=[document(text=text)])
    for_it = judged(
        claim, cite(claim, falls), cite(claim, rises), documents=[document(text=text)]
    )

    assert outcomes(against) == [Support.CONTRADICTED]
    assert for_it.passed


def test_a_denial_of_its_own_is_no_finding():
    quote = "The parser keeps the layout of a table."
    claim = "It does not change a layout."

    found = judged(claim, cite(claim, quote), documents=[document(text=quote)])

    assert found.passed
    assert not found.warnings


def test_what_reading_a_sentence_raises_costs_that_sentence_alone(monkeypatch):
    odd, plain = "It has odd tables.", "It reads 1,200 documents a minute."

    def fidelity(sentence, evidence, **known):
        if sentence.startswith("It has odd"):
            raise KeyError("μ")
        return details.fidelity(sentence, evidence, **known)

    monkeypatch.setattr("newsletter.verification.claims.ground.fidelity", fidelity)

    found = judged(f"{plain} {odd}", cite(plain), cite(odd))

    assert outcomes(found) == [Support.UNCHECKED]
    assert found.invalid[0].sentence.startswith(odd)
    assert len(found.sentences) == 2


def test_what_looking_for_a_quote_raises_costs_that_quote_alone(monkeypatch):
    def find_quote(quote, text):
        raise RecursionError

    monkeypatch.setattr("newsletter.verification.claims.ground.find_quote", find_quote)

    found = judged("It is out.", cite("It is out."))

    assert outcomes(found) == [Support.UNCHECKED]


def test_a_title_may_tell_what_its_items_sentence_works_out():
    """Over a whole page chance gives nearly anything; the sentence has its own passage."""
    text = "It read 300 pages, then 75. " + " ".join(
        f"Run {n} took {n * 7} seconds." for n in range(2, 30)
    )
    claim = "That is a quarter of the pages."
    found = [
        judged(
            claim,
            cite(claim, "It read 300 pages, then 75."),
            documents=[document(text=text)],
            heading=heading,
        )
        for heading in ("A quarter of the pages", "A third of the pages")
    ]

    assert [outcomes(one) for one in found] == [[], [Support.UNSUPPORTED_NUMBER]]
