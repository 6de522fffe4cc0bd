"""API keys (bearer tokens): made and shown once, stored as hashes, found, revoked.

A key is 256 random bits, so a plain SHA-256 of it tells nobody anything
(https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html);
no slow hash is needed, as it is for what people choose.
"""

import hashlib
import re
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from agents.access.scopes import RIGHTS, Scope
from agents.models import ApiKey

_SHAPE = re.compile(r"crux_([0-9a-z]{8})_[\w-]{43}")
# How long a process trusts what it found out about a key: a key that was revoked in
# another process is good for so much longer.
TRUSTED_SECONDS = 1.0
MOST_KNOWN = 1000
_USED_EVERY = timedelta(minutes=1)


class BadKey(Exception):
    """No key, or one that is not known, was revoked or has expired."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the key, whose it is, and what both of them may."""

    key_id: int
    owner_id: int
    name: str
    scopes: frozenset[Scope]
    requests_per_hour: int | None = None

    def may(self, scope: Scope) -> bool:
        return scope in self.scopes

    @property
    def counted_as(self) -> str:
        """Whose requests are counted together: all of an owner's, or a key's own."""
        if self.requests_per_hour is not None:
            return f"key {self.key_id}"
        return f"owner {self.owner_id}"

    @property
    def most(self) -> int:
        """Requests an hour."""
        if self.requests_per_hour is not None:
            return self.requests_per_hour
        return int(settings.API_REQUESTS_PER_HOUR)


def make(
    owner: Any,
    name: str,
    scopes: Iterable[Scope],
    *,
    requests_per_hour: int | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """A new key and its secret, which nobody can be shown again."""
    key = ApiKey(
        owner=owner,
        name=name,
        scopes=sorted(scopes),
        requests_per_hour=requests_per_hour,
        expires_at=expires_at,
    )
    token = furnish(key)
    key.save()
    return key, token


def furnish(key: ApiKey) -> str:
    """Give a key that is not saved yet its prefix and hash; the secret itself."""
    key.prefix = secrets.token_hex(4)
    token = f"crux_{key.prefix}_{secrets.token_urlsafe(32)}"
    key.hashed = _hashed(token)
    return token


def revoke(keys: Iterable[ApiKey]) -> int:
    """Make them worth nothing; how many were worth something before."""
    standing = ApiKey.objects.filter(pk__in=[key.pk for key in keys], revoked_at=None)
    changed = standing.update(revoked_at=timezone.now())
    forget()
    return changed


def find(token: str) -> Caller:
    """Who bears this key; raises BadKey. What was found is trusted for a moment."""
    if not _SHAPE.fullmatch(token):
        raise BadKey
    hashed = _hashed(token)
    known = _known.get(hashed)
    if known and time.monotonic() < known[1]:
        return known[0]
    caller = _look_up(token, hashed)
    with _lock:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[hashed] = (caller, time.monotonic() + TRUSTED_SECONDS)
    return caller


def forget() -> None:
    """Trust nothing that was found out before."""
    with _lock:
        _known.clear()


def _look_up(token: str, hashed: str) -> Caller:
    found = _SHAPE.fullmatch(token)
    prefix = found[1] if found else ""
    now = timezone.now()
    key = _standing(now).filter(prefix=prefix).select_related("owner").first()
    if key is None or not constant_time_compare(key.hashed, hashed):
        raise BadKey
    if key.last_used_at is None or now - key.last_used_at > _USED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
    return Caller(
        key_id=key.pk,
        owner_id=key.owner_id,
        name=key.owner.get_username(),
        scopes=allowed(key.owner, key.scopes),
        requests_per_hour=key.requests_per_hour,
    )


def still_stands(key_id: int) -> bool:
    """Whether the key is worth anything now."""
    return _standing(timezone.now()).filter(pk=key_id).exists()


def _standing(now: datetime) -> QuerySet[ApiKey]:
    """Keys that are in force, of who is an operator now."""
    return ApiKey.objects.filter(
        Q(expires_at=None) | Q(expires_at__gt=now),
        revoked_at=None,
        owner__is_active=True,
        owner__is_staff=True,
    )


def allowed(owner: Any, scopes: Iterable[str]) -> frozenset[Scope]:
    """Those of `scopes` that there are and whose right on the desk the owner has."""
    known = (Scope(one) for one in scopes if one in set(Scope))
    return frozenset(one for one in known if owner.has_perm(RIGHTS[one]))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


_lock = threading.Lock()
_known: dict[str, tuple[Caller, float]] = {}
