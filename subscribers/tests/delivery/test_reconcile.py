import gzip
from datetime import UTC, datetime, timedelta

import pytest

from subscribers.delivery import audience, ledger
from subscribers.delivery.mail_logs import UnknownLog
from subscribers.delivery.reconcile import Record, Span, read_logs, reconcile
from subscribers.letters import references
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_issue, make_readers

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
DAY = timedelta(days=1)
State = Delivery.State
ALWAYS = (Span(NOW - DAY, NOW + DAY),)

pytestmark = pytest.mark.django_db


@pytest.fixture
def issue():
    """One letter was accepted; three were started at NOW by a sender that died."""
    issue = make_issue()
    make_readers(issue.newsletter, 4)
    audience.freeze(issue, NOW)
    mine = ledger.start(ledger.claim(issue, "dead", NOW, most=4), "dead", NOW)
    taken = ledger.LetterOutcome(ledger.Result.ACCEPTED, "250 ok")
    ledger.settle([ledger.Settled(mine[0].delivery_id, taken)], "dead", NOW)
    ledger.expire(issue, LATER)
    return issue


def named(issue):
    """What names the letters: the accepted one, and the first of the uncertain."""
    first, second, *_ = Delivery.objects.filter(issue=issue).order_by("id")
    return [
        (
            f"b+{references.of_delivery(one.pk)}@b.test",
            f"{references.of_letter(issue.pk, one.subscriber_id)}@x.test",
        )
        for one in (first, second)
    ]


def syslog(at, said, host="mx"):
    return f"{at:%b} {at.day:2} {at:%H:%M:%S} {host} {said}"


def postfix(at, envelope, message_id, *, name="postfix", queue="4ABC1D2E3F"):
    return [
        syslog(at, f"{name}/smtpd[6]: {queue}: client=crux[127.0.0.1]"),
        syslog(at, f"{name}/cleanup[7]: {queue}: message-id=<{message_id}>"),
        syslog(
            at,
            f"{name}/qmgr[5]: {queue}: from=<{envelope}>, size=44100, nrcpt=1"
            " (queue active)",
        ),
    ]


def exim(at, envelope, message_id):
    return [
        f"{at:%Y-%m-%d %H:%M:%S} 1uVxyz-00000000abc-0Xyz <= {envelope} H=crux [127.0.0.1]"
        f" P=esmtp S=44100 id={message_id}"
    ]


def opensmtpd(at, envelope, message_id):
    program = "smtpd[3920]: f274cf34b7d0786b smtp"
    return [
        syslog(at, f"{program} message msgid=78e5c402 size=44100 nrcpt=1 proto=ESMTP"),
        syslog(
            at,
            f"{program} envelope evpid=78e5c402920bcc4f from=<{envelope}>"
            " to=<ada@example.org>",
        ),
    ]


def sendmail(at, envelope, message_id, queue="5779021A012345"):
    return [
        syslog(
            at,
            f"sm-mta[812]: {queue}: from=<{envelope}>, size=44100, class=0, nrcpts=1,"
            f" msgid=<{message_id}>, proto=ESMTP, daemon=MTA, relay=crux [127.0.0.1]",
        ),
        syslog(
            at,
            f"sm-mta[813]: {queue}: to=<ada@example.org>, delay=00:00:01, mailer=esmtp,"
            " pri=164100, relay=mail.example.org, dsn=2.0.0, stat=Sent (ok)",
        ),
    ]


def elsewhere(at, *args, **values):
    return postfix(at, *args, name="postfix-out/submission", **values)


SERVERS = [postfix, elsewhere, exim, opensmtpd, sendmail]


