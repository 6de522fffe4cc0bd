"""The live door: who may watch, what they are sent, and that MCP takes a key."""

import asyncio
import json

import pytest

from agents.access import keys
from agents.access.limits import limits
from agents.access.scopes import Scope
from agents.doors import tickets
from agents.doors.live import events, hub
from agents.doors.live.app import Live
from agents.engine import steering
from agents.tests.support import approvals
from agents.tests.support.keys import Caller, make_key
from newsletter.tests.support.makers import make_newsletter

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed"),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    keys.forget()
    limits.forget()
    monkeypatch.setattr(hub, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.05)


@pytest.fixture
def session():
    return approvals.begin(make_newsletter())


class Asked:
    """A request to the application, and what it was answered; `wants` lines, then gone."""

    def __init__(self, path, *, query="", wants=10**6, **headers):
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [
                (b"host", b"localhost:8001"),
                *(
                    (name.replace("_", "-").lower().encode(), value.encode())
                    for name, value in headers.items()
                ),
            ],
        }
        self.wants, self.status, self.headers, self.body = wants, 0, {}, b""
        self.gone = asyncio.Event()

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
        self.body += message.get("body", b"")
        if len(self.events) >= self.wants:
            self.gone.set()

    @property
    def events(self):
        lines = self.body.decode().split("\n")
        told = (
            line.removeprefix("data: ") for line in lines if line.startswith("data:")
        )
        return [json.loads(line) for line in told]


def ask(path, *, meanwhile=None, **more):
    async def asked():
        live, request = Live(), Asked(path, **more)
        beside = asyncio.create_task(live.hub.ask(meanwhile)) if meanwhile else None
        try:
            await asyncio.wait_for(
                live(request.scope, request.receive, request.send), 20
            )
        finally:
            if beside:
                await beside
            await live.hub.close()
        return request

    return asyncio.run(asked())


def bearer(*scopes):
    return {"authorization": f"Bearer {make_key(*scopes)[1]}"}


def test_a_log_is_sent_from_where_it_was_left_off_and_as_it_grows(session):
    path, may = f"/live/{session.name}", bearer(Scope.SESSIONS_READ)

    told = ask(
        path, wants=2, meanwhile=lambda: steering.pause(session, by="ana"), **may
    )
    rest = ask(path, wants=1, last_event_id="1", **may)

    assert told.headers["content-type"].startswith("text/event-stream")
    assert [one["seq"] for one in told.events[:2]] == [1, 2]
    assert rest.events[0]["seq"] == 2
    assert b"id: 2\nevent: session_paused\n" in rest.body


def test_a_session_that_is_over_ends_the_stream(session):
    steering.cancel(session)
    path, may = f"/live/{session.name}", bearer(Scope.SESSIONS_READ)

    told = ask(path, **may)
    again = ask(path, last_event_id=str(told.events[-2]["seq"]), **may)

    assert told.body.endswith(b"event: end\ndata: {}\n\n")
    assert told.events[-2]["event_type"] == "session_cancelled"
    assert (again.status, again.body) == (204, b"")


def test_a_process_that_ends_lets_go_of_who_watches_to_return(session):
    request = Asked(f"/live/{session.name}", **bearer(Scope.SESSIONS_READ))

    async def watched():
        live = Live()
        stream = asyncio.create_task(live(request.scope, request.receive, request.send))
        while not request.events:
            await asyncio.sleep(0.01)
        live.events.ended.set()
        await asyncio.wait_for(stream, 5)
        await live.hub.close()

    asyncio.run(watched())

    assert b"event: end" not in request.body


def test_a_ticket_is_good_for_its_session_and_its_minute(
    session, settings, monkeypatch
):
    token = make_key(Scope.SESSIONS_READ)[1]
    answer = Caller(token).get(f"/sessions/{session.name}/events/live?after=0")
    address, _, query = answer["Location"].partition("?")
    other = approvals.begin(make_newsletter())

    good = ask(f"/live/{session.name}", query=query, wants=1)
    elsewhere = ask(f"/live/{other.name}", query=query)
    altered = ask(f"/live/{session.name}", query=query.replace("ticket=", "ticket=a"))
    monkeypatch.setattr(tickets, "GOOD_SECONDS", -1)
    late = ask(f"/live/{session.name}", query=query)

    assert answer.status_code == 307
    assert address == f"{settings.LIVE_URL}/live/{session.name}"
    assert token not in answer["Location"]
    assert good.status == 200
    assert (elsewhere.status, altered.status, late.status) == (401, 401, 401)


@pytest.mark.parametrize(
    ("scopes", "status"), [(None, 401), ((), 403), ((Scope.STORIES_READ,), 403)]
)
def test_without_the_scope_nobody_watches(session, scopes, status):
    may = {} if scopes is None else bearer(*scopes)

    assert ask(f"/live/{session.name}", **may).status == status


def test_a_sessions_name_without_a_key_tells_not_even_whether_it_is_there(session):
    known, unknown = (ask(f"/live/{name}") for name in (session.name, "nobodys"))

    assert known.status == unknown.status == 401
    assert known.body == unknown.body


def test_a_stream_ends_when_its_key_is_revoked(session):
    key, token = make_key(Scope.SESSIONS_READ)

    told = ask(
        f"/live/{session.name}",
        meanwhile=lambda: keys.revoke([key]),
        authorization=f"Bearer {token}",
    )

    assert told.status in {200, 401}
    assert b"event: end" not in told.body


def test_so_many_streams_and_no_more(session, monkeypatch):
    monkeypatch.setattr(events, "MOST_STREAMS", 0)

    told = ask(f"/live/{session.name}", **bearer(Scope.SESSIONS_READ))

    assert (told.status, told.headers["retry-after"]) == (503, "30")


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/live/x", {"host": "evil.example"}, 400),
        ("/live/x", {"origin": "https://evil.example"}, 403),
        ("/mcp", {"origin": "https://evil.example"}, 403),
        ("/mcp", {}, 401),
        ("/mcp", {"authorization": "Bearer nonsense"}, 401),
        ("/", {}, 404),
        ("/readyz", {"host": "10.0.0.7"}, 200),
    ],
)
def test_who_is_a_stranger_is_refused(path, headers, status):
    assert ask(path, **headers).status == status


@pytest.mark.parametrize("name", ["host", "origin"])
def test_whom_the_settings_do_not_name_is_told_who_can_change_that(name):
    told = ask("/mcp", **{name: "https://evil.example"}).body.decode()

    assert "have the operator add it." in told.lower()
    assert "key with the scope" not in told
    assert "JSON" not in told


def test_lines_are_read_once_for_all_who_watch(session, django_assert_num_queries):
    watched = hub.Watched(1)
    frames = [hub.Frame(seq, b"x") for seq in range(2, 5)]
    watched.grow(hub.Grown(4, False, frames))

    assert [frame.seq for frame in watched.after(2) or []] == [3, 4]
    assert watched.after(4) == []
    assert watched.after(0) is None
