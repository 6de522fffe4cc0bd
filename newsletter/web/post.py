"""Posting to an address that somebody chose: a webhook. Public addresses only.

As with reading, the address is judged and so is what its name leads to, when the
connection is opened. Hosts that the operator named as their own may be private. No
redirect is followed: what is posted is for that address alone.
"""

import asyncio
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor

import aiohttp
from yarl import URL

from newsletter.web.connector import look_up, public_connector
from newsletter.web.guard import Complaint, judge
from newsletter.web.page import Fault
from newsletter.web.request import Answer, perform

PORTS = frozenset({80, 443, 8443})
# Of what it answers nobody needs more.
MOST_BYTES = 2_000


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    own_hosts: Collection[str] = (),
    seconds: float = 10.0,
) -> Answer:
    """What the address answers; never raises. May be called from a running loop."""
    asked = _post(url, body, headers, frozenset(own_hosts), seconds)
    with ThreadPoolExecutor(1, thread_name_prefix="post") as thread:
        return thread.submit(asyncio.run, asked).result()


async def _post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    own_hosts: Collection[str],
    seconds: float,
) -> Answer:
    try:
        host = (URL(url).raw_host or "").lower()
    except ValueError as error:
        return Answer(fault=Fault.MALFORMED, detail=str(error)[:200])
    if host in own_hosts:
        target, connector = URL(url), aiohttp.TCPConnector()
    else:
        judged = judge(url, PORTS)
        if isinstance(judged, Complaint):
            return Answer(fault=judged.fault, detail=judged.detail)
        target, connector = judged, public_connector(look_up, 1)
    async with aiohttp.ClientSession(
        connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
    ) as session:
        return await perform(
            session, "POST", target, headers, MOST_BYTES, within=seconds, body=body
        )
