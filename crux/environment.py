"""Environment variables (configuration): read and parsed, or one sentence and the end.

Whoever reads the settings first, manage.py, Celery or gunicorn, ends with that sentence.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

import environ

TRUE = frozenset({"true", "on", "ok", "y", "yes", "1"})
FALSE = frozenset({"false", "off", "n", "no", "0", ""})
POSTGRES = frozenset({"postgres", "postgresql", "psql", "pgsql"})
LIKE_DATABASE = "like postgres://NAME:PASSWORD@HOST:5432/DATABASE or sqlite:////FILE"
LIKE_REDIS = "like redis://HOST:6379/0"
# https://docs.celeryq.dev/en/stable/userguide/configuration.html#redis-backend-use-ssl
LIKE_REDIS_TLS = "like rediss://HOST:6379/0?ssl_cert_reqs=required"
LIKE_SITE = "like https://news.your.domain"
WANTED = {
    int: "a whole number",
    float: "a number",
    Decimal: "a number",
    bool: "True or False",
}


class Misconfigured(SystemExit):
    """A setting that nobody could work with; the sentence is all that is shown."""


class Environment(environ.Env):  # type: ignore[misc]  # django-environ is untyped
    """django-environ, but strict, and no value stands for another variable.

    An empty number counts as not set.
    """

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = None,
        parse_default: bool = False,  # noqa: FBT001, FBT002  django-environ's signature
    ) -> Any:
        """The variable, parsed; raises Misconfigured."""
        value = self.ENVIRON.get(var)
        if value is None:
            return default
        if cast in WANTED:
            return self._parsed(var, value.strip(), cast, default)
        try:
            return self.parse_value(value, cast)
        except ValueError:
            # The only other form, and it may hold secrets.
            sentence = f"{var} must be NAME=VALUE, with commas between."
            raise Misconfigured(sentence) from None

    def decimal(self, var: str, *, default: Decimal) -> Decimal:
        """An exact number."""
        found: Decimal = self.get_value(var, Decimal, default)
        return found

    def one_of(self, var: str, known: Sequence[str], *, default: str) -> str:
        """One word of `known`."""
        value: str = self.get_value(var) or default
        for word in known:
            if word.lower() == value.lower():
                return word
        names = ", ".join(known)
        raise Misconfigured(f"{var} is {value!r}; it must be one of: {names}.")

    def site(self, var: str, *, default: str) -> str:
        """The address of a site, without a slash at its end."""
        value: str = (self.get_value(var) or default).rstrip("/")
        _split(var, value, LIKE_SITE)
        return value

    def database(self, var: str, *, default: str) -> dict[str, Any]:
        """What Django has to know of a database, from its address."""
        value: str = self.get_value(var) or default
        scheme, _ = _split(var, value, LIKE_DATABASE)
        if scheme not in POSTGRES | {"sqlite"}:
            raise _wrong(var, value, LIKE_DATABASE)
        found: dict[str, Any] = self.db_url_config(value)
        if found["NAME"] in ("", ":memory:"):
            raise _wrong(var, value, LIKE_DATABASE)
        return found

    def redis(self, var: str) -> str:
        """The address of a Redis; empty where there is none."""
        value: str = self.get_value(var) or ""
        if not value:
            return ""
        scheme, host = _split(var, value, LIKE_REDIS)
        if scheme not in {"redis", "rediss"} or not host:
            raise _wrong(var, value, LIKE_REDIS)
        if scheme == "rediss" and "ssl_cert_reqs" not in parse_qs(
            urlsplit(value).query
        ):
            raise _wrong(var, value, LIKE_REDIS_TLS)
        return value

    @staticmethod
    def _parsed(var: str, value: str, cast: Any, default: Any) -> Any:
        if cast is bool and value.lower() in TRUE | FALSE:
            return value.lower() in TRUE
        if cast is not bool:
            try:
                return cast(value) if value else default
            except (ValueError, ArithmeticError):
                pass
        raise Misconfigured(f"{var} is {value!r}; it must be {WANTED[cast]}.")


def _split(var: str, address: str, wanted: str) -> tuple[str, str]:
    """Scheme and host of an address."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  it raises where the port is no number
    except ValueError:
        raise _wrong(var, address, wanted) from None
    return parts.scheme, parts.hostname or ""


def _wrong(var: str, address: str, wanted: str) -> Misconfigured:
    """What is wrong with an address; of one that may hold a password only a part."""
    scheme, separator, _ = address.partition("://")
    if separator:
        shown = f"{scheme}://…"
    else:
        shown = "…" if set(address) & set(":@") else address
    return Misconfigured(f"{var} is {shown!r}; it must be {wanted}.")
