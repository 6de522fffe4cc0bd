"""Outcomes, never a boolean: what a page, a registry and an archive come to."""

# ruff: noqa: RUF001  phrases of many languages, in their own letters

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.absence import says_not_there
from newsletter.identity import Identity, Registry
from newsletter.links import Link, LinkKind
from newsletter.pages import NO_SUCH_HOST, Fault, Hop, Page
from newsletter.titles import TitleMatch, compare
from newsletter.verify import (
    Archive,
    LinkCheck,
    Mention,
    Outcome,
    Policy,
    judge,
    unknown_among,
    verdict,
)

A = "https://a.org/blog/2025/new-model"
PAPER = "https://arxiv.org/abs/2508.01234"
PLENTY = "<p>" + "Words of an ordinary page. " * 40


def make_page(url: str = A, title: str = "A new model", **given) -> Page:
    values = {
        "url": url,
        "final_url": url,
        "status": 200,
        "chain": (),
        "content_type": "text/html",
        "headers": {},
        "body": f"<title>{title}</title><h1>{title}</h1>{PLENTY}".encode(),
        "truncated": False,
        "fault": None,
        "detail": "",
        "seconds": 0.1,
        "fetched_at": datetime(2025, 8, 7, tzinfo=UTC),
    }
    return Page(**(values | given))


def moved(to: str, url: str = A, **given) -> Page:
    return make_page(url, final_url=to, chain=(Hop(url, 301),), **given)


def failed(fault: Fault, detail: str = "", **given) -> Page:
    nothing = {"status": None, "content_type": "", "body": b""}
    return make_page(fault=fault, detail=detail, **(nothing | given))


def link_to(url: str, text: str = "the new model") -> Link:
    return Link(url, text, LinkKind.INLINE, 3)


def outcome_of(page: Page, **given) -> Outcome:
    return judge(link_to(page.url), page, **given).outcome


def test_a_check_carries_its_evidence():
    check = judge(link_to(A), make_page(), mention=Mention(sentence="It is new."))

    assert (check.outcome, check.status, check.title) == (
        Outcome.OK,
        200,
        "A new model",
    )
    assert len(check.sha256) == 64
    assert check.checked_at == datetime(2025, 8, 7, tzinfo=UTC)
    assert (check.line, check.sentence) == (3, "It is new.")
    assert check.title_score is not None


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Outcome.OK), (204, Outcome.OK), (206, Outcome.OK),
        (304, Outcome.UNREACHABLE),
        (400, Outcome.BLOCKED), (401, Outcome.BLOCKED), (403, Outcome.BLOCKED),
        (404, Outcome.GONE), (405, Outcome.BLOCKED), (410, Outcome.GONE),
        (418, Outcome.BLOCKED), (429, Outcome.BLOCKED), (451, Outcome.BLOCKED),
        (500, Outcome.UNREACHABLE), (503, Outcome.UNREACHABLE), (999, Outcome.BLOCKED),
    ],
)  # fmt: skip
def test_each_status_has_its_outcome(status, outcome):
    assert outcome_of(make_page(status=status)) is outcome


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (Fault.MALFORMED, Outcome.MALFORMED), (Fault.REFUSED, Outcome.MALFORMED),
        (Fault.DNS, Outcome.UNREACHABLE), (Fault.CONNECT, Outcome.UNREACHABLE),
        (Fault.TLS, Outcome.UNREACHABLE), (Fault.TIMEOUT, Outcome.UNREACHABLE),
        (Fault.TOO_MANY_REDIRECTS, Outcome.UNREACHABLE),
        (Fault.LOOP, Outcome.UNREACHABLE), (Fault.TOO_LARGE, Outcome.UNREACHABLE),
        (Fault.PROTOCOL, Outcome.UNREACHABLE),
    ],
)  # fmt: skip
def test_each_fault_has_its_outcome_and_a_reason(fault, outcome):
    check = judge(link_to(A), failed(fault, "told"))

    assert check.outcome is outcome
    assert check.reason


def test_a_host_that_nobody_has_is_gone_only_where_names_can_be_looked_up():
    page = failed(Fault.DNS, NO_SUCH_HOST)

    assert outcome_of(page) is Outcome.GONE
    assert outcome_of(page, is_online=False) is Outcome.UNREACHABLE