def log_of(tmp_path, server, *letters, start=-1, end=60, zone=0, name="mail.log"):
    """A log of minutes around NOW; its letters were taken at NOW."""
    shift = timedelta(hours=zone)
    at = NOW + timedelta(seconds=3) + shift
    lines = server(NOW + shift + timedelta(minutes=start), "x@y.test", "m@y.test")
    for number, (envelope, message_id) in enumerate(letters):
        values = (
            {} if server in (exim, opensmtpd) else {"queue": f"57790{number}1A012345"}
        )
        lines += server(at, envelope, message_id, **values)
    lines += server(NOW + shift + timedelta(minutes=end), "x@y.test", "m@y.test")
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n")
    return path


def settle(issue, *paths, **values):
    done = reconcile(issue, read_logs(paths, LATER, **values), now=LATER)
    return done.accepted, done.requeued, done.held


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("zone", [0, 2, -7])
def test_what_a_server_took_was_accepted_and_what_it_lacks_goes_again(
    issue, tmp_path, server, zone
):
    log = log_of(tmp_path, server, *named(issue), zone=zone)

    assert settle(issue, log) == (1, 2, 0)


@pytest.mark.parametrize("server", SERVERS)
def test_a_log_that_knows_no_letter_of_ours_proves_no_absence(issue, tmp_path, server):
    assert settle(issue, log_of(tmp_path, server)) == (0, 0, 3)


@pytest.mark.parametrize(("start", "end"), [(1, 60), (-1, 14), (-1, 5)])
def test_a_log_that_does_not_cover_the_time_in_question_proves_no_absence(
    issue, tmp_path, start, end
):
    log = log_of(tmp_path, postfix, named(issue)[0], start=start, end=end)

    assert settle(issue, log) == (0, 0, 3)


def test_a_log_with_a_hole_at_the_time_in_question_proves_no_absence(issue, tmp_path):
    log = log_of(tmp_path, postfix, *named(issue), start=-3 * 60)
    Delivery.objects.filter(state=State.UNCERTAIN).update(
        started_at=NOW - timedelta(hours=2)
    )

    assert settle(issue, log) == (1, 0, 2)


def test_a_log_that_has_lost_lines_proves_no_absence(issue, tmp_path):
    log = log_of(tmp_path, postfix, *named(issue))
    lost = syslog(NOW, "rsyslogd: imjournal: 9 messages lost due to rate-limiting")
    log.write_text(f"{log.read_text()}{lost}\n")

    assert settle(issue, log) == (1, 0, 2)


@pytest.mark.parametrize(("month", "settled"), [(3, (1, 0, 2)), (8, (1, 2, 0))])
def test_a_night_in_which_clocks_change_leaves_an_hour_unproven(
    issue, tmp_path, month, settled
):
    """From the known letter to the end of the log the clock may have been put forward."""
    known, uncertain = named(issue)
    evening = datetime(2025, month, 29, 22, tzinfo=UTC)
    Delivery.objects.filter(state=State.ACCEPTED).update(started_at=evening)
    later = evening + timedelta(hours=10)
    Delivery.objects.filter(state=State.UNCERTAIN).update(started_at=later)
    path = tmp_path / "mail.log"
    lines = [
        *postfix(evening, *known),
        *postfix(later, *uncertain, queue="4ABC1D2E4F"),
        *postfix(later + timedelta(minutes=40), "x@y.test", "m@y.test"),
    ]
    path.write_text("\n".join(lines))

    assert settle(issue, path) == settled


def test_nobody_believes_an_absence_after_the_time_they_name(issue, tmp_path):
    log = log_of(tmp_path, postfix, named(issue)[0])

    assert settle(issue, log, whole_until=NOW) == (0, 0, 3)


def test_a_gzipped_log_is_read(issue, tmp_path):
    log = log_of(tmp_path, postfix, *named(issue))
    log.write_bytes(gzip.compress(log.read_bytes()))

    assert settle(issue, log) == (1, 2, 0)


@pytest.mark.parametrize(
    "content", ["", "Lorem ipsum\n", "Aug  7 09:00:00 mx sshd[1]: x"]
)
def test_what_is_no_log_of_a_mail_server_is_refused(tmp_path, content):
    path = tmp_path / "mail.log"
    path.write_text(content)

    with pytest.raises(UnknownLog, match=r"mail\.log: It holds no line"):
        read_logs([path], LATER)


