import email
import re
from datetime import UTC, datetime
from email import policy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsletter.pages.paths import address_of
from subscribers.consent import tokens
from subscribers.consent.tokens import Purpose
from subscribers.letters import mime
from subscribers.letters.compose import Reader, compose
from subscribers.tests.support.makers import MARKDOWN, make_issue, make_newsletter

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)


def letter_of(issue, address="ada@example.org", *, eight_bit=True):
    letter = compose(issue, at=NOW).letter(Reader(7, 3, address))
    return letter, letter.content(eight_bit=eight_bit)


def parsed(content):
    return email.message_from_bytes(content, policy=policy.SMTPUTF8)


def html_of(content):
    return parsed(content).get_body(("html",)).get_content()


@pytest.mark.django_db
class TestHeaders:
    def test_the_headers_that_mailbox_providers_ask_for_are_there_once(self):
        _, content = letter_of(make_issue())
        message = parsed(content)

        for name in ("From", "To", "Subject", "Date", "Message-ID", "List-Id",
                     "List-Unsubscribe", "List-Unsubscribe-Post", "Feedback-ID",
                     "Auto-Submitted", "X-Delivery-ID", "MIME-Version"):  # fmt: skip
            assert len(message.get_all(name, [])) == 1, name
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert message["Auto-Submitted"] == "auto-generated"

    def test_list_unsubscribe_has_one_web_address_and_one_mailbox(self):
        _, content = letter_of(make_issue())

        found = re.findall(r"<([^>]+)>", parsed(content)["List-Unsubscribe"])

        token = tokens.make(Purpose.UNSUBSCRIBE, 3)
        assert found == [
            f"http://localhost:8000/unsubscribe/{token}",
            f"mailto:letters@crux.example?subject=unsubscribe%20{token}",
        ]

    def test_the_list_id_stays_and_holds_no_address_of_the_web(self):
        weekly = make_newsletter(slug="weekly", title='The <Weekly>, "best"')
        ids = {parsed(letter_of(make_issue(weekly))[1])["List-Id"] for _ in range(2)}

        assert ids == {"The Weekly best <weekly.crux.example>"}

    @pytest.mark.parametrize("field", ["subject", "title", "sender_name"])
    def test_a_line_break_in_a_name_makes_no_header(self, field):
        evil = "A week\r\nBcc: victim@example.org\r\n\r\nbody"
        if field == "subject":
            issue = make_issue(subject=evil)
        else:
            issue = make_issue(make_newsletter(**{field: evil}))

        message = parsed(letter_of(issue)[1])

        assert message["Bcc"] is None
        assert message["Message-ID"].endswith("@crux.example>")
        assert message.is_multipart()

    def test_a_subject_in_any_script_arrives(self):
        subject = "Über 1 000 000 Zeichen, 😀 und mehr: " + "wörter " * 20

        message = parsed(letter_of(make_issue(subject=subject))[1])

        assert message["Subject"] == " ".join(subject.split())

    def test_an_international_domain_is_written_in_ascii(self):
        letter, content = letter_of(make_issue(), "ada@müller.de")

        assert letter.recipient == "ada@xn--mller-kva.de"
        assert parsed(content)["To"] == "ada@xn--mller-kva.de"

    def test_an_international_name_is_kept(self):
        letter, content = letter_of(make_issue(), "😀@müller.de")

        assert letter.recipient == "😀@xn--mller-kva.de"
        assert "To: 😀@xn--mller-kva.de\r\n".encode() in content

    def test_the_envelope_names_the_delivery_where_a_bounce_mailbox_is_set(
        self, settings
    ):
        settings.BOUNCE_ADDRESS = "b@bounces.crux.example"

        letter, _ = letter_of(make_issue())

        assert letter.envelope_sender == f"b+{letter.reference}@bounces.crux.example"
        assert letter.reference.startswith("7.")

    def test_the_same_input_gives_the_same_bytes(self):
        issue = make_issue()

        assert letter_of(issue)[1] == letter_of(issue)[1]

    def test_links_within_the_page_lead_to_the_web(self):
        issue = make_issue(markdown=f"{MARKDOWN}\n[back](#one)")

        _, content = letter_of(issue)

        assert f'href="{address_of(issue)}#one"' in html_of(content)

    def test_both_parts_lead_out_and_name_the_reader_nowhere_else(self):
        _, content = letter_of(make_issue())

        message = parsed(content)
        text, html = (part.get_content() for part in message.iter_parts())
        assert "/unsubscribe/" in text
        assert "/unsubscribe/" in html
        assert "@@" not in content.decode()
        assert content.count(b"ada@example.org") == 1


MARKS = mime.Marks("0f")
MARK = MARKS.at("UNSUBSCRIBE")
BODIES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]), max_size=300
) | st.text("a =.\n\tü😀@-", max_size=400)


@given(text=BODIES, html=BODIES, eight_bit=st.booleans())
def test_what_a_reader_sees_is_what_was_written(text, html, eight_bit):
    marked = "https://x.example/unsubscribe/3.abc=def-ghi_jkl" * 2
    message = mime.message(
        [b"Subject: s\r\n"],
        f"{text}{MARK}{text}\n",
        f"<p>{html} {MARK}</p>\n",
        eight_bit=eight_bit,
        marks=MARKS,
    )

    content = mime.split(message, MARKS).fill({b"UNSUBSCRIBE": marked.encode()})

    parts = [
        part.get_content().replace("\r\n", "\n")
        for part in parsed(content).iter_parts()
    ]
    assert parts[0].rstrip("\n") == f"{text}{marked}{text}".rstrip("\n")
    assert parts[1].split() == f"<p>{html} {marked}</p>\n".split()
    longest = max(map(len, content.split(b"\r\n")))
    assert longest <= mime.LONGEST_LINE
    if not eight_bit:
        assert content.isascii()


