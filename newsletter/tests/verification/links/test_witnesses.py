"""What an archive and a registry say of a link, and whether it is what was claimed."""

import pytest

from newsletter.standards.link_policy import LinkPolicy, Ruling, verdict
from newsletter.standards.outcomes import Archive, LinkCheck, Mention, Outcome
from newsletter.tests.support.judging import PLENTY, A, link_to, make_page, outcome_of
from newsletter.verification.links.judge import judge
from newsletter.verification.links.registries import Identity, Registry
from newsletter.verification.links.titles import TitleMatch, compare

PAPER = "https://arxiv.org/abs/2508.01234"


def test_what_is_gone_is_archived_or_never_was():
    gone = make_page(status=404)

    assert outcome_of(gone) is Outcome.GONE
    assert outcome_of(gone, archive=Archive("")) is Outcome.NEVER_EXISTED
    kept = judge(link_to(A), gone, archive=Archive("https://web.archive.org/1"))
    assert kept.outcome is Outcome.ARCHIVED
    assert "https://web.archive.org/1" in kept.reason


def test_an_archive_says_nothing_about_what_is_there():
    assert outcome_of(make_page(), archive=Archive("")) is Outcome.OK
    assert outcome_of(make_page(status=403), archive=Archive("")) is Outcome.BLOCKED


def test_a_doi_that_its_resolver_does_not_know_never_existed():
    assert (
        outcome_of(make_page("https://doi.org/10.1000/x", status=404))
        is Outcome.NEVER_EXISTED
    )


def paper(title: str = "Planning with compact models", **given) -> Identity:
    values = {"registry": Registry.ARXIV, "name": "2508.01234", "exists": True}
    return Identity(**(values | {"title": title} | given))


def check_paper(text: str, identity: Identity, passage: str = "", **page) -> LinkCheck:
    shown = make_page(PAPER, title=identity.title or "x", **page)
    return judge(
        link_to(PAPER, text), shown, identity, mention=Mention(passage=passage)
    )


def test_a_paper_that_arxiv_does_not_know_never_existed():
    unknown = paper("", exists=False)

    assert check_paper("A paper of note", unknown).outcome is Outcome.NEVER_EXISTED
    assert check_paper("A paper", unknown, status=404).outcome is Outcome.NEVER_EXISTED


def test_a_paper_so_new_that_only_its_page_shows_it_is_there():
    meta = '<meta name="citation_arxiv_id" content="2508.01234"/>'
    page = {"body": f"<title>[2508.01234] New</title>{meta}{PLENTY}".encode()}

    assert check_paper("A paper", paper("", exists=False), **page).outcome is Outcome.OK


def test_a_registry_that_is_silent_changes_nothing():
    silent = paper("", exists=None)

    assert check_paper("A paper", silent).outcome is Outcome.OK
    assert check_paper("A paper", silent, status=403).outcome is Outcome.BLOCKED


def test_a_registry_bears_witness_for_a_page_behind_a_wall():
    check = check_paper("Planning with compact models", paper(), status=403)

    assert check.outcome is Outcome.OK
    assert "arXiv knows" in check.reason


def test_another_paper_than_the_draft_says_is_a_mismatch():
    check = check_paper(
        "Whales sing in dialects",
        paper(),
        passage="Whales sing, a study of the sea finds.",
    )

    assert check.outcome is Outcome.MISMATCH
    assert "Planning with compact models" in check.reason


@pytest.mark.parametrize("headline", ["", "Whales sing in dialects"])
def test_another_paper_to_which_the_draft_gives_no_title_is_a_warning(headline):
    said = Mention(heading=headline, passage="Knots tie manifolds, says a new result.")

    check = judge(link_to(PAPER, "paper"), make_page(PAPER), paper(), mention=said)
    passed, _, [warning] = verdict([check])
    untold = verdict([check], LinkPolicy(mismatch=Ruling.PASS))[2]

    assert (check.outcome, passed, warning.outcome) == (Outcome.OK, True, "mismatch")
    assert "the draft gives it no title" in warning.reason
    assert not untold


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("Whales use planning in this sea.", Outcome.OK),
        ("Whales use songs in this sea.", Outcome.MISMATCH),
    ],
)
def test_a_fifth_of_the_titles_words_makes_it_related(said, outcome):
    check = check_paper("Whales sing in dialects", paper(), passage=said)

    assert check.outcome is outcome


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Planning with Compact Models", ""),
        ("paper", "Small models learn planning when they stay compact."),
        ("arXiv:2508.01234", "A note on compact planning models."),
        ("paper", "“Planning with compact models” is a paper."),
        ("Compact models plan well", "They are compact."),
        ("", ""),
    ],
)
def test_a_paraphrase_of_the_right_paper_is_none(text, passage):
    assert check_paper(text, paper(), passage).outcome is Outcome.OK


def test_a_line_that_sums_a_paper_up_need_not_repeat_its_title():
    on_record = paper("Sparse retrieval heads explain long context recall in decoders")
    passage = "A few attention heads carry recall."

    check = check_paper("Why models remember", on_record, passage)

    assert check.outcome is Outcome.OK


def test_a_title_that_is_almost_right_is_told():
    check = check_paper("Planning with compact model", paper())

    assert check.outcome is Outcome.OK
    assert any("differs slightly" in note for note in check.notes)


def test_a_withdrawn_paper_and_an_old_version_are_told():
    url = PAPER + "v1"
    identity = paper(version=3, is_withdrawn=True)

    check = judge(
        link_to(url, "Planning with compact models"), make_page(url), identity
    )

    assert check.outcome is Outcome.OK
    assert len(check.notes) == 2


def test_a_repository_may_be_called_as_one_likes():
    named = Identity(Registry.GITHUB, "o/n", exists=True, title="o/n")

    check = judge(link_to("https://github.com/o/n", "their code"), make_page(), named)

    assert check.outcome is Outcome.OK


@pytest.mark.parametrize(
    ("claimed", "actual", "match"),
    [
        ("Attention Is All You Need", "Attention is All You Need", TitleMatch.SAME),
        ("Déjà vu: $\\alpha$-models", "Deja Vu: alpha models", TitleMatch.RELATED),
        (
            "A Survey of Small Agents",
            "A Survey of Small Agents: Tools",
            TitleMatch.SAME,
        ),
        ("A Survey of Small Agent", "A Survey of Small Agents", TitleMatch.NEAR),
        ("Whales sing in dialects", "A Survey of Small Agents", TitleMatch.DIFFERENT),
        ("https://arxiv.org/abs/1", "A Survey of Small Agents", TitleMatch.UNKNOWN),
        ("the paper", "A Survey of Small Agents", TitleMatch.UNKNOWN),
        ("A Survey", "", TitleMatch.UNKNOWN),
    ],
)
def test_titles_are_compared_by_their_words(claimed, actual, match):
    assert compare([claimed], "", "", actual).match is match
