"""Tags and segments on the desk, each with how many readers it has now."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from newsletter.audit import Audited
from newsletter.models import Newsletter
from subscribers.models import Segment, Subscriber, Tag
from subscribers.segments import query, tags

READERS = "admin:subscribers_subscriber_changelist"
STANDING = [
    (status.value, status.value)
    for status in Subscriber.Status
    if status is not Subscriber.Status.ERASED
]


class TagNames(forms.CharField):
    """Names of tags, apart by commas."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return tags.named(str(value or ""))


class SegmentForm(forms.ModelForm):  # type: ignore[type-arg]
    """A filter; what it names must be there."""

    statuses = forms.MultipleChoiceField(
        label="How they stand",
        choices=STANDING,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen: whatever it is. Letters go to active ones alone.",
    )
    tags = TagNames(
        label="With all these tags", required=False, help_text="Apart by commas."
    )
    without = TagNames(label="With none of these tags", required=False)

    class Meta:
        model = Segment
        fields = (
            "newsletter", "name", "statuses", "tags", "without", "joined_from",
            "joined_before", "bounced",
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        newsletter: Newsletter | None = given.get("newsletter")
        if newsletter is None:
            return given
        known = {tag.key: tag.name for tag in newsletter.tags.all()}
        for field in ("tags", "without"):
            unknown = [
                one for one in given.get(field) or [] if tags.key_of(one) not in known
            ]
            if unknown:
                there = ", ".join(known.values()) or "none"
                said = f"{newsletter.title} has no tag {unknown[0]!r}; known: {there}."
                self.add_error(field, said)
        return given


@admin.register(Segment)
class SegmentAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """Saved filters. Nothing is sent to one: an issue goes to every active reader."""

    form = SegmentForm
    list_display = ("name", "newsletter", "asks_for", "readers")
    list_filter = ("newsletter",)
    list_select_related = ("newsletter",)
    list_per_page = 30

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """From a filter of the list of readers."""
        initial: dict[str, Any] = super().get_changeform_initial_data(request)
        if status := initial.get("statuses"):
            initial["statuses"] = [status]
        given = str(initial.pop("tag", ""))
        if given.isdecimal() and (tag := Tag.objects.filter(pk=int(given)).first()):
            initial |= {"tags": [tag.name], "newsletter": tag.newsletter_id}
        return initial

    @admin.display(description="asks for")
    def asks_for(self, row: Segment) -> str:
        return query.in_words(row)

    @admin.display(description="readers now")
    def readers(self, row: Segment) -> SafeString:
        page, count = reverse(READERS), query.readers(row).count()
        return format_html('<a href="{}?segment={}">{}</a>', page, row.pk, count)


class TagForm(forms.ModelForm):  # type: ignore[type-arg]
    """Another name for a tag, in segments too."""

    class Meta:
        model = Tag
        fields = ("name",)

    def clean_name(self) -> str:
        names = tags.named(self.cleaned_data["name"])
        if len(names) != 1:
            raise forms.ValidationError("One name, without commas.")
        key, newsletter = tags.key_of(names[0]), self.instance.newsletter
        if newsletter.tags.filter(key=key).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(f"There is a tag {names[0]!r} already.")
        return names[0]


@admin.register(Tag)
class TagAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """Tags are made by putting them on readers."""

    form = TagForm
    list_display = ("name", "newsletter", "readers")
    list_filter = ("newsletter",)
    list_select_related = ("newsletter",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tag]:
        rows: QuerySet[Tag] = super().get_queryset(request)
        return rows.annotate(count=Count("subscribers"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="readers", ordering="count")
    def readers(self, row: Any) -> SafeString:
        page = reverse(READERS)
        return format_html('<a href="{}?tag={}">{}</a>', page, row.pk, row.count)

    def save_model(
        self, request: HttpRequest, obj: Tag, form: Any, change: Any
    ) -> None:
        tags.rename(obj, obj.name)
