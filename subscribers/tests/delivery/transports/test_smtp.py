import socket
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subscribers.delivery import audience, control
from subscribers.delivery.send import send
from subscribers.delivery.transports import table
from subscribers.delivery.transports.base import Result, Unreachable
from subscribers.delivery.transports.smtp import MailServer, SmtpTransport, _stuffed
from subscribers.delivery.transports.smtp_connection import Connection
from subscribers.letters.envelope import Letter
from subscribers.models import Delivery
from subscribers.testing.sink import BAD_DAY, Temper
from subscribers.tests.support.makers import make_issue, make_reader, make_readers
from subscribers.tests.support.servers import running

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)


def letter(number=1, recipient="ada@example.org", body=b"Hello\r\n"):
    head = f"From: a@x.test\r\nX-Delivery-ID: {number}\r\n\r\n".encode()
    return Letter(
        delivery_id=number,
        reference=str(number),
        envelope_sender="a@x.test",
        recipient=recipient,
        content=lambda *, eight_bit: head + body,
        parts=None,
    )


def results_of(port, letters, *, connections=1):
    """By the letters' ids, whatever the order in which the server answers."""
    server = MailServer("127.0.0.1", port, timeout_seconds=5)
    transport = SmtpTransport(server, connections=connections)
    try:
        carried = [
            (letter.delivery_id, outcome.result)
            for letter, outcome in transport.carry(letters)
        ]
    finally:
        transport.close()
    assert len(carried) == len(dict(carried))
    return [result for _, result in sorted(carried)]


@pytest.mark.parametrize("pipelining", [True, False])
def test_every_letter_arrives_once_over_one_connection(pipelining):
    with running(pipelining=pipelining) as (port, taken):
        results = results_of(port, [letter(n) for n in range(50)])

    assert results == [Result.ACCEPTED] * 50
    assert taken == [str(n) for n in range(50)]


@pytest.mark.parametrize("pipelining", [True, False])
@pytest.mark.parametrize("connections", [1, 5])
def test_on_a_bad_day_every_result_is_true(pipelining, connections):
    letters = [letter(n) for n in range(600)]
    with running(BAD_DAY, pipelining=pipelining, seed=7) as (port, taken):
        results = results_of(port, letters, connections=connections)

    assert len(results) == 600
    assert len(taken) == len(set(taken))
    for number, result in enumerate(results):
        has_arrived = str(number) in taken
        if has_arrived:
            assert result in (Result.ACCEPTED, Result.UNCERTAIN)
        else:
            assert result != Result.ACCEPTED
    assert set(results) == set(Result) - {Result.UNSENT}


@pytest.mark.parametrize(
    ("temper", "result"),
    [
        (Temper(refuses_recipient_for_now=1), Result.DEFERRED),
        (Temper(refuses_recipient_for_good=1), Result.REJECTED),
        (Temper(refuses_letter_for_now=1), Result.DEFERRED),
        (Temper(refuses_letter_for_good=1), Result.REJECTED),
        (Temper(hangs_up_within_letter=1), Result.UNCERTAIN),
        (Temper(hangs_up_after_taking=1), Result.UNCERTAIN),
        (Temper(shuts_down=1), Result.DEFERRED),
    ],
)
@pytest.mark.parametrize("pipelining", [True, False])
def test_each_refusal_has_its_result(temper, result, pipelining):
    with running(temper, pipelining=pipelining) as (port, _):
        results = results_of(port, [letter(n) for n in range(4)])

    assert results == [result] * 4


def test_a_server_that_is_not_there_is_told_and_blames_nobody():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    with pytest.raises(Unreachable, match=str(port)):
        results_of(port, [letter()])


@pytest.mark.parametrize(
    "recipient",
    ["a@b.de\r\nRCPT TO:<x@y.de>", "a@b.de> SIZE=1", "nobody", "a b@c.de"],
)
def test_an_address_that_would_be_a_command_is_never_spoken(recipient):
    with running() as (port, taken):
        results = results_of(port, [letter(1, recipient), letter(2)])

    assert results == [Result.REJECTED, Result.ACCEPTED]
    assert taken == ["2"]


def test_an_international_address_is_spoken_where_the_server_can():
    with running() as (port, _):
        assert results_of(port, [letter(1, "😀@example.org")]) == [Result.ACCEPTED]


