"""What a page says of its language, and codes in words of it."""

from django import template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from newsletter.drafts.html import title_html
from newsletter.models import Newsletter
from newsletter.standards.furniture import primary
from newsletter.standards.particles import settled
from newsletter.text import truncate
from newsletter.text.language import direction_of
from newsletter.translations import catalogue_of

register = template.Library()
# Outcomes that an issue may go out with, and reasons of corrections, as readers see them.
_OUTCOMES = {
    "ok": gettext_lazy("ok"),
    "redirected": gettext_lazy("redirected"),
    "blocked": gettext_lazy("blocked"),
    "unreachable": gettext_lazy("unreachable"),
    "archived": gettext_lazy("archived"),
    "gone": gettext_lazy("gone"),
    "dead": gettext_lazy("dead"),
    "changed": gettext_lazy("changed"),
    "withdrawn": gettext_lazy("withdrawn"),
    "retracted": gettext_lazy("retracted"),
    "erratum": gettext_lazy("erratum"),
}


@register.filter
def at_word(text: str, most: int) -> str:
    """At most so many characters, cut where a word ends."""
    return truncate.at_word(text, most)


@register.filter
def unbroken(title: str) -> SafeString:
    """A title whose names with a figure are broken by no line: `GPT-5`, `Opus 4.1`."""
    return SafeString(title_html(title))  # escaped there


@register.simple_tag
def declared_language(newsletter: Newsletter | str = "") -> str:
    """The newsletter's, with its country; on a page that does not speak it, the page's."""
    spoken = translation.get_language() or ""
    if isinstance(newsletter, Newsletter):
        own = newsletter.language
        return own if catalogue_of(own) == spoken else spoken
    return spoken


@register.simple_tag
def framed(newsletter: Newsletter | str = "") -> str:
    """The attribute of what a page says around an issue where that is not its language.

    A newsletter without a catalogue has an English frame, which a screen reader must not
    read out as Finnish or Arabic.
    """
    if not _is_framed(newsletter):
        return ""
    return format_html(' lang="{}"', translation.get_language())


@register.simple_tag
def framed_whole(newsletter: Newsletter | str = "") -> str:
    """The same of a page with nothing of the issues' in it; it runs that language's way."""
    if not _is_framed(newsletter):
        return ""
    spoken = translation.get_language() or ""
    return format_html(' lang="{}" dir="{}"', spoken, direction_of(spoken))


def _is_framed(newsletter: Newsletter | str) -> bool:
    spoken = translation.get_language() or ""
    return primary(declared_language(newsletter)) != primary(spoken)


@register.simple_tag
def told_in_its_own(newsletter: Newsletter | str = "") -> str:
    """The attribute of what a newsletter says within a frame in another language."""
    if not isinstance(newsletter, Newsletter) or not framed(newsletter):
        return ""
    return format_html(' lang="{}"', newsletter.language)


@register.filter
def told_outcome(code: str) -> str:
    """What became of a link or of a page, by its code, for readers."""
    return str(_OUTCOMES.get(code, code))


@register.filter(is_safe=True)
def particles(words: str) -> str:
    """A part of a page with the form of each Korean particle; in other languages as it is."""
    return settled(words) if translation.get_language() == "ko" else words
