"""Environment variables (configuration): read and parsed, or one sentence and the end.

Whoever reads the settings first, manage.py, Celery or gunicorn, ends with that sentence.
"""

import math
import re
from collections.abc import Collection, Sequence
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
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
_NAMED = re.compile(r"^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=", re.M)
# One letter of seven that is wrong; two settings of ours are less alike.
_LIKE = 0.86
WANTED = {int: "a whole number", float: "a number", Decimal: "a number"}


class Misconfigured(SystemExit):
    """A setting that nobody could work with; the sentence is all that is shown."""


class Environment(environ.Env):  # type: ignore[misc]  # django-environ is untyped
    """django-environ, but strict, and no value stands for another variable.

    An empty number counts as not set.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get_value(
        self,
        var: str,
        cast: Any = None,
        default: Any = None,
        parse_default: bool = False,  # noqa: FBT001, FBT002  django-environ's signature
    ) -> Any:
        """The variable, parsed; raises Misconfigured."""
        self.asked.add(var)
        value = self.ENVIRON.get(var)
        if value is None:
            return default
        if cast is bool:
            return _flag(var, value.strip().lower())
        try:
            return self.parse_value(value, cast)
        except ValueError:
            # The only other form, and it may hold secrets.
            sentence = f"{var} must be NAME=VALUE, with commas between."
            raise Misconfigured(sentence) from None

    def whole(
        self, var: str, *, default: int, least: int = 0, most: int | None = None
    ) -> int:
        """A whole number of this range."""
        return int(self._number(var, int, default, least, most))

    def whole_or_none(self, var: str, *, least: int, most: int) -> int | None:
        """The same, or None where nobody set it."""
        if not self.get_value(var):
            return None
        return self.whole(var, default=least, least=least, most=most)

    def seconds(self, var: str, *, default: float, least: float = 0) -> float:
        """A time in seconds."""
        return float(self._number(var, float, default, least))

    def dollars(self, var: str, *, default: Decimal) -> Decimal:
        """An exact number; 0 lifts a ceiling."""
        return Decimal(self._number(var, Decimal, default, 0))

    def one_of(self, var: str, known: Sequence[str], *, default: str) -> str:
        """One word of `known`."""
        value: str = self.get_value(var) or default
        for word in known:
            if word.lower() == value.lower():
                return word
        names = ", ".join(known)
        raise Misconfigured(f"{var} is {value!r}; it must be one of: {names}.")

    def some_of(
        self, var: str, known: Sequence[str], *, default: Sequence[str]
    ) -> list[str]:
        """Words of `known`, in any order."""
        words: list[str] = self.list(var, default=[]) or list(default)
        for word in words:
            if word not in known:
                names = ", ".join(known)
                raise Misconfigured(f"{var} is {word!r}; it must be of: {names}.")
        return words

    def link(self, var: str, *, default: str = "") -> str:
        """An address on the web; empty where there is none."""
        value: str = self.get_value(var) or default
        if value:
            scheme, host = _split(var, value, LIKE_SITE)
            if scheme not in {"http", "https"} or not host:
                raise _wrong(var, value, LIKE_SITE)
        return value

    def key(self, var: str) -> str:
        """What somebody is known by, as it goes into a header; "" where there is none."""
        value = str(self.get_value(var) or "").strip()
        if not (value.isascii() and value.isprintable()) or " " in value:
            raise Misconfigured(
                f"{var} holds a space or a character that no key has; copy it once more."
            )
        return value

    def file(self, var: str, *, default: Path) -> Path:
        """A file; one that is named must be there."""
        value: str = self.get_value(var) or ""
        if value and not Path(value).exists():
            raise Misconfigured(f"{var} is {value!r}; there is no such file.")
        return Path(value) if value else default

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
        number = urlsplit(value).path.strip("/")
        is_number = number.isascii() and number.isdigit()
        if scheme not in {"redis", "rediss"} or not host or (number and not is_number):
            raise _wrong(var, value, LIKE_REDIS)
        if scheme == "rediss" and "ssl_cert_reqs" not in parse_qs(
            urlsplit(value).query
        ):
            raise _wrong(var, value, LIKE_REDIS_TLS)
        return value

    def _number(
        self, var: str, cast: Any, default: Any, least: float, most: int | None = None
    ) -> Any:
        value: str = (self.get_value(var) or "").strip()
        if not value:
            return default
        wanted = f"{WANTED[cast]}, {least:g} or more"
        if most is not None:
            wanted = f"{WANTED[cast]} from {least:g} to {most}"
        try:
            number = cast(value)
        except (ValueError, ArithmeticError):
            number = math.nan
        is_finite = math.isfinite(number)
        if is_finite and least <= number and (most is None or number <= most):
            return number
        raise Misconfigured(f"{var} is {value!r}; it must be {wanted}.")


def misspelt(file: Path, asked: Collection[str]) -> dict[str, str]:
    """Names in a file that nobody asked for, each with the setting that it is like."""
    named = _NAMED.findall(file.read_text(errors="replace"))
    like = {
        name: get_close_matches(name.upper(), asked, 1, _LIKE)
        for name in named
        if name not in asked
    }
    return {name: known[0] for name, known in like.items() if known}


def _flag(var: str, value: str) -> bool:
    if value not in TRUE | FALSE:
        raise Misconfigured(f"{var} is {value!r}; it must be True or False.")
    return value in TRUE


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
        shown = "…" if set(address) & set(":@/") else address
    return Misconfigured(f"{var} is {shown!r}; it must be {wanted}.")