@pytest.mark.parametrize(
    ("status", "headers", "title"),
    [
        (403, {"cf-mitigated": "challenge"}, "Just a moment..."),
        (503, {"cf-mitigated": "challenge"}, "Wait"),
        (202, {"x-amzn-waf-action": "challenge"}, "Wait"),
        (404, {"x-datadome": "protected"}, "Wait"),
        (503, {}, "Attention Required! | Cloudflare"),
        (200, {}, "Just a moment..."),
        (200, {}, "Pardon Our Interruption"),
    ],
)
def test_a_wall_is_no_fabrication(status, headers, title):
    page = make_page(status=status, headers=headers, title=title)

    assert outcome_of(page) is Outcome.BLOCKED


def test_an_article_about_walls_is_none():
    page = make_page(
        title="Access denied: how walls work",
        body=("<title>Access denied: how walls work</title>" + PLENTY * 4).encode(),
    )

    assert outcome_of(page) is Outcome.OK


@pytest.mark.parametrize(
    "to", ["https://a.org/login?next=/x", "https://a.org/users/sign_in",
           "https://accounts.b.org/v3/pick", "https://a.org/auth/realms/x"],
)  # fmt: skip
def test_a_door_is_no_fabrication(to):
    assert outcome_of(moved(to)) is Outcome.BLOCKED


# Soft 404s


@pytest.mark.parametrize(
    "title",
    [
        "404", "404 Not Found", "Page not found", "Page Not Found | Acme",
        "Error 404 (Not Found)!!1", "Acme - 404", "Oops! That page can’t be found.",
        "404: This page could not be found", "Sorry, this page isn't available",
        "The page you are looking for does not exist", "Page not found · GitHub",
        "This page is no longer available", "410 Gone", "We can't find that page",
        "Nothing found", "404 - File or directory not found.", "HTTP 404",
        "Hmm... this page doesn't exist", "Content not available", "Page unavailable",
        "Looking for something? Page not found", "Article not found - The Daily",
        "Seite nicht gefunden – Firma", "Die Seite wurde leider nicht gefunden",
        "Page introuvable", "Página no encontrada | Sitio", "Página não encontrada",
        "Pagina non trovata", "Pagina niet gevonden", "Sidan hittades inte",
        "Siden blev ikke fundet", "Sivua ei löytynyt", "Nie znaleziono strony",
        "Stránka nenalezena", "Az oldal nem található", "Sayfa bulunamadı",
        "Страница не найдена — Сайт", "Сторінку не знайдено", "Η σελίδα δεν βρέθηκε",
        "ページが見つかりません", "页面不存在", "找不到页面", "페이지를 찾을 수 없습니다",
        "الصفحة غير موجودة", "Halaman tidak ditemukan", "Không tìm thấy trang",
    ],
)  # fmt: skip
def test_a_title_that_says_not_there_is_understood(title):
    assert says_not_there(title)
    assert outcome_of(make_page(title=title)) is Outcome.SOFT_404


@pytest.mark.parametrize(
    "title",
    [
        "How to fix 404 not found errors in nginx", "The missing manual", "Gone",
        "404 Media raises a fund – and what it means for us all today",
        "Found: a new way to train", "Model available now", "Error handling in Rust",
        "Lost in the middle: how language models use long contexts", "GPT-4.1 is here",
        "Attention is all you need", "Deleted scenes", "Release 410 brings speed",
        "We found a bug in a page cache", "Page attention explained", "Nicht schlecht",
        "Not available in Europe: why", "What is found in translation", "",
    ],
)  # fmt: skip
def test_an_ordinary_title_is_not_mistaken(title):
    assert not says_not_there(title)


@pytest.mark.parametrize(
    ("to", "outcome"),
    [
        ("https://a.org/", Outcome.SOFT_404),
        ("https://www.a.org/en/", Outcome.SOFT_404),
        ("https://b.org/", Outcome.SOFT_404),
        ("https://a.org/blog", Outcome.SOFT_404),
        ("https://a.org/blog/new-model", Outcome.REDIRECTED),
        ("https://b.org/new-model", Outcome.REDIRECTED),
        ("https://a.org/?p=12", Outcome.REDIRECTED),
        ("https://a.org/#/posts/12", Outcome.REDIRECTED),
        ("https://a.org/blog/2025/newer-model", Outcome.REDIRECTED),
        ("https://www.a.org/blog/2025/new-model/", Outcome.OK),
        ("https://a.org/blog/2025/new-model?utm_source=x", Outcome.OK),
    ],
)
def test_a_redirect_that_loses_its_page_is_a_soft_404(to, outcome):
    assert outcome_of(moved(to)) is outcome


