from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from newsletter.drafts.parsing import parse
from newsletter.issues.letter import MOST_LETTER_BYTES
from newsletter.models import Citation, Correction
from newsletter.verification.recheck import Reason
from subscribers.delivery import audience, clearance
from subscribers.delivery.clearance import NotCleared
from subscribers.delivery.send import send
from subscribers.letters import preflight
from subscribers.letters.compose import compose
from subscribers.letters.preflight import DeadLink
from subscribers.models import Delivery, Dispatch
from subscribers.tests.support.makers import (
    MARKDOWN,
    make_issue,
    make_newsletter,
    make_reader,
)

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
UNSUBSCRIBE = "https://crux.example/unsubscribe/1.a"
LETTER = f"""From: The Weekly <letters@crux.example>
To: reader@example.org
Subject: A quiet week
Date: Thu, 07 Aug 2025 09:00:00 +0000
Message-ID: <1.1.a@crux.example>
List-Id: The Weekly <weekly.crux.example>
List-Unsubscribe: <{UNSUBSCRIBE}>, <mailto:letters@crux.example>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Feedback-ID: 1:weekly:letter:crux0001
Auto-Submitted: auto-generated
X-Delivery-ID: 1.a
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

One thing shipped. {UNSUBSCRIBE}
--b
Content-Type: text/html; charset=utf-8

<p>One thing shipped. <a href="{UNSUBSCRIBE}">Unsubscribe</a></p>
--b--
"""


def codes(obstacles):
    return [obstacle.code for obstacle in obstacles]


def of_letter(text):
    content = text.replace("\n", "\r\n").encode()
    return list(preflight.of_letter(content, UNSUBSCRIBE))


# --- The letter -------------------------------------------------------------------------


def test_a_letter_in_order_has_no_fault():
    assert of_letter(LETTER) == []


@pytest.mark.parametrize("name", preflight.HEADERS)
def test_each_header_must_be_there(name):
    lines = [line for line in LETTER.split("\n") if not line.startswith(f"{name}: ")]

    obstacles = of_letter("\n".join(lines))

    assert any(f"The header {name} is empty or missing" in f.message for f in obstacles)


@pytest.mark.parametrize("name", ["Subject", "From", "Message-ID"])
def test_a_header_twice_is_a_fault(name):
    line = next(line for line in LETTER.split("\n") if line.startswith(f"{name}: "))

    (obstacle,) = of_letter(f"{line}\n{LETTER}")

    assert obstacle.message.startswith(f"The header {name} stands there twice")


def test_an_empty_subject_is_a_fault():
    obstacles = of_letter(LETTER.replace("Subject: A quiet week", "Subject: "))

    assert codes(obstacles) == ["header"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("=One-Click", "=Yes", "RFC 8058"),
        (f": <{UNSUBSCRIBE}>,", ":", "does not begin with an address of the site"),
    ],
)
def test_unsubscribing_by_one_click_must_be_offered_as_the_rfc_says(old, new, said):
    (obstacle,) = of_letter(LETTER.replace(old, new))

    assert said in obstacle.message


@pytest.mark.parametrize("part", ["plain", "html"])
def test_a_part_that_is_missing_or_empty_is_a_fault(part):
    head, plain, html = LETTER.split("--b\n")
    without = {"plain": f"{head}--b\n{html}", "html": f"{head}--b\n{plain}--b--\n"}
    empty = LETTER.replace(
        {"plain": f"One thing shipped. {UNSUBSCRIBE}\n--b", "html": html}[part],
        {"plain": " \n--b", "html": "Content-Type: text/html\n\n \n--b--\n"}[part],
    )

    assert codes(of_letter(without[part])) == ["part"]
    assert codes(of_letter(empty)) == ["part"]


@pytest.mark.parametrize(
    "old", [f"shipped. {UNSUBSCRIBE}", f'<a href="{UNSUBSCRIBE}">Unsubscribe</a>']
)
def test_each_part_must_name_the_way_to_unsubscribe(old):
    assert codes(of_letter(LETTER.replace(old, "x"))) == ["unsubscribe"]


@pytest.mark.parametrize(("more", "is_obstacle"), [(0, False), (1, True)])
def test_more_html_than_gmail_shows_is_a_fault(more, is_obstacle):
    message = message_from_bytes(LETTER.encode(), EmailMessage, policy=SMTP)
    html = message.get_body(("html",)).get_content()
    filler = "x" * (MOST_LETTER_BYTES + more - len(html))

    obstacles = of_letter(LETTER.replace("</p>", f"{filler}</p>"))

    assert ("size" in codes(obstacles)) == is_obstacle


@pytest.mark.parametrize(("length", "expected"), [(998, []), (999, ["line"])])
def test_a_line_no_server_takes_is_a_fault(length, expected):
    obstacles = of_letter(LETTER.replace("<p>", "x" * length + "\n<p>"))

    assert codes(obstacles) == expected


# --- The draft --------------------------------------------------------------------------


def test_a_thin_week_is_no_fault():
    assert list(preflight.of_draft(parse(MARKDOWN))) == []