def test_a_connection_closed_while_idle_is_opened_again():
    with running() as (port, taken):
        transport = SmtpTransport(MailServer("127.0.0.1", port, timeout_seconds=5))
        list(transport.carry([letter(1)]))
        transport.lanes[0]._connection._socket.shutdown(socket.SHUT_WR)
        ((_, outcome),) = transport.carry([letter(2)])
        transport.close()

    assert outcome.result is Result.ACCEPTED
    assert taken == ["1", "2"]


@pytest.mark.parametrize("lets_in", [1, 2, 3])
def test_a_server_that_lets_in_few_connections_gets_every_letter(lets_in):
    with running(connections=lets_in) as (port, taken):
        results = results_of(port, [letter(n) for n in range(40)], connections=3)

    assert results == [Result.ACCEPTED] * 40
    assert len(set(taken)) == len(taken) == 40


@pytest.mark.parametrize("number", range(5))
def test_who_stops_listening_leaves_no_answer_for_the_next_letter(number):
    with running() as (port, taken):
        server = MailServer("127.0.0.1", port, timeout_seconds=5)
        transport = SmtpTransport(server, connections=2)
        carried = transport.carry(letter(n) for n in range(10))
        for _ in range(number):
            next(carried)
        carried.close()
        results = {
            one.delivery_id: outcome.result
            for one, outcome in transport.carry([letter(20), letter(21, "nobody")])
        }
        transport.close()

    assert results == {20: Result.ACCEPTED, 21: Result.REJECTED}
    assert taken.count("20") == 1


def test_a_server_that_goes_away_leaves_no_letter_without_a_true_result():
    temper = Temper(shuts_down=0.3, hangs_up_after_taking=0.2)
    with running(temper, seed=5, connections=3) as (port, taken):
        results = results_of(port, [letter(n) for n in range(60)], connections=4)

    for number, result in enumerate(results):
        assert (str(number) in taken) >= (result is Result.ACCEPTED)
        assert (str(number) in taken) <= (result in (Result.ACCEPTED, Result.UNCERTAIN))


