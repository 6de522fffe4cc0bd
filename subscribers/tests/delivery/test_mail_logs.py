"""Lines of mail servers, in the forms in which they are written and carried."""

from datetime import UTC, datetime, timedelta

import pytest

from subscribers.delivery.mail_logs import UnknownLog, parse
from subscribers.tests.support import mail_server_logs as logs

AT = datetime(2025, 8, 7, 9, 0, 3, tzinfo=UTC)
NOW = AT + timedelta(hours=3)
ENVELOPE = "b+1.0123456789abcdef@bounces.test"
MESSAGE_ID = "1.2.0123456789abcdef@letters.test"


def lines_of(text, envelope=ENVELOPE, message_id=MESSAGE_ID):
    filled = text.replace(logs.ENVELOPE, envelope).replace(logs.MESSAGE_ID, message_id)
    return filled.strip().splitlines()


def names_taken(log):
    return [one.names for one in log.taken if "0123456789abcdef" in one.names]


@pytest.mark.parametrize("form", logs.TAKEN)
def test_a_letter_that_was_taken_is_found_with_its_time(form):
    log = parse(lines_of(logs.TAKEN[form]), NOW)

    assert names_taken(log)
    assert log.first.replace(microsecond=0) == AT


@pytest.mark.parametrize("form", logs.NAMED)
@pytest.mark.parametrize("server", ["postfix", "exim", "opensmtpd", "sendmail"])
def test_a_letter_that_is_only_named_was_not_taken(form, server):
    others = lines_of(logs.TAKEN[server], "x@y.test", "m@y.test")

    assert names_taken(parse([*others, *lines_of(logs.NAMED[form])], NOW)) == []


@pytest.mark.parametrize(
    ("time", "hour", "has_zone"),
    [
        ("Aug  7 11:00:03", 11, False),
        ("2025-08-07T11:00:03+02:00", 9, True),
        ("2025-08-07 11:00:03.5 +0200", 9, True),
        ("2025-08-07T09:00:03Z", 9, True),
        ("<22>1 2025-08-07T02:00:03.123456-07:00", 9, True),
        ("Thu 2025-08-07 11:00:03 CEST", 11, False),
    ],
)
def test_a_zone_is_heeded_where_there_is_one(time, hour, has_zone):
    line = f"{time} mx postfix/qmgr[5]: 4ABC1D2E3F: from=<a@b.de> (queue active)"

    log = parse([line], NOW)

    assert (log.first.hour, log.has_zone) == (hour, has_zone)


@pytest.mark.parametrize(
    "line",
    [
        "rsyslogd: imjournal: 406 messages lost due to rate-limiting",
        "rsyslogd-2177: imuxsock lost 516 messages from pid 5 due to rate-limiting",
        "systemd-journald[1]: Suppressed 7124 messages from postfix.service",
        "syslog-ng[3]: Log queue full; dropped 12 messages",
    ],
)
def test_a_log_that_has_lost_lines_says_so(line):
    whole = lines_of(logs.TAKEN["postfix"])

    assert parse([*whole, f"Aug  7 09:00:04 mx {line}"], NOW).has_lost
    assert not parse(whole, NOW).has_lost


@pytest.mark.parametrize(
    "lines", [[], ["Lorem ipsum"], ["Aug  7 09:00:03 mx sshd[1]: x"]]
)
def test_what_is_no_mail_servers_log_is_refused(lines):
    with pytest.raises(UnknownLog):
        parse(lines, NOW)
