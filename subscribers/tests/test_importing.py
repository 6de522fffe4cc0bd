import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from subscribers import consent, exporting, importing, sheets
from subscribers.entries import entries
from subscribers.importing import Verdict
from subscribers.models import Consent, Subscriber, Suppression, address_hash
from subscribers.record import Circumstances
from subscribers.sheets import BadSheet
from subscribers.tests.makers import make_newsletter, make_reader

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
WORDS = "Signed up at the spring meeting, on paper."
Status = Subscriber.Status


def bring(newsletter, text, *, commit=True):
    """(verdicts, reasons) of the rows of a file."""
    found = entries(sheets.read(text.encode()))
    planned = importing.take(newsletter, found, wording=WORDS, at=NOW, commit=commit)
    return [row.verdict for row in planned], [row.reason for row in planned]


def status_of(newsletter, address):
    row = newsletter.subscribers.filter(address_hash=address_hash(address)).first()
    return row and row.status


# --- The file ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
    ],
)
def test_every_usual_encoding_is_found_out(encoding, name):
    sheet = sheets.read("email,city\na@x.org,Zürich – ‘ja’\n".encode(encoding))

    assert sheet.encoding == name
    assert sheet.rows[1].cells == ("a@x.org", "Zürich – ‘ja’")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_usual_separator_and_line_end_is_found_out(separator, end):
    lines = ["email,name", 'a@x.org,"Doe; Jo, ""J"""', "b@x.org,Bo"]
    text = end.join(
        separator.join(next(csv.reader([line])))
        if "Doe" not in line
        else f'a@x.org{separator}"Doe; Jo, ""J"""'
        for line in lines
    )

    sheet = sheets.read(text.encode())

    assert sheet.separator == separator
    assert sheet.rows[1].cells == ("a@x.org", 'Doe; Jo, "J"')


def test_commas_inside_cells_do_not_pass_for_separators():
    text = "email;name;city\na@x.org;Doe, Jo;Ulm\nb@x.org;Roe, Al;Bonn, am Rhein\n"

    assert sheets.read(text.encode()).separator == ";"


def test_a_separator_that_the_file_announces_is_believed():
    sheet = sheets.read(b"sep=^\r\nemail^status\r\na@x.org^active\r\n")

    assert sheet.rows[1].line == 3
    assert sheet.rows[1].cells == ("a@x.org", "active")


def test_a_row_is_named_by_the_line_it_begins_on():
    text = 'email,note\n\na@x.org,"two\nlines"\nb@x.org,one\n'

    assert [row.line for row in sheets.read(text.encode()).rows] == [1, 3, 5]


@pytest.mark.parametrize("text", ['email,name\na@x.org,"Jo\nb@x.org,Bo\n', "", "\n \n"])
def test_a_quote_left_open_swallows_no_rows_and_an_empty_file_is_refused(text):
    with pytest.raises(BadSheet):
        sheets.read(text.encode())


def test_bytes_of_no_known_encoding_are_refused():
    with pytest.raises(BadSheet, match="save the file as UTF-8"):
        sheets.read(b"email\n\x81\x8d@x.org\n")


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(sheets, "MOST_BYTES", 10)

    with pytest.raises(BadSheet, match="split it"):
        sheets.read(b"email\na@x.org\n")


def test_a_bare_list_of_addresses_needs_no_heading():
    found = entries(sheets.read(b"a@x.org\nb@x.org\n"))

    assert [entry.address for entry in found] == ["a@x.org", "b@x.org"]


def test_columns_without_headings_are_refused_for_one_may_say_who_left():
    with pytest.raises(BadSheet, match="heading"):
        entries(sheets.read(b"a@x.org,unsubscribed\nb@x.org,active\n"))


# --- What is done -----------------------------------------------------------------------


@pytest.mark.django_db
def test_a_dry_run_tells_what_would_be_done_and_changes_nothing():
    weekly = make_newsletter(subscriber_cap=0)

    verdicts, _ = bring(
        weekly, "email,status\na@x.org,\nb@x.org,bounced\nc@x.org,left\n", commit=False
    )

    assert verdicts == [Verdict.TAKEN, Verdict.LET_GO, Verdict.LET_GO]
    assert not Subscriber.objects.exists()
    assert not Suppression.objects.exists()


@pytest.mark.django_db
def test_the_operators_words_are_kept_as_consent():
    weekly = make_newsletter()

    bring(weekly, "email\na@x.org\n")

    kept = Consent.objects.get(subscriber__address="a@x.org")
    assert (kept.act, kept.wording, kept.wording_version, kept.at) == (
        Consent.Act.IMPORTED,
        WORDS,
        "operator",
        NOW,
    )
    assert status_of(weekly, "a@x.org") == Status.ACTIVE


