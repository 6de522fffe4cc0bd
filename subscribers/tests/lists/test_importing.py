"""A list that is brought in: who is taken, let go or left out, and by whose words."""

import io
from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from subscribers.consent import capacity
from subscribers.lists import importing
from subscribers.lists.importing import Treatment
from subscribers.models import Consent, Subscriber, Suppression, address_hash
from subscribers.tests.support.lists import NOW, WORDS, bring, status_of
from subscribers.tests.support.makers import make_newsletter, make_reader

Status = Subscriber.Status


@pytest.mark.django_db
def test_a_dry_run_tells_what_would_be_done_and_changes_nothing():
    weekly = make_newsletter(subscriber_cap=0)

    verdicts, _ = bring(
        weekly, "email,status\na@x.org,\nb@x.org,bounced\nc@x.org,left\n", commit=False
    )

    assert verdicts == [Treatment.TAKEN, Treatment.LET_GO, Treatment.LET_GO]
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

    assert set(verdicts) == {Treatment.LEFT_OUT}
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

    assert verdicts == [Treatment.LEFT_OUT]
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

    assert verdicts == [Treatment.LET_GO]
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

    assert verdicts == [Treatment.LEFT_OUT]
    assert status_of(weekly, "a@x.org") == Status.PENDING


@pytest.mark.django_db
@pytest.mark.parametrize("order", [1, -1])
def test_of_two_rows_about_one_address_the_graver_holds(order):
    weekly = make_newsletter()
    rows = ["Jo@x.org,active", "jo@X.org,unsubscribed"][::order]

    verdicts, reasons = bring(weekly, "email,status\n" + "\n".join(rows))

    assert verdicts == [Treatment.LET_GO, Treatment.SKIPPED]
    assert reasons[1] == "stands on line 2 already"
    assert status_of(weekly, "jo@x.org") == Status.UNSUBSCRIBED


@pytest.mark.django_db
def test_an_unknown_status_is_never_guessed_at():
    weekly = make_newsletter()

    verdicts, reasons = bring(
        weekly, "email,status\na@x.org,active\na@x.org,zombie\nb@x.org,zombie\n"
    )

    assert verdicts == [Treatment.SKIPPED] * 3
    assert "unknown status 'zombie'" in reasons[2]
    assert not Subscriber.objects.exists()


@pytest.mark.django_db
def test_a_column_of_another_meaning_forbids_but_is_not_refused():
    weekly = make_newsletter()

    verdicts, _ = bring(weekly, "email,type\na@x.org,student\nb@x.org,unsubscribed\n")

    assert verdicts == [Treatment.TAKEN, Treatment.LET_GO]


@pytest.mark.django_db
def test_paused_stays_paused_and_who_never_confirmed_is_left_out():
    weekly = make_newsletter()

    verdicts, _ = bring(weekly, "email,status\na@x.org,paused\nb@x.org,pending\n")

    assert verdicts == [Treatment.TAKEN, Treatment.LEFT_OUT]
    assert status_of(weekly, "a@x.org") == Status.PAUSED


@pytest.mark.django_db
@pytest.mark.parametrize(
    "row", ["no address", "a@", '"a@x.org, b@x.org"', "a@localhost"]
)
def test_what_is_no_address_is_skipped_and_the_rest_is_taken(row):
    weekly = make_newsletter()

    verdicts, _ = bring(weekly, f"email\n{row}\nb@x.org\n")

    assert verdicts == [Treatment.SKIPPED, Treatment.TAKEN]


@pytest.mark.django_db
def test_addresses_of_other_scripts_are_taken_in_one_spelling():
    weekly = make_newsletter()

    verdicts, _ = bring(
        weekly, "email\nmüller@xn--exmple-cua.org\nMÜLLER@exämple.org\n"
    )

    assert verdicts == [Treatment.TAKEN, Treatment.SKIPPED]
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
        Treatment.TAKEN,
        Treatment.TAKEN,
        Treatment.NO_PLACE,
        Treatment.LET_GO,
    ]
    active = weekly.subscribers.filter(status=Status.ACTIVE).count()
    assert active == (2 if commit else 1)


@pytest.mark.django_db
def test_what_changed_between_plan_and_act_holds(monkeypatch):
    weekly = make_newsletter()
    before = importing._here(weekly, [], capacity.left(weekly))
    monkeypatch.setattr(importing, "_here", lambda *_: before)
    make_reader(weekly, "a@x.org", status=Status.UNSUBSCRIBED)
    Suppression.objects.create(address_hash=address_hash("b@x.org"), reason="erased")

    verdicts, _ = bring(weekly, "email\na@x.org\nb@x.org\n")

    assert verdicts == [Treatment.LEFT_OUT, Treatment.LEFT_OUT]