def test_a_line_too_long_for_a_mail_server_travels_quoted():
    html = "<p>" + "ü" * 2000 + f"{MARK}</p>\n"
    message = mime.message([], "text\n", html, eight_bit=True, marks=MARKS)

    content = mime.split(message, MARKS).fill(
        {b"UNSUBSCRIBE": b"https://x.example/" + b"t" * 90}
    )

    assert max(map(len, content.split(b"\r\n"))) <= 76
    html_part = list(parsed(content).iter_parts())[1].get_content() + "\n"
    assert html_part == html.replace(MARK, "https://x.example/" + "t" * 90)


def test_long_html_is_broken_where_a_break_means_the_same():
    html = "<p>" + "some words " * 500 + "</p>"

    broken = mime.wrapped(html)

    assert broken.replace("\n", " ") == html
    assert max(map(len, broken.split("\n"))) <= mime.WRAP_AT
    assert mime.wrapped("<pre>" + "a b " * 500) == "<pre>" + "a b " * 500


# --- A draft and the readers' own addresses ---------------------------------------------

NAMES = ("UNSUBSCRIBE", "PREFERENCES", "MAILTO", "TO", "REFERENCE", "QP_UNSUBSCRIBE")
# A key that somebody guessed, left out, or had from another issue.
KEYS = st.sampled_from(["", "0f", mime.Marks("ab" * 20).key, "[0-9a-f]*", "."])
MARKERS = st.builds(lambda key, name: f"@@{key}{name}@@", KEYS, st.sampled_from(NAMES))
SPELLINGS = st.sampled_from(
    [
        str,
        lambda mark: mark.replace("@", "&#64;"),
        lambda mark: mark.replace("@", "&commat;"),
        lambda mark: mark.replace("@", "\\@"),
        lambda mark: mark.replace("@", "%40"),
        lambda mark: mark.replace("_", "\\_"),
    ]
)
FRAMES = st.sampled_from(
    [
        "{}",
        "[x](https://evil.example/?u={})",
        "[x](https://evil.example/ '{}')",
        "[x]({})",
        "![{}](https://evil.example/a.png)",
        "<a href='https://evil.example/?u={}'>x</a>",
        "`{}`",
        "[x][y]\n\n[y]: https://evil.example/?u={}",
        "https://evil.example/{}",
        "{} " + "ü" * 1200,
    ]
)
HOSTILE = st.builds(
    lambda frame, mark, spelt: frame.format(spelt(mark)), FRAMES, MARKERS, SPELLINGS
)


def tokens_in(content, reader):
    """How often a letter's headers and parts name what only its reader may hold."""
    message = parsed(content)
    parts = [part.get_content() for part in message.iter_parts()]
    shown = "\n".join([*map(str, message.values()), *parts])
    return [
        shown.count(own)
        for own in (
            tokens.make(Purpose.UNSUBSCRIBE, reader.subscriber_id),
            tokens.make(Purpose.PREFERENCES, reader.subscriber_id),
            reader.address,
        )
    ]


@pytest.mark.django_db(transaction=False)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    said=HOSTILE, place=st.sampled_from(["text", "heading", "subject", "preheader"]),
    eight_bit=st.booleans(),
)  # fmt: skip
def test_no_draft_gets_hold_of_a_readers_own_addresses(
    said, place, eight_bit, harmless
):
    fields = {
        "text": {"markdown": f"{MARKDOWN}\n{said}\n"},
        "heading": {"markdown": MARKDOWN.replace("A parser", said.split("\n")[0])},
        "subject": {"subject": said},
        "preheader": {"preheader": said},
    }[place]
    for name, value in fields.items():
        setattr(harmless, name, value)
    reader = Reader(7, 3, "ada@example.org")

    letter = compose(harmless, at=NOW).letter(reader)

    content = letter.content(eight_bit=eight_bit)
    assert tokens_in(content, reader) == [4, 2, 1]
    provided = letter.parts()
    for part in (provided.text, provided.html, provided.subject):
        assert part.count("/unsubscribe/") == part.count("/preferences/") < 2
        assert reader.address not in part


@pytest.fixture
def harmless():
    """An issue that is not saved again: only what is composed of it matters."""
    return make_issue()


@pytest.mark.django_db
def test_the_marks_of_an_issue_are_known_only_with_our_key(settings):
    issue = make_issue()
    ours = compose(issue, at=NOW).marks.key

    settings.SECRET_KEY = "another"

    assert re.fullmatch("[0-9a-f]{40}", ours)
    assert compose(issue, at=NOW).marks.key != ours
    assert compose(make_issue(), at=NOW).marks.key != ours


@pytest.mark.django_db
@pytest.mark.parametrize(
    "title",
    [
        "Ünser <b>; Brief",
        "Grüße, Welt",
        "A < B; C > D",
        "Wöchentlich <a@b.example>; x",
        "a <b@c.example>, " * 6 + "end",
        'Übel "quoted" (really) \\ @ : x',
        "Plain Weekly",
        "报 <x>; 纸",
    ],
)
def test_whatever_the_title_the_letter_has_one_sender(title):
    issue = make_issue(make_newsletter(title=title))

    _, content = letter_of(issue)

    [sender] = parsed(content)["From"].addresses
    assert sender.addr_spec == "letters@crux.example"
    # Python keeps the space between two encoded words (RFC 2047, 6.2).
    assert sender.display_name.replace(" ", "") == title.replace(" ", "")
    line = next(one for one in content.split(b"\r\n") if one.startswith(b"From:"))
    assert len(line) <= 78