@pytest.mark.django_db
def test_whoever_left_bounced_or_is_suppressed_here_is_left_out():
    weekly = make_newsletter()
    make_reader(weekly, "left@x.org", status=Status.UNSUBSCRIBED)
    make_reader(weekly, "back@x.org", status=Status.BOUNCED)
    make_reader(weekly, "asked@x.org", status=Status.PENDING)
    Suppression.objects.create(
        address_hash=address_hash("Erased@X.org"), reason="erased"
    )

    verdicts, reasons = bring(
        weekly, "email\nLEFT@x.org\nback@x.org\nasked@x.org\nerased@x.org\n"
    )

    assert set(verdicts) == {Verdict.LEFT_OUT}
    assert reasons == [
        "unsubscribed here",
        "bounced here",
        "pending here",
        "suppressed here: erased",
    ]
    assert status_of(weekly, "left@x.org") == Status.UNSUBSCRIBED
    assert status_of(weekly, "erased@x.org") is None


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["unsubscribed", "Bounced", "cleaned", "complained",
                                  "spam", "blocklisted", "false", "No"])  # fmt: skip
def test_whoever_is_gone_in_the_file_cannot_be_imported_later(word):
    weekly = make_newsletter()

    bring(weekly, f"email,status\na@x.org,{word}\n")
    verdicts, _ = bring(weekly, "email\nA@X.org\n")

    assert verdicts == [Verdict.LEFT_OUT]
    assert status_of(weekly, "a@x.org") in (None, Status.UNSUBSCRIBED)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("word", "status"),
    [("unsubscribed", Status.UNSUBSCRIBED), ("bounced", Status.BOUNCED)],
)
def test_a_reader_who_is_gone_in_the_file_is_let_go_here(word, status):
    weekly = make_newsletter()
    make_reader(weekly, "a@x.org")

    verdicts, _ = bring(weekly, f"email,status\na@x.org,{word}\n")

    assert verdicts == [Verdict.LET_GO]
    assert status_of(weekly, "a@x.org") == status


@pytest.mark.django_db
@pytest.mark.parametrize("later", [True, False])
def test_an_old_file_does_not_undo_a_newer_confirmation(later):
    weekly = make_newsletter()
    left = NOW - timedelta(days=30)
    make_reader(
        weekly, "a@x.org", confirmed_at=left + timedelta(days=1 if later else -1)
    )

    bring(weekly, f"email,left_at\na@x.org,{left.isoformat()}\n")

    assert status_of(weekly, "a@x.org") == (
        Status.ACTIVE if later else Status.UNSUBSCRIBED
    )


@pytest.mark.django_db
def test_a_complaint_counts_whatever_came_later():
    weekly = make_newsletter()
    make_reader(weekly, "a@x.org", confirmed_at=NOW)

    bring(weekly, "email,status,left_at\na@x.org,complained,2020-01-01\n")

    assert Suppression.objects.get().reason == Suppression.Reason.COMPLAINED
    assert status_of(weekly, "a@x.org") == Status.UNSUBSCRIBED


@pytest.mark.django_db
def test_whoever_has_just_asked_to_join_is_not_let_go_by_a_file():
    weekly = make_newsletter()
    make_reader(weekly, "a@x.org", status=Status.PENDING)

    verdicts, _ = bring(weekly, "email,status\na@x.org,unsubscribed\n")

    assert verdicts == [Verdict.LEFT_OUT]
    assert status_of(weekly, "a@x.org") == Status.PENDING


@pytest.mark.django_db
@pytest.mark.parametrize("order", [1, -1])
def test_of_two_rows_about_one_address_the_graver_holds(order):
    weekly = make_newsletter()
    rows = ["Jo@x.org,active", "jo@X.org,unsubscribed"][::order]

    verdicts, reasons = bring(weekly, "email,status\n" + "\n".join(rows))

    assert verdicts == [Verdict.LET_GO, Verdict.SKIPPED]
    assert reasons[1] == "stands on line 2 already"
    assert status_of(weekly, "jo@x.org") == Status.UNSUBSCRIBED


@pytest.mark.django_db
def test_an_unknown_status_is_never_guessed_at():
    weekly = make_newsletter()

    verdicts, reasons = bring(
        weekly, "email,status\na@x.org,active\na@x.org,zombie\nb@x.org,zombie\n"
    )

    assert verdicts == [Verdict.SKIPPED] * 3
    assert "unknown status 'zombie'" in reasons[2]
    assert not Subscriber.objects.exists()