@pytest.mark.parametrize(
    ("url", "to", "outcome"),
    [
        ("https://s.co/x1", "https://a.org/", Outcome.REDIRECTED),
        ("https://a.org/", "https://a.org/en/", Outcome.REDIRECTED),
        ("https://doi.org/10.1000/a/b/c", "https://b.org/1", Outcome.REDIRECTED),
        ("http://a.org/x", "https://a.org/x", Outcome.OK),
    ],
)
def test_a_short_link_or_a_home_page_may_lead_home(url, to, outcome):
    assert outcome_of(moved(to, url)) is outcome


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="https://a.org/">',
        '<meta name="robots" content="noindex, nofollow">',
        "<title>a.org</title>",
    ],
)
def test_a_doubt_is_settled_by_an_address_that_cannot_exist(head):
    page = make_page(body=f"{head}<h1>Hello</h1>{PLENTY}".encode())
    other = make_page(body=f"<h1>Quite another</h1>{PLENTY}".encode())
    absent = make_page(status=404)

    assert outcome_of(page) is Outcome.OK
    assert outcome_of(page, sibling=absent) is Outcome.OK
    assert outcome_of(page, sibling=other) is Outcome.OK
    assert outcome_of(page, sibling=page) is Outcome.SOFT_404


def test_a_file_asked_by_head_is_not_compared_with_its_neighbour():
    file = make_page(
        content_type="application/pdf", body=b"", headers={"x-robots-tag": "noindex"}
    )

    assert outcome_of(file, sibling=file) is Outcome.OK


def test_a_page_that_only_scripts_fill_cannot_be_judged():
    shell = make_page(body=b"<title>App</title><div id=root></div><script src=a.js>")

    assert outcome_of(shell, sibling=shell) is Outcome.BLOCKED


def test_a_page_that_sends_readers_home_at_once_is_a_soft_404():
    refresh = '<meta http-equiv="Refresh" content="0; URL=\'/\'">'

    page = make_page(body=f"<title>A new model</title>{refresh}{PLENTY}".encode())

    assert outcome_of(page) is Outcome.SOFT_404


def test_a_file_is_not_read_like_a_page():
    page = make_page(content_type="application/pdf", body=b"%PDF Page not found")

    assert outcome_of(page) is Outcome.OK


# Witnesses


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
    assert compare([claimed], "", actual).match is match


# The verdict


def make_check(outcome: Outcome = Outcome.OK, url: str = A, **given) -> LinkCheck:
    return LinkCheck(url, url, "", outcome, "told", **given)


def test_a_draft_without_links_does_not_pass():
    passed, invalid, _ = verdict([])

    assert not passed
    assert invalid[0].outcome == "no_links"


@pytest.mark.parametrize("outcome", list(Outcome))
def test_what_a_reader_can_open_passes_what_is_unsure_is_told_the_rest_fails(outcome):
    fine = [make_check(url=f"https://a.org/{n}") for n in range(3)]

    passed, invalid, warnings = verdict([*fine, make_check(outcome)])

    told = outcome in (Outcome.BLOCKED, Outcome.UNREACHABLE)
    assert passed is (told or outcome in (Outcome.OK, Outcome.REDIRECTED))
    assert [finding.outcome for finding in warnings] == [outcome] * told
    assert bool(invalid) is not passed


def test_a_draft_that_could_hardly_be_checked_does_not_pass():
    checks = [
        make_check(Outcome.BLOCKED),
        make_check(Outcome.UNREACHABLE),
        make_check(),
    ]

    assert not verdict(checks)[0]
    assert verdict(checks, Policy(most_unproven_share=0.7))[0]
    assert verdict(checks[1:])[0]


def test_a_newsletter_may_be_stricter():
    strict = Policy(warning=frozenset())

    assert not verdict([make_check(), make_check(Outcome.BLOCKED)], strict)[0]


def test_a_note_is_told_and_fails_nothing():
    passed, _, warnings = verdict([make_check(notes=("withdrawn",))])

    assert passed
    assert warnings[0].reason == "withdrawn"


def test_an_address_that_no_tool_returned_is_found_out():
    checks = [
        make_check(url="https://arxiv.org/pdf/2508.01234v2"),
        make_check(url="https://a.org/x/?utm_source=b"),
        make_check(url="https://a.org/made-up"),
    ]
    known = ["http://arxiv.org/abs/2508.01234v1", "http://a.org/x"]

    assert [f.url for f in unknown_among(checks, known)] == ["https://a.org/made-up"]


@given(st.binary(), st.text(), st.integers(100, 999))
def test_no_page_whatever_makes_it_raise(body, text, status):
    page = make_page(body=body, status=status, content_type="text/html")

    assert judge(link_to("https://a.org/" + text, text), page).outcome in Outcome
