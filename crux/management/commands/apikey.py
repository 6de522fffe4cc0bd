"""Makes, lists and revokes keys to the API and to MCP, from a terminal."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandParser
from django.utils import timezone

from agents.access import keys
from agents.access.scopes import MEANS, RIGHTS, Scope
from agents.management.numbers import whole
from agents.models import ApiKey
from newsletter.management.examples import Taught
from newsletter.management.usage import usage

# A hundred years, and more than any machine asks.
MOST_DAYS, MOST_PER_HOUR = 36_500, 1_000_000


class Command(Taught):
    help = (
        "Make a key for an operator, list keys, or revoke one. A new key is shown once, "
        "and stored as a hash."
    )
    examples = (
        ("make ana --scope sessions:read --days 90", "a key of ana's, shown once"),
        ("list", "all of them, without their secrets"),
        ("revoke PREFIX", "worth nothing from now on; `list` shows it"),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        make = acts.add_parser("make", help="a new key")
        make.add_argument("owner", metavar="OPERATOR", help="whose it is")
        make.add_argument("--name", default="made by command", help="what it is for")
        make.add_argument(
            "--scope",
            action="append",
            default=[],
            choices=[scope.value for scope in Scope],
            help="; ".join(f"{scope}: {means}" for scope, means in MEANS.items()),
        )
        make.add_argument(
            "--per-hour",
            type=whole(1, MOST_PER_HOUR),
            help="requests an hour of its own",
        )
        make.add_argument(
            "--days", type=whole(1, MOST_DAYS), help="worth nothing after so many"
        )
        acts.add_parser("list", help="all keys, without their secrets")
        revoke = acts.add_parser("revoke", help="make one worth nothing")
        revoke.add_argument("prefix", help="as `list` shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["act"]:
            case "make":
                self._make(options)
            case "list":
                for key in ApiKey.objects.select_related("owner"):
                    self.stdout.write(_line(key))
            case "revoke":
                self._revoke(options["prefix"])

    def _make(self, options: dict[str, Any]) -> None:
        owner = get_user_model().objects.filter(username=options["owner"]).first()
        if owner is None or not (owner.is_active and owner.is_staff):
            name = options["owner"]
            raise usage(f"No operator {name!r}; make one with createsuperuser.")
        scopes = [Scope(one) for one in options["scope"]]
        if lacks := [one for one in scopes if not owner.has_perm(RIGHTS[one])]:
            raise usage(f"{owner} lacks the right for {', '.join(lacks)}.")
        days = options["days"]
        key, token = keys.make(
            owner,
            options["name"],
            scopes,
            requests_per_hour=options["per_hour"],
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )
        self.stderr.write(f"{key} for {owner}; it is not shown again:")
        self.stdout.write(token)

    def _revoke(self, prefix: str) -> None:
        prefix = prefix.removeprefix("crux_")[:8]
        found = ApiKey.objects.filter(prefix=prefix)
        if not found:
            raise usage(f"No key {prefix!r}; see: apikey list")
        changed = keys.revoke(found)
        self.stdout.write("Revoked." if changed else "It was revoked before.")


def _line(key: ApiKey) -> str:
    used = f"used {key.last_used_at:%Y-%m-%d %H:%M}" if key.last_used_at else "not used"
    state = f"revoked {key.revoked_at:%Y-%m-%d}" if key.revoked_at else used
    scopes = " ".join(key.scopes) or "no scope"
    return f"crux_{key.prefix}  {key.owner}  {state}  {scopes}  {key.name}"
