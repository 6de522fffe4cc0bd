"""The audit log of the desk: who changed what, from which value to which.

Django notes who changed which fields of a row by hand, in its history, and not what they
held. `Audited` puts the values there, whatever form they came by: the row is read before
and after. Secrets are told as changed alone, a person's address masked.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from django.contrib.admin.models import DELETION, LogEntry
from django.db.models import EmailField, Field, Model, QuerySet
from django.http import HttpRequest

# What a row holds, by the name that the desk shows: a text, or of several things each.
Values: TypeAlias = Mapping[str, "str | tuple[str, ...]"]

SECRETS = frozenset(
    {"password", "secret", "token", "key", "hashed", "sealed", "sealed_before"}
)
STRUCK = "(secret)"
NOTHING = "nothing"
LONGEST = 2000


def values_of(row: Model) -> Values:
    """What `row` holds, as it may be shown."""
    found: dict[str, str | tuple[str, ...]] = {}
    for field in row._meta.concrete_fields:
        if not field.primary_key:
            found.update(_told(field, row))
    for many in row._meta.many_to_many:
        chosen = getattr(row, many.name).all()
        found[str(many.verbose_name)] = tuple(sorted(str(one) for one in chosen))
    return found


def changes(before: Values, after: Values) -> str:
    """What is not as it was: `send at: 09:00 → 10:00; topics: + parsers`."""
    names = dict.fromkeys((*before, *after))
    told = (_changed(name, before.get(name, ""), after.get(name, "")) for name in names)
    return "; ".join(filter(None, told))


class Audited:
    """Beside a ModelAdmin: what is changed by hand stands in the history with its values."""

    def save_model(
        self,
        request: HttpRequest,
        obj: Any,
        form: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """Look at the row as it is before."""
        held = type(obj)._base_manager.filter(pk=obj.pk).first() if change else None
        obj._before = values_of(held) if held else {}
        super().save_model(request, obj, form, change)  # type: ignore[misc]

    def construct_change_message(
        self,
        request: HttpRequest,
        form: Any,
        formsets: Any,
        add: bool = False,  # noqa: FBT001, FBT002  Django's
    ) -> Any:
        """Old and new values; Django's own words where there is no row to compare."""
        usual = super().construct_change_message(request, form, formsets, add)  # type: ignore[misc]
        row = getattr(form, "instance", None)
        before = getattr(row, "_before", None)
        held = type(row)._base_manager.filter(pk=row.pk).first() if row else None
        if held is None or before is None:
            return usual
        told = changes(before, values_of(held))
        return f"Added. {told}" if add else told or "Saved as it was."

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Say what is gone."""
        return [
            LogEntry.objects.log_actions(
                user_id=request.user.pk or 0,
                queryset=[row],
                action_flag=DELETION,
                change_message=f"Deleted. {changes(values_of(row), {})}",
                single_object=True,
            )
            for row in queryset
        ]


def _told(field: "Field[Any, Any]", row: Model) -> Iterator[tuple[str, Any]]:
    name, value = str(field.verbose_name), getattr(row, field.attname)
    if field.name in SECRETS:
        # Not the value, but whether it is another.
        yield name, f"{STRUCK}\0{value}"
    elif value in (None, "", [], {}):
        yield name, ""
    elif isinstance(field, EmailField):
        yield name, f"{_masked(str(value))}\0{value}"
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield f"{name} {key}", str(inner)
    elif isinstance(value, list):
        yield name, tuple(str(one) for one in value)
    elif field.is_relation:
        yield name, str(getattr(row, field.name))
    elif field.choices:
        yield name, str(getattr(row, f"get_{field.name}_display")())
    else:
        yield name, str(value)


def _changed(name: str, before: Any, after: Any) -> str:
    if before == after:
        return ""
    if isinstance(before, tuple) or isinstance(after, tuple):
        came = [f"+ {one}" for one in after if one not in before]
        went = [f"- {one}" for one in before if one not in after]
        return f"{name}: {', '.join([*came, *went]) or 'in another order'}"
    return f"{name}: {_shown(before)} → {_shown(after)}"


def _shown(value: str) -> str:
    text, _, _ = value.partition("\0")
    if not text:
        return NOTHING
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _masked(address: str) -> str:
    name, _, domain = address.partition("@")
    return f"{name[:1]}…@{domain}"
