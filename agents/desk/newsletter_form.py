"""The form of a newsletter: quotas, floors and words as fields, lists as lines.

The rubric stays stored as the values that differ from the defaults; each of them is a
field here, empty where the default holds.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf.locale import LANG_INFO
from django.utils.html import format_html
from django.utils.safestring import SafeString
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from agents.workflows.table import OF_ISSUES
from newsletter.models import Issue, Newsletter, StoredInterests
from newsletter.research.ranking import profile
from newsletter.standards.jurisdiction import JURISDICTION, Decider
from newsletter.standards.link_policy import RULED_AS, LinkPolicy, Ruling
from newsletter.standards.outcomes import Outcome, Support
from newsletter.standards.rubric import BANNED, Rubric, Words
from newsletter.text.language import KNOWN

DEFAULTS = Rubric()
# What stands beside each number, and the order of the fields.
NUMBERS: Mapping[str, str] = {
    "published_launches": "In its section of news, or of what shipped; most it tells.",
    "published_papers": "In its section of research; 0 for no such section.",
    "fewest_stories": "With fewer stories there is no issue.",
    "researched_launches": "How many research hands on to be chosen from.",
    "researched_papers": "The same of papers.",
    "relevance_floor": "A story that scores lower in relevance is out.",
    "depth_floor": "The same for depth.",
    "novelty_floor": "The same for novelty.",
    "total_floor": "The same for the three together.",
    "window_days": "Days that research looks back.",
    "wider_window_days": "Days where those yield too little.",
    "remembered_issues": "Earlier issues that count as told lately.",
    "least_words_quoting": "Words of a story told in its sources' sentences alone.",
    "most_words": "Words of all stories of an issue together; 0 for any number.",
    "most_views": "Items that end in a sentence of our own (“Our view: …”); 0 for none.",
    "quoted_sentences": "Sentences quoted of a source that is not free.",
    "quoted_words": "Words quoted of it.",
}
RANGES: Mapping[str, str] = {
    "launch_words": "words of a story",
    "paper_words": "words of a paper",
    "digest_words": "words of a story in a digest",
    "subject_characters": "characters of the subject",
}
# What is so or is not: what stands beside the tick.
TICKS: Mapping[str, str] = {
    "general_interest": "A general letter: its readers want whatever matters of all that "
    "its outlets tell, and what most of them tell comes first. Off for a letter on a subject.",
    "deeper_links": "Each story ends with two or three links to go on with.",
}
# Where a key does not say by itself what it is.
LABELS: Mapping[str, str] = {
    "published_launches": "Most stories",
    "published_papers": "Most papers",
    "researched_launches": "Stories to choose from",
    "researched_papers": "Papers to choose from",
    "most_views": "Most opinions",
    "least_words_quoting": "Least words of a story that only quotes",
    "most_words": "Most words of an issue",
}
RULINGS = tuple(
    name
    for name in LinkPolicy.model_fields
    if name not in ("most_links", "most_unproven_share")
)
SHARES: Mapping[str, str] = {
    "most_links": "Links in an issue at most.",
    "most_unproven_share": "Share of links that may stay unproven, 0 to 1.",
}
_OUTCOMES: Mapping[str, Outcome | Support] = {
    one.value: one for one in (*Outcome, *Support)
}
_CLEARED: Mapping[Decider, str] = {
    Decider.CODE: "Nobody clears it",
    Decider.WORKING: "Cleared by working it out of the passages",
    Decider.JUDGE: "A judge may clear it",
}


# What a newsletter with interests takes from them.
BY_INTERESTS = ("profile", "topics", "tone", "language")


_LED_TO = "Its pages are under it, and letters of issues lead to them, so it stays."


class Lines(forms.CharField):
    """A list of words, one on each line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False, widget=forms.Textarea(attrs={"rows": 5}), **options
        )

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        lines = (" ".join(line.split()) for line in (value or "").splitlines())
        return list(dict.fromkeys(filter(None, lines)))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(list(initial or ()) != self.to_python(data))


# A profile of no more words lets next to nothing be near it.
_THIN = 2


def thinness_of(newsletter: Newsletter) -> str:
    """What to say of a profile that stories can hardly be ranked by; empty of any other."""
    text = profile.with_topics(newsletter.profile, newsletter.topics)
    words = profile.read(text).words
    if len(words) > _THIN or newsletter.rules.general_interest:
        return ""
    held = f"holds {len(words)} words" if len(words) != 1 else "holds one word"
    return (
        f"Its profile {held} that stories can be ranked by: a session may find nothing "
        "near it. Say in a few lines what its readers want, in concrete words."
    )