def refusals(envelope, message_id):
    """Lines that name a letter which its server did not take."""
    return {
        "exim, recipient": f"2025-08-07 09:00:04 H=crux [127.0.0.1] F=<{envelope}>"
        " temporarily rejected RCPT <ada@example.org>: greylisted",
        "exim, content": "2025-08-07 09:00:04 1uVxyz-00000000abd-0Xyz H=crux"
        f" F=<{envelope}> temporarily rejected after DATA: try later",
        "postfix, recipient": syslog(
            NOW,
            "postfix/smtpd[6]: NOQUEUE: reject: RCPT from crux[127.0.0.1]: 450 4.2.0"
            f" greylisted; from=<{envelope}> to=<ada@example.org> proto=ESMTP",
        ),
        "postfix, milter": syslog(
            NOW,
            "mta1/cleanup[7]: 4ABC1D2EFF: milter-reject: END-OF-MESSAGE from crux: 4.7.1"
            f" Try again; from=<{envelope}> to=<ada@example.org>",
        ),
        "postfix, broken off": syslog(
            NOW, f"postfix/cleanup[7]: 4ABC1D2EFF: message-id=<{message_id}>"
        ),
        "opensmtpd": syslog(
            NOW,
            'smtpd[3920]: f274cf34b7d0786b smtp failed-command command="MAIL'
            f' FROM:<{envelope}>" result="451 Try again later"',
        ),
        "sendmail, milter": syslog(
            NOW,
            f"sm-mta[812]: 5779021A012399: from=<{envelope}>, size=44100, nrcpts=1,"
            f" msgid=<{message_id}>, proto=ESMTP\n",
        )
        + syslog(NOW, "sm-mta[812]: 5779021A012399: Milter: data, reject=451 4.7.1 x"),
        "milter": syslog(NOW, f"opendkim[9]: 4ABC1D2EFF: <{message_id}> no signature"),
    }


@pytest.mark.parametrize("which", list(refusals("", "")))
def test_a_letter_that_was_refused_for_now_was_not_accepted(issue, tmp_path, which):
    known, uncertain = named(issue)
    log = log_of(tmp_path, postfix if "postfix" in which else exim, known)
    log.write_text(log.read_text() + refusals(*uncertain)[which] + "\n")

    accepted, _, _ = settle(issue, log)

    assert accepted == 0


def test_a_letter_that_a_milter_holds_was_accepted(issue, tmp_path):
    known, (envelope, message_id) = named(issue)
    log = log_of(tmp_path, postfix, known)
    held = [
        syslog(NOW, f"postfix/cleanup[7]: 4ABC1D2EFF: message-id=<{message_id}>"),
        syslog(
            NOW,
            "postfix/cleanup[7]: 4ABC1D2EFF: milter-hold: END-OF-MESSAGE from crux: x;"
            f" from=<{envelope}> to=<ada@example.org>",
        ),
    ]
    log.write_text(log.read_text() + "\n".join(held) + "\n")

    assert settle(issue, log) == (1, 2, 0)


def test_a_reference_that_somebody_made_up_settles_nothing(issue):
    record = Record()

    record.add(f"1.{'0' * 16} 1.2.{'0' * 16}@x.test")

    assert (record.deliveries, record.letters) == (set(), set())


def test_a_sender_that_comes_to_life_after_reconciling_changes_nothing(issue):
    reconcile(issue, Record(whole=ALWAYS), now=LATER)
    mine = ledger.claim(issue, "other", LATER, most=3)
    ledger.start(mine, "other", LATER)

    late = ledger.LetterOutcome(ledger.Result.REJECTED)
    ledger.settle([ledger.Settled(mine[0].delivery_id, late)], "dead", LATER)

    assert ledger.counts(issue)[State.STARTED] == 3
