from datetime import UTC, datetime

import pytest

from subscribers.doctor import letter
from subscribers.letters import dkim
from subscribers.tests.support.makers import make_issue, make_newsletter

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)


@pytest.mark.django_db
def test_a_real_letter_is_composed_even_before_the_first_issue(production):
    findings = letter.examine(make_newsletter(sender_address=""), NOW)

    assert [finding.matter for finding in findings] == ["letter", "links", "signature"]
    assert all(finding.is_ok for finding in findings)
    assert "trial" in findings[0].said


@pytest.mark.django_db
def test_the_newest_issue_is_the_one_that_is_looked_at(production):
    issue = make_issue(make_newsletter(sender_address=""))
    assert f"issue {issue.number}" in letter.examine(issue.newsletter, NOW)[0].said

    make_issue(issue.newsletter, markdown="# Nothing\n")
    findings = letter.examine(issue.newsletter, NOW)

    assert "tells no story" in findings[0].said


@pytest.mark.django_db
def test_an_unsigned_letter_has_no_line_about_its_signature(production):
    production.DKIM_PRIVATE_KEY = ""

    findings = letter.examine(make_newsletter(), NOW)

    assert [finding.matter for finding in findings] == ["letter", "links"]


@pytest.mark.django_db
def test_a_signature_that_leaves_out_a_header_is_wrong(production, monkeypatch):
    short = tuple(n for n in dkim.SIGNED if n != b"list-unsubscribe-post")
    monkeypatch.setattr(dkim, "SIGNED", short)

    (*_, finding) = letter.examine(make_newsletter(), NOW)

    assert "leaves out list-unsubscribe-post" in finding.said


def test_a_link_that_leads_nowhere_is_wrong():
    finding = letter._links('<a href="https://a.org/">a</a> <a href="/about">b</a>')

    assert not finding.is_ok
    assert "'/about'" in finding.said