def _number(place: tuple[str, ...], about: str, field: FieldInfo, default: Any) -> Any:
    """A number with its default and bounds, which it refuses to leave."""
    metadata = field.metadata
    least = next((one.ge for one in metadata if hasattr(one, "ge")), 0)
    most = next((one.le for one in metadata if hasattr(one, "le")), None)
    bounds = f"from {least} to {most}" if most is not None else f"{least} or more"
    kind = forms.FloatField if isinstance(default, float) else forms.IntegerField
    return kind(
        label=_label(place),
        required=False,
        min_value=least,
        max_value=most,
        widget=forms.NumberInput(attrs={"placeholder": default, "step": "any"}),
        help_text=_with_key(place, f"{about} Empty is {default}; {bounds}."),
    )


def _label(place: tuple[str, ...]) -> str:
    *_, name = place
    if place[0] in RANGES:
        return f"{name} {RANGES[place[0]]}".capitalize()
    return LABELS.get(name, name.replace("_", " ").capitalize())


def _with_key(place: tuple[str, ...], told: str) -> SafeString:
    """What is told of a field, and what it is called in a rubric and in docs."""
    return format_html("{} <code>{}</code>", told.strip(), ".".join(place))


def _ruling(place: tuple[str, ...]) -> Any:
    """What one outcome means for a draft, with what it is and who may clear it."""
    line = JURISDICTION[place[-1]]
    usual = LinkPolicy.model_fields[place[-1]].default
    named = f"as usual ({usual})" if usual else f"as {RULED_AS[_OUTCOMES[place[-1]]]}"
    choices = [("", named.replace("_", " "))]
    choices += [(ruling.value, ruling.value) for ruling in Ruling]
    about = f"{line.means}. {_CLEARED[line.decider]}: {line.why}."
    return forms.ChoiceField(
        label=_label(place),
        choices=choices,
        required=False,
        help_text=_with_key(place, about),
    )


def _rubric_fields() -> Iterator[tuple[tuple[str, ...], forms.Field]]:
    """Each field by its place in the rubric."""
    known = Rubric.model_fields
    for name, about in NUMBERS.items():
        place: tuple[str, ...] = (name,)
        yield place, _number(place, about, known[name], getattr(DEFAULTS, name))
    for name, about in TICKS.items():
        place = (name,)
        about = _with_key(place, about)
        field = forms.BooleanField(label=_label(place), required=False, help_text=about)
        yield place, field
    for name in RANGES:
        for end in ("least", "most"):
            place = (name, end)
            default = getattr(getattr(DEFAULTS, name), end)
            yield place, _number(place, "", Words.model_fields[end], default)
    for name in RULINGS:
        place = ("link_policy", name)
        yield place, _ruling(place)
    for name, about in SHARES.items():
        place, shared = ("link_policy", name), LinkPolicy.model_fields[name]
        yield place, _number(place, about, shared, shared.default)


PLACES = {f"rubric_{'_'.join(place)}": (place, f) for place, f in _rubric_fields()}


def names_of(*keys: str) -> tuple[str, ...]:
    """The fields of these keys of the rubric."""
    return tuple(name for name, (place, _) in PLACES.items() if place[0] in keys)


def rulings_of(kind: type[Outcome] | type[Support], policy: object) -> tuple[str, ...]:
    """The fields of outcomes of this kind, those of today or that a stored policy names."""
    said = policy if isinstance(policy, dict) else {}
    wanted = {one.value for one in kind} - (_OF_OLD - said.keys())
    return tuple(name for name, (place, _) in PLACES.items() if place[-1] in wanted)


# What no rule finds any more.
_OF_OLD = frozenset({Support.LONE_DENIAL.value})


def _workflows() -> list[tuple[str, str]]:
    return [(name, name) for name in OF_ISSUES]


# Django names its scripts alone.
_CHINESE = {"zh": {"name": "Chinese"}}


def _languages() -> list[tuple[str, str]]:
    named = [(code, (LANG_INFO | _CHINESE)[code]["name"]) for code in KNOWN]
    return sorted(named, key=lambda one: one[1])


@cache
def _timezones() -> list[tuple[str, str]]:
    """Read off the disk once: hundreds of files are opened for it."""
    return [(name, name) for name in sorted(available_timezones())]


