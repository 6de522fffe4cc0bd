"""Outcomes, never a boolean: what an answer comes to, and what a draft's links do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.standards.link_policy import LinkPolicy, Ruling, unknown_among, verdict
from newsletter.standards.outcomes import LinkCheck, Mention, Outcome
from newsletter.tests.support.judging import (
    PLENTY,
    A,
    failed,
    link_to,
    make_page,
    moved,
    outcome_of,
)
from newsletter.verification.links.judge import judge
from newsletter.web.page import NO_SUCH_HOST, Fault


def test_a_check_carries_its_evidence():
    check = judge(link_to(A), make_page(), mention=Mention(sentence="It is new."))

    assert (check.outcome, check.status, check.title) == (
        Outcome.OK,
        200,
        "A new model",
    )
    assert len(check.sha256) == 64
    assert (check.line, check.sentence) == (3, "It is new.")


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Outcome.OK), (204, Outcome.SOFT_404), (206, Outcome.OK),
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
    assert verdict(checks, LinkPolicy(most_unproven_share=0.7))[0]
    assert verdict(checks[1:])[0]


@pytest.mark.parametrize(
    ("outcome", "passes"), [(Outcome.BLOCKED, True), (Outcome.UNREACHABLE, False)]
)
def test_a_wall_before_what_was_stored_leaves_nothing_unproven(outcome, passes):
    checks = [make_check(outcome, url=f"https://a.org/{n}") for n in range(2)]
    stored = ["https://www.a.org/0", "https://a.org/1/"]

    passed, _, warnings = verdict(checks, stored_urls=stored)

    assert passed is passes
    assert len(warnings) == 2
    assert not verdict(checks, stored_urls=["https://b.org/0"])[0]
    strict = LinkPolicy(blocked=Ruling.FAIL, unreachable=Ruling.FAIL)
    assert not verdict(checks, strict, stored)[0]


def test_a_newsletter_may_be_stricter():
    strict = LinkPolicy(blocked=Ruling.FAIL, unreachable=Ruling.FAIL)

    assert not verdict([make_check(), make_check(Outcome.BLOCKED)], strict)[0]


def test_a_note_is_told_and_fails_nothing():
    passed, _, warnings = verdict([make_check(notes=("withdrawn",))])

    assert passed
    assert warnings[0].reason == "withdrawn"


def test_an_address_that_no_tool_returned_is_found_out():
    links = [
        ("https://arxiv.org/pdf/2508.01234v2", "A."),
        ("https://a.org/x/?utm_source=b", "B."),
        ("https://a.org/made-up", "C."),
        ("https://evil.example.com/arxiv-2508.01234", "D."),
    ]
    known = ["http://arxiv.org/abs/2508.01234v1", "http://a.org/x"]

    found = [(one.url, one.sentence) for one in unknown_among(links, known)]
    assert found == links[2:]


@given(st.binary(), st.text(), st.integers(100, 999))
def test_no_page_whatever_makes_it_raise(body, text, status):
    page = make_page(body=body, status=status, content_type="text/html")

    assert judge(link_to("https://a.org/" + text, text), page).outcome in Outcome