@pytest.mark.parametrize(
    ("markdown", "code", "said"),
    [
        ("", "empty", "no story"),
        ("# T\n\n## What shipped\n\nNothing.\n", "empty", "no story"),
        (MARKDOWN.replace("# A quiet week", ""), "structure", "exactly one H1"),
        (MARKDOWN.replace("### 1.", "### 2."), "structure", "Number the items"),
        (MARKDOWN + "\n#### More\n", "structure", "no place here"),
        (MARKDOWN + "\n## Research\n", "empty", "'Research' is empty"),
        (MARKDOWN + "\n### 2. Bare\n", "empty", "'2. Bare' is a heading alone"),
        (
            MARKDOWN + "\n## What shipped too\n\n### 1. X\n\nText.\n",
            "structure",
            "2 sections of launches",
        ),
    ],
)
def test_disorder_and_empty_places_are_faults(markdown, code, said):
    obstacles = list(preflight.of_draft(parse(markdown)))

    assert any(f.code == code and said in f.message for f in obstacles)


# --- Links and sender -------------------------------------------------------------------


def test_a_dead_link_is_named_with_its_reason():
    (obstacle,) = preflight.of_links([DeadLink("https://a.example/", "it is gone")])

    assert "'https://a.example/': it is gone" in obstacle.message


@pytest.mark.parametrize("address", ["news@crux.example", "news@mail.Crux.example"])
def test_a_sender_of_a_confirmed_domain_passes(address):
    assert list(preflight.of_sender(address, ["Crux.example", ""])) == []


@pytest.mark.parametrize(
    "address",
    [
        "news@evilcrux.example",
        "news@example",
        "news",
        "@crux.example",
        "crux@localhost",
    ],
)
def test_any_other_sender_is_a_fault(address):
    assert codes(preflight.of_sender(address, ["crux.example", ""])) == ["sender"]


# --- Sending ----------------------------------------------------------------------------


def cite(issue, outcome, url="https://example.org/a"):
    Citation.objects.create(
        issue=issue, position=1, claim="c", quote="q", url=url, outcome=outcome
    )


@pytest.mark.django_db
@pytest.mark.parametrize("outcome", ["gone", "soft_404", "never_existed", "mismatch"])
def test_an_issue_with_a_dead_link_is_stopped_before_anybody_is_frozen(outcome):
    issue = make_issue()
    make_reader(issue.newsletter)
    cite(issue, outcome)

    with pytest.raises(NotCleared, match=r"https://example\.org/a") as stopped:
        send(issue, now=NOW)

    assert codes(stopped.value.obstacles) == ["link"]
    assert not Dispatch.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("outcome", ["ok", "redirected", "blocked", "unreachable", ""])
def test_links_that_a_reader_may_open_stop_nothing(outcome):
    issue = make_issue()
    cite(issue, outcome)

    assert send(issue, now=NOW).total == 0


@pytest.mark.django_db
def test_what_the_newsletter_lets_pass_stops_nothing():
    rubric = {"link_policy": {"archived": "warn"}}
    issue = make_issue(make_newsletter(rubric=rubric))
    cite(issue, "archived")

    assert send(issue, now=NOW).total == 0


@pytest.mark.django_db
def test_a_rubric_that_cannot_be_read_stops_the_issue():
    issue = make_issue(make_newsletter(rubric={"nonsense": 1}))

    with pytest.raises(NotCleared, match="nonsense"):
        send(issue, now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reason", "settled", "is_stopped"),
    [
        (Reason.DEAD, None, True),
        (Reason.RETRACTED, None, True),
        (Reason.DEAD, NOW, False),
        (Reason.CHANGED, None, False),
    ],
)
def test_what_was_found_wrong_since_it_was_verified_stops_it(
    reason, settled, is_stopped
):
    issue = make_issue()
    Correction.objects.create(
        issue=issue,
        url="https://example.org/a",
        reason=reason,
        sentence="“A” was retracted.",
        noticed_at=NOW,
        settled_at=settled,
    )

    assert bool(codes(clearance.found(issue, compose(issue, at=NOW)))) == is_stopped


@pytest.mark.django_db
def test_a_stranger_to_the_operators_domains_may_not_send_by_a_server(settings):
    settings.DELIVERY_TRANSPORT = "smtp"
    issue = make_issue(make_newsletter(sender_address="letters@other.example"))

    with pytest.raises(NotCleared, match="unconfirmed"):
        send(issue, now=NOW)

    settings.DKIM_DOMAIN = "other.example"
    assert codes(clearance.found(issue, compose(issue, at=NOW))) == []
    settings.DKIM_DOMAIN, settings.DELIVERY_TRANSPORT = "", "file"
    assert codes(clearance.found(issue, compose(issue, at=NOW))) == []


@pytest.mark.django_db
def test_a_key_that_cannot_sign_stops_the_issue(settings):
    settings.DKIM_PRIVATE_KEY = "no key"

    with pytest.raises(NotCleared, match="DKIM_PRIVATE_KEY"):
        send(make_issue(), now=NOW)


@pytest.mark.django_db
def test_an_issue_on_its_way_is_not_judged_again():
    issue = make_issue()
    make_reader(issue.newsletter)
    audience.freeze(issue, NOW)
    cite(issue, "gone")

    assert send(issue, now=NOW).accepted == 1


@pytest.mark.django_db
def test_every_fault_is_said_at_once():
    issue = make_issue(markdown="# T\n\n# U\n")
    cite(issue, "gone")

    with pytest.raises(NotCleared) as stopped:
        send(issue, now=NOW)

    assert {"empty", "link", "structure"} <= set(codes(stopped.value.obstacles))
    assert f"Issue {issue.number} is not sent." in str(stopped.value)
