"""Accounts and groups on the desk, and the record of all that was changed by hand."""

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.utils.html import format_html
from django.utils.safestring import SafeString

from newsletter.admin import ReadOnly
from newsletter.audit import Audited


class AccountAdmin(Audited, UserAdmin):  # type: ignore[type-arg]
    """An operator's account; their groups are told by name when they change."""

    # Facts, which nobody sets by hand.
    readonly_fields = ("last_login", "date_joined")


class RoleAdmin(Audited, GroupAdmin):
    """A group, and the permissions that were given or taken."""


class ChangeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Every change by hand: who, when, of what, from which value to which."""

    list_display = ("action_time", "user", "what", "told")
    list_filter = ("action_flag", "content_type", "user")
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message", "user__username")
    date_hierarchy = "action_time"
    show_full_result_count = False

    @admin.display(description="of what")
    def what(self, entry: LogEntry) -> SafeString | str:
        """The row, with the way to it where it is still there to be opened."""
        kind = entry.content_type.name if entry.content_type else ""
        name = f"{kind} {entry.object_repr}"
        page = None if entry.is_deletion() else entry.get_admin_url()
        return format_html('<a href="{}">{}</a>', page, name) if page else name

    @admin.display(description="what changed")
    def told(self, entry: LogEntry) -> str:
        return entry.get_change_message() or entry.get_action_flag_display()


def register() -> None:
    """Put them in the place of Django's own."""
    admin.site.unregister([User, Group])
    admin.site.register(User, AccountAdmin)
    admin.site.register(Group, RoleAdmin)
    admin.site.register(LogEntry, ChangeAdmin)