@pytest.mark.django_db
def test_a_list_that_filled_up_meanwhile_takes_nobody_more(monkeypatch):
    weekly = make_newsletter(subscriber_cap=1)
    before = importing._here(weekly, [], capacity.left(weekly))
    monkeypatch.setattr(importing, "_here", lambda *_: before)
    make_reader(weekly, "first@x.org")

    verdicts, _ = bring(weekly, "email\na@x.org\n")

    assert verdicts == [Treatment.NO_PLACE]


@pytest.mark.django_db
def test_an_import_twice_over_changes_nothing():
    weekly = make_newsletter()
    text = "email,status\na@x.org,\nb@x.org,unsubscribed\nc@x.org,bounced\n"

    bring(weekly, text)
    before = list(Subscriber.objects.values()), Consent.objects.count()
    verdicts, _ = bring(weekly, text)

    assert verdicts == [Treatment.KNOWN, Treatment.LEFT_OUT, Treatment.LEFT_OUT]
    assert (list(Subscriber.objects.values()), Consent.objects.count()) == before


# --- The command ----------------------------------------------------------------------


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
def test_a_file_named_for_those_who_left_is_asked_about(tmp_path):
    weekly = make_newsletter()
    file = tmp_path / "weekly_unsubscribed_2024.csv"
    file.write_text("Name,Email\nAda,a@x.org\n")
    usual = ("importsubscribers", str(file), "--newsletter", weekly.slug)
    commit = ("--commit", "--wording", WORDS)

    with pytest.raises(CommandError, match="--everybody"):
        call_command(*usual, *commit)
    call_command(*usual, *commit, "--everybody", "left", stdout=io.StringIO())

    assert status_of(weekly, "a@x.org") == Status.UNSUBSCRIBED


@pytest.mark.django_db
def test_the_command_asks_of_headings_and_encodings_and_takes_the_answer(tmp_path):
    weekly = make_newsletter()
    file = tmp_path / "list.csv"
    file.write_bytes("email,Ausgetreten\nå@x.org,\nb@x.org,1999\n".encode("cp1252"))
    usual = ("importsubscribers", str(file), "--newsletter", weekly.slug)
    commit = ("--commit", "--wording", WORDS)

    with pytest.raises(CommandError, match="--column"):
        call_command(*usual, *commit)
    with pytest.raises(CommandError, match="--encoding"):
        call_command(*usual, *commit, "--column", "Ausgetreten=left")
    answers = ("--column", "Ausgetreten=left", "--encoding", "cp1252")
    call_command(*usual, *commit, *answers, stdout=io.StringIO())

    assert status_of(weekly, "å@x.org") == Status.ACTIVE
    assert status_of(weekly, "b@x.org") == Status.UNSUBSCRIBED


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["bounced", "complained", "suppressed"])
def test_of_many_who_are_gone_those_known_here_are_let_go_too(word):
    weekly = make_newsletter()
    make_reader(weekly, "a@x.org")
    Suppression.objects.create(address_hash=address_hash("b@x.org"), reason="erased")

    bring(weekly, f"email,status\na@x.org,{word}\nb@x.org,{word}\nc@x.org,{word}\n")

    assert Suppression.objects.count() == 3
    assert status_of(weekly, "a@x.org") != Status.ACTIVE


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["unsubscribed", "bounced", "complained"])
def test_a_file_of_leavers_is_no_slower_for_each_who_is_known_here(word):
    asked = []
    for many in (2, 20):
        weekly = make_newsletter()
        names = [f"r{n}.{many}@x.org" for n in range(many)]
        for name in names:
            make_reader(weekly, name)
        rows = "".join(f"{name},{word}\n" for name in names)
        statements = Counter()

        def count(run, *values, seen=statements):
            seen["asked"] += 1
            return run(*values)

        with connection.execute_wrapper(count):
            bring(weekly, f"email,status\n{rows}")
        asked.append(statements["asked"])

    assert asked[1] <= asked[0]
    assert not Subscriber.objects.filter(status=Status.ACTIVE).exists()


@pytest.mark.django_db
def test_a_list_of_many_batches_fills_the_places_that_there_are(monkeypatch):
    monkeypatch.setattr(importing, "DONE_AT_A_TIME", 3)
    weekly = make_newsletter(subscriber_cap=8)

    treatments, _ = bring(
        weekly, "email\n" + "".join(f"r{n}@x.org\n" for n in range(11))
    )

    assert treatments == [Treatment.TAKEN] * 8 + [Treatment.NO_PLACE] * 3
    assert Consent.objects.count() == 8