@pytest.mark.django_db
def test_a_column_of_another_meaning_forbids_but_is_not_refused():
    weekly = make_newsletter()

    verdicts, _ = bring(weekly, "email,type\na@x.org,student\nb@x.org,unsubscribed\n")

    assert verdicts == [Verdict.TAKEN, Verdict.LET_GO]


@pytest.mark.django_db
def test_paused_stays_paused_and_who_never_confirmed_is_left_out():
    weekly = make_newsletter()

    verdicts, _ = bring(weekly, "email,status\na@x.org,paused\nb@x.org,pending\n")

    assert verdicts == [Verdict.TAKEN, Verdict.LEFT_OUT]
    assert status_of(weekly, "a@x.org") == Status.PAUSED


@pytest.mark.django_db
@pytest.mark.parametrize(
    "row", ["no address", "a@", '"a@x.org, b@x.org"', "a@localhost"]
)
def test_what_is_no_address_is_skipped_and_the_rest_is_taken(row):
    weekly = make_newsletter()

    verdicts, _ = bring(weekly, f"email\n{row}\nb@x.org\n")

    assert verdicts == [Verdict.SKIPPED, Verdict.TAKEN]


@pytest.mark.django_db
def test_addresses_of_other_scripts_are_taken_in_one_spelling():
    weekly = make_newsletter()

    verdicts, _ = bring(
        weekly, "email\nmüller@xn--exmple-cua.org\nMÜLLER@exämple.org\n"
    )

    assert verdicts == [Verdict.TAKEN, Verdict.SKIPPED]
    assert Subscriber.objects.get().address == "müller@exämple.org"


@pytest.mark.django_db
@pytest.mark.parametrize("commit", [True, False])
def test_the_cap_holds_and_who_goes_makes_place(commit):
    weekly = make_newsletter(subscriber_cap=2)
    make_reader(weekly, "old@x.org")

    verdicts, _ = bring(
        weekly,
        "email,status\na@x.org,\nb@x.org,\nc@x.org,\nold@x.org,unsubscribed\n",
        commit=commit,
    )

    assert verdicts == [
        Verdict.TAKEN,
        Verdict.TAKEN,
        Verdict.NO_PLACE,
        Verdict.LET_GO,
    ]
    active = weekly.subscribers.filter(status=Status.ACTIVE).count()
    assert active == (2 if commit else 1)


@pytest.mark.django_db
def test_what_changed_between_plan_and_act_holds(monkeypatch):
    weekly = make_newsletter()
    before = importing._here(weekly, [])
    monkeypatch.setattr(importing, "_here", lambda *_: before)
    make_reader(weekly, "a@x.org", status=Status.UNSUBSCRIBED)
    Suppression.objects.create(address_hash=address_hash("b@x.org"), reason="erased")

    verdicts, _ = bring(weekly, "email\na@x.org\nb@x.org\n")

    assert verdicts == [Verdict.LEFT_OUT, Verdict.LEFT_OUT]


@pytest.mark.django_db
def test_a_list_that_filled_up_meanwhile_takes_nobody_more(monkeypatch):
    weekly = make_newsletter(subscriber_cap=1)
    before = importing._here(weekly, [])
    monkeypatch.setattr(importing, "_here", lambda *_: before)
    make_reader(weekly, "first@x.org")

    verdicts, _ = bring(weekly, "email\na@x.org\n")

    assert verdicts == [Verdict.NO_PLACE]


@pytest.mark.django_db
def test_an_import_twice_over_changes_nothing():
    weekly = make_newsletter()
    text = "email,status\na@x.org,\nb@x.org,unsubscribed\nc@x.org,bounced\n"

    bring(weekly, text)
    before = list(Subscriber.objects.values()), Consent.objects.count()
    verdicts, _ = bring(weekly, text)

    assert verdicts == [Verdict.KNOWN, Verdict.LEFT_OUT, Verdict.LEFT_OUT]
    assert (list(Subscriber.objects.values()), Consent.objects.count()) == before


# --- Out and in again -------------------------------------------------------------------


