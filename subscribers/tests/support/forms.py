"""Forms and calls that ask to sign up."""

import json

from subscribers.consent import abuse


def form(**values):
    return {"email": "ada@example.org", "stamp": abuse.stamp(), **values}


def ask(client, ip="203.0.113.7", **values):
    body = {"email": "ada@example.org", **values}
    return client.post(
        "/api/subscribe", json.dumps(body), "application/json", REMOTE_ADDR=ip
    )