def test_a_server_that_speaks_nonsense_leaves_the_letter_unsent_or_uncertain():
    def talk(listener):
        for _ in range(2):
            client, _ = listener.accept()
            with client:
                client.sendall(b"220 hi\r\n")
                client.recv(1000)
                client.sendall(b"250 PIPELINING\r\n")
                client.recv(1000)
                client.sendall(b"HTTP/1.1 200 OK\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=talk, args=(listener,))
        thread.start()
        results = results_of(listener.getsockname()[1], [letter()])
        thread.join()

    assert results == [Result.DEFERRED]


@given(st.lists(st.sampled_from([b".", b"..", b"a", b"", b".\r", b"\xff"])))
def test_dots_are_stuffed_so_that_only_the_last_ends_the_letter(lines):
    content = b"".join(line + b"\r\n" for line in lines) or b"\r\n"

    sent = _stuffed(content)

    assert sent.endswith(b"\r\n.\r\n")
    inner = sent[: -len(b".\r\n")]
    assert b"\r\n.\r\n" not in b"\r\n" + inner
    unstuffed = b"".join(
        line.removeprefix(b".") for line in inner.splitlines(keepends=True)
    ) if b"\r" not in content.replace(b"\r\n", b"") else content  # fmt: skip
    assert unstuffed == content


@pytest.mark.django_db
def test_a_whole_issue_on_a_bad_day_adds_up(settings):
    settings.DELIVERY_TRANSPORT = "smtp"
    settings.EMAIL_HOST = "127.0.0.1"
    issue = make_issue()
    make_readers(issue.newsletter, 300)
    now = NOW
    with running(BAD_DAY, seed=3) as (port, taken):
        settings.EMAIL_PORT = port
        dispatch = audience.freeze(issue, NOW)
        for _ in range(30):
            control.resume(dispatch, now)  # where the breaker had stopped it
            report = send(issue, now=now)
            if report.is_settled:
                break
            now = (report.next_at or now) + timedelta(hours=1)

    assert report.is_settled
    assert report.total == 300
    assert len(taken) == len(set(taken))
    accepted = Delivery.objects.filter(state="accepted").values_list("id", flat=True)
    arrived = {int(reference.split(".")[0]) for reference in taken}
    assert set(accepted) <= arrived
    assert len(arrived - set(accepted)) <= report.uncertain


@pytest.mark.django_db
def test_an_address_no_server_takes_stops_nobody_else(settings):
    settings.DELIVERY_TRANSPORT = "smtp"
    settings.EMAIL_HOST = "127.0.0.1"
    issue = make_issue()
    make_reader(issue.newsletter, "ada@exa mple.org")
    make_reader(issue.newsletter, "bob@" + "x" * 80 + "ü.de")
    make_reader(issue.newsletter, "ok@example.org")
    with running() as (port, taken):
        settings.EMAIL_PORT = port
        report = send(issue, now=NOW)

    assert (report.accepted, report.counts["rejected"]) == (2, 1)
    assert len(taken) == 2


@pytest.mark.parametrize("pipelining", [True, False])
def test_a_letter_the_server_thinks_about_holds_up_no_other_connection(pipelining):
    with running(stuck_at=5, pipelining=pipelining) as (port, taken):
        server = MailServer("127.0.0.1", port, timeout_seconds=3)
        transport = SmtpTransport(server, connections=3)
        carried = [
            outcome.result
            for _, outcome in transport.carry(letter(n) for n in range(60))
        ]
        transport.close()

    # Where the envelope of the next one had travelled with it, that one waits, too.
    assert carried[:58] == [Result.ACCEPTED] * 58
    assert sorted(carried) == [Result.ACCEPTED] * 59 + [Result.UNCERTAIN]
    assert len(set(taken)) == 60


@pytest.mark.django_db
def test_a_letter_the_server_thinks_about_holds_up_no_later_batch(
    settings, monkeypatch
):
    settings.DELIVERY_TRANSPORT, settings.DELIVERY_BATCH = "smtp", 10
    issue = make_issue()
    make_readers(issue.newsletter, 120)
    arrived = []
    with running(stuck_at=30) as (port, taken):
        server = MailServer("127.0.0.1", port, timeout_seconds=4)
        monkeypatch.setattr(table, "server_from_settings", lambda: server)
        began = time.monotonic()
        watch = threading.Thread(
            target=lambda: [
                arrived.append(len(taken)) for _ in range(300) if not time.sleep(0.01)
            ]
        )
        watch.start()
        report = send(issue)
        watch.join()

    assert (report.accepted, report.uncertain) == (119, 1)
    assert arrived[-1] >= 119, "the others arrived while one was without an answer"
    assert time.monotonic() - began >= 4


@pytest.mark.django_db
def test_what_the_server_answered_is_put_down_before_it_is_waited_for(
    settings, monkeypatch
):
    settings.DELIVERY_TRANSPORT = "smtp"
    issue = make_issue()
    make_readers(issue.newsletter, 4)
    known, receive = Counter(), Connection.receive

    def look(connection):
        if time.monotonic() >= connection.late_at:
            known.update(Delivery.objects.values_list("state", flat=True))
        receive(connection)

    monkeypatch.setattr(Connection, "receive", look)
    with running(stuck_at=3, pipelining=False) as (port, _):
        server = MailServer("127.0.0.1", port, timeout_seconds=1)
        monkeypatch.setattr(table, "server_from_settings", lambda: server)
        send(issue)

    assert known == {"accepted": 3, "started": 1}


@pytest.mark.parametrize("pipelining", [True, False])
def test_who_is_silent_about_a_recipient_is_waited_for_once(pipelining):
    began = time.monotonic()
    with running(pipelining=pipelining, silent_about="bob@") as (port, taken):
        server = MailServer("127.0.0.1", port, timeout_seconds=1)
        transport = SmtpTransport(server)
        letters = [letter(1), letter(2, "bob@example.org"), letter(3)]
        carried = {
            one.delivery_id: outcome.result for one, outcome in transport.carry(letters)
        }
        transport.close()

    assert carried.pop(2) is Result.DEFERRED
    assert set(carried.values()) == {Result.ACCEPTED}
    assert sorted(taken) == ["1", "3"]
    assert 1 <= time.monotonic() - began < 2