@pytest.mark.django_db
def test_cells_like_formulas_are_safe_in_the_file_and_come_back_as_they_were():
    weekly, other = make_newsletter(topics=["=1+1"]), make_newsletter(subscriber_cap=0)
    address = "=cmd|'/C'!A0@x.org"
    make_reader(weekly, address, less_of=["=1+1"])

    text = "".join(exporting.lines(weekly))
    rows = list(csv.reader(io.StringIO(text)))
    bring(other, text)

    assert rows[1][0] == f"'{address}"
    assert rows[1][5] == "'=1+1"
    assert status_of(other, address) == Status.ACTIVE


@pytest.mark.django_db
def test_a_list_read_again_elsewhere_writes_to_nobody_new():
    weekly, other = make_newsletter(), make_newsletter(subscriber_cap=0)
    for status in Status:
        make_reader(weekly, f"{status}@x.org", status=status)
    make_reader(weekly, "spam@x.org")
    consent.suppress("spam@x.org", Suppression.Reason.COMPLAINED, NOW)
    text = "".join(exporting.lines(weekly))
    Suppression.objects.all().delete()

    bring(other, text)

    letters = other.subscribers.filter(status=Status.ACTIVE)
    assert [row.address for row in letters] == ["active@x.org"]
    assert status_of(other, "paused@x.org") == Status.PAUSED
    assert status_of(other, "unsubscribed@x.org") == Status.UNSUBSCRIBED
    assert set(Suppression.objects.values_list("reason", flat=True)) == {
        "bounced",
        "complained",
    }


@pytest.mark.django_db
def test_the_consent_that_stands_is_exported():
    weekly = make_newsletter()
    consent.vouch(weekly, {"a@x.org": False}, Circumstances(NOW), wording=WORDS)

    row = next(csv.DictReader(exporting.lines(weekly)))

    assert (row["consent"], row["consent_at"], row["consent_wording"]) == (
        "imported",
        NOW.isoformat(),
        WORDS,
    )


# --- The commands -----------------------------------------------------------------------


@pytest.fixture
def run(tmp_path):
    def call(text, *more, newsletter):
        file = tmp_path / "list.csv"
        file.write_text(text)
        out = io.StringIO()
        call_command(
            "importsubscribers",
            str(file),
            "--newsletter",
            newsletter,
            *more,
            stdout=out,
        )
        return out.getvalue()

    return call


@pytest.mark.django_db
def test_the_command_changes_nothing_until_told_and_names_no_whole_address(run):
    weekly = make_newsletter()

    shown = run("email;status\nann@x.org;active\nb;\n", newsletter=weekly.slug)

    assert "line 2      a***@x***.org            taken in" in shown
    assert "not an address" in shown
    assert "ann@x.org" not in shown
    assert "Nothing was changed" in shown
    assert not Subscriber.objects.exists()


@pytest.mark.django_db
def test_the_command_takes_readers_in_with_the_operators_words(run):
    weekly = make_newsletter()

    run("email\na@x.org\n", "--commit", "--wording", WORDS, newsletter=weekly.slug)

    assert Consent.objects.get().wording == WORDS


@pytest.mark.django_db
def test_the_command_wants_words_a_newsletter_and_a_table(run, tmp_path):
    weekly = make_newsletter()

    with pytest.raises(CommandError, match="--wording"):
        run("email\na@x.org\n", "--commit", newsletter=weekly.slug)
    with pytest.raises(CommandError, match=weekly.slug):
        run("email\na@x.org\n", newsletter="weakly")
    with pytest.raises(CommandError, match="empty"):
        run("", newsletter=weekly.slug)
    with pytest.raises(CommandError, match="No such file"):
        call_command(
            "importsubscribers", str(tmp_path / "no.csv"), "--newsletter", weekly.slug
        )


@pytest.mark.django_db
def test_an_export_is_a_new_file_that_only_its_owner_reads(tmp_path):
    weekly = make_newsletter()
    make_reader(weekly, "a@x.org")
    file = tmp_path / "out.csv"

    call_command(
        "exportsubscribers", "--newsletter", weekly.slug, "--output", str(file)
    )

    assert file.stat().st_mode & 0o777 == 0o600
    assert "a@x.org" in file.read_text()
    with pytest.raises(CommandError, match="name a new file"):
        call_command(
            "exportsubscribers", "--newsletter", weekly.slug, "--output", str(file)
        )


@pytest.mark.django_db
def test_an_export_goes_to_standard_output_and_wants_a_known_newsletter(capsys):
    weekly = make_newsletter()
    out = io.StringIO()

    call_command("exportsubscribers", "--newsletter", weekly.slug, stdout=out)

    assert out.getvalue().startswith('"address","status"')
    with pytest.raises(CommandError, match="known"):
        call_command("exportsubscribers", "--newsletter", "weakly")