def _and(stored: str, choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """One with a country, or of a newer version, stays what it was."""
    return choices if stored in dict(choices) else [*choices, (stored, stored)]


class NewsletterForm(forms.ModelForm):  # type: ignore[type-arg]
    """A newsletter; what there is a list of is chosen from it."""

    topics = Lines(
        help_text="One on each line. Stories are ranked by them as by the profile; "
        "readers may ask for less of one."
    )
    rubric_banned = Lines(
        label="Banned words",
        help_text="One on each line. A draft that says one in its own words is sent "
        "back, whoever wrote it. English endings count too; a word that ends in * "
        "stands for every ending, such as revolutionär*.",
    )
    interests = forms.ModelChoiceField(
        StoredInterests.objects.all(),
        required=False,
        empty_label="none: it goes by its own fields",
        help_text=Newsletter._meta.get_field("interests").help_text,
    )
    rubric_unknown = forms.BooleanField(
        label="Leave out what is not known", required=False
    )

    class Meta:
        model = Newsletter
        fields = "__all__"  # noqa: DJ007  the admin names them
        help_texts = {
            "profile": "What its readers want: a few lines of concrete words, in the "
            "language of its outlets. Stories are ranked by it."
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lists = {
            "workflow": _workflows(),
            "language": _languages(),
            "timezone": _timezones(),
        }
        for name, choices in lists.items():
            self.fields[name] = forms.ChoiceField(
                choices=_and(getattr(self.instance, name), choices),
                help_text=self.fields[name].help_text,
                initial=getattr(self.instance, name),
            )
        issues = self.instance.issues if self.instance.pk else Issue.objects.none()
        if issues.filter(status=Issue.Status.PUBLISHED).exists():
            self.fields["slug"].disabled = True
            self.fields["slug"].help_text = _LED_TO
        if self.data.get(self.add_prefix("interests")):
            self.fields["profile"].required = False
        for name in BY_INTERESTS if self.instance.interests else ():
            self.fields[name].disabled = True
            self.fields[name].help_text = f"Taken from {self.instance.interests}."
        stored = self.instance.rubric
        self.stored: dict[str, Any] = dict(stored) if isinstance(stored, dict) else {}
        for name, (place, _) in PLACES.items():
            self.initial[name] = _at(self.stored, place)
        self.initial["rubric_banned"] = self.stored.get("banned", list(BANNED))
        self.unknown = {
            key: value
            for key, value in self.stored.items()
            if key not in Rubric.model_fields
        }
        if self.unknown:
            told = ", ".join(f"{key}: {value!r}" for key, value in self.unknown.items())
            self.fields[
                "rubric_unknown"
            ].help_text = f"Stored, and known to no part of Crux: {told}. No session begins with it."
        else:
            del self.fields["rubric_unknown"]

    def clean(self) -> dict[str, Any]:
        """Make the rubric of its fields, each fault beside its own."""
        super().clean()
        values = self._rubric()
        # Whatever is refused here, the newsletter's own check need not say again.
        self.instance.rubric = {}
        if self.unknown and not self.cleaned_data.get("rubric_unknown"):
            key = next(iter(self.unknown))
            self.add_error("rubric_unknown", f"There is no key {key!r}: leave it out.")
        if any(name.startswith("rubric_") for name in self.errors):
            return self.cleaned_data
        try:
            Rubric.model_validate(values)
        except ValidationError as error:
            for fault in error.errors(include_url=False):
                told = fault["msg"].removeprefix("Value error, ")
                self.add_error(_field_of(fault["loc"]), told)
            return self.cleaned_data
        self.instance.rubric = values
        return self.cleaned_data

    def _rubric(self) -> dict[str, Any]:
        """What differs from the defaults, or was said though it does not."""
        values: dict[str, Any] = {}
        for name, (place, _) in PLACES.items():
            given = self.cleaned_data.get(name)
            if given in (None, "") or given is False:
                # No limit at all is said by none, which no field can tell from empty.
                if not _says_none(self.stored, place):
                    continue
                given = None
            if len(place) == 1:
                values[place[0]] = given
            else:
                values.setdefault(place[0], {})[place[1]] = given
        for name in RANGES.keys() & values.keys():
            usual = getattr(DEFAULTS, name)
            values[name] = {"least": usual.least, "most": usual.most} | values[name]
        banned = self.cleaned_data.get("rubric_banned", [])
        if banned != list(BANNED):
            values["banned"] = banned
        return values


# They are declared as if they were written in the class, so that the admin knows them.
for _name, (_, _field) in PLACES.items():
    NewsletterForm.declared_fields[_name] = _field
    NewsletterForm.base_fields[_name] = _field


def _at(stored: Mapping[str, Any], place: tuple[str, ...]) -> Any:
    value: Any = stored
    for key in place:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _says_none(stored: Mapping[str, Any], place: tuple[str, ...]) -> bool:
    within = _at(stored, place[:-1]) if len(place) > 1 else stored
    return isinstance(within, dict) and within.get(place[-1], "") is None


def _field_of(place: tuple[int | str, ...]) -> str:
    """The field of a fault; one of a range as a whole is told beside its end."""
    name = f"rubric_{'_'.join(map(str, place))}"
    if name in PLACES:
        return name
    return f"{name}_most" if f"{name}_most" in PLACES else "rubric_fewest_stories"
