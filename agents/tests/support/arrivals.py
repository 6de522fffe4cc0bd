"""Incoming webhooks, and their senders, by each form of signature."""

import base64
import hashlib
import hmac
import json
from urllib.parse import urlencode

from django.test import Client
from django.utils import timezone

from agents.models import IncomingWebhook
from subscribers.webhooks import sealing, signing

SECRET = sealing.new_secret()


def make_hook(form="standard", does="form", **fields):
    fields = {"name": "Contact", "sealed": sealing.seal(SECRET), **fields}
    return IncomingWebhook.objects.create(form=form, does=does, **fields)


def signed(form, body, *, secret=SECRET, uid="msg_1", at=None, stamp=""):
    """The headers of its form over a body of bytes."""
    at = at or timezone.now()
    stamp = stamp or str(int(at.timestamp()))
    match form:
        case "standard":
            return {
                name: value
                for name, value in signing.headers(uid, at, body, [secret]).items()
                if name.startswith("webhook-")
            }
        case "tally":
            return {"Tally-Signature": base64.b64encode(_mac(secret, body)).decode()}
        case "github":
            return {
                "X-Hub-Signature-256": f"sha256={_mac(secret, body).hex()}",
                "X-GitHub-Delivery": uid,
            }
        case "slack":
            content = f"v0:{stamp}:".encode() + body
            return {
                "X-Slack-Request-Timestamp": stamp,
                "X-Slack-Signature": f"v0={_mac(secret, content).hex()}",
            }


def _mac(secret, content):
    return hmac.new(secret.encode(), content, hashlib.sha256).digest()


def body_of(form, told):
    if form == "slack":
        return urlencode(told).encode()
    return json.dumps(told).encode()


def post(hook, body, headers, **more):
    is_form = hook.form == "slack"
    kind = "application/x-www-form-urlencoded" if is_form else "application/json"
    client = Client(raise_request_exception=False)
    return client.post(
        f"/hooks/{hook.place}", body, content_type=kind, headers=headers, **more
    )


def send(hook, told, **how):
    """Post it, signed as its webhook's form wants it."""
    body = body_of(hook.form, told)
    return post(hook, body, signed(hook.form, body, **how))
