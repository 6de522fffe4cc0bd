"""A list that is written out: what stands in it, and that it comes back as it was."""

import csv
import io

import pytest
from django.core.management import CommandError, call_command

from subscribers.consent import status as consent
from subscribers.consent import vouching
from subscribers.consent.record import Circumstances
from subscribers.lists import exporting
from subscribers.models import Subscriber, Suppression
from subscribers.tests.support.lists import NOW, WORDS, bring, status_of
from subscribers.tests.support.makers import make_newsletter, make_reader

Status = Subscriber.Status


@pytest.mark.django_db
def test_cells_like_formulas_are_safe_in_the_file_and_come_back_as_they_were():
    weekly, other = make_newsletter(topics=["=1+1"]), make_newsletter(subscriber_cap=0)
    address = "=cmd|'/C'!A0@x.org"
    make_reader(weekly, address, less_of=["=1+1"])

    text = "".join(exporting.lines(weekly.subscribers.all()))
    rows = list(csv.reader(io.StringIO(text)))
    bring(other, text)

    assert rows[1][0] == f"'{address}"
    assert "=1+1" not in text  # what a reader wants to read is on no list
    assert status_of(other, address) == Status.ACTIVE


@pytest.mark.django_db
def test_a_list_read_again_elsewhere_writes_to_nobody_new():
    weekly, other = make_newsletter(), make_newsletter(subscriber_cap=0)
    for status in Status:
        make_reader(weekly, f"{status}@x.org", status=status)
    make_reader(weekly, "spam@x.org")
    consent.suppress("spam@x.org", Suppression.Reason.COMPLAINED, NOW)
    text = "".join(exporting.lines(weekly.subscribers.all()))
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
    vouching.vouch(weekly, {"a@x.org": False}, Circumstances(NOW), wording=WORDS)

    row = next(csv.DictReader(exporting.lines(weekly.subscribers.all())))

    assert (row["consent"], row["consent_at"], row["consent_wording"]) == (
        "imported",
        NOW.isoformat(),
        WORDS,
    )


# --- The command ----------------------------------------------------------------------


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
