"""What lists of the desk say besides their cells: column names on a phone, and empty states."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import template
from django.db.models.options import Options
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_BLANK = re.compile(r"<td[^>]*>[-—]?</td>")

# What stands in a list once something does, and how it comes there.
NOTHING_YET: Mapping[str, str] = {
    "admin.logentry": "Whatever somebody changes at the desk is noted here.",
    "agents.agent": "The eight agents stand here once “manage.py syncagents” has made "
    "them on Claude's platform; the other brains need none.",
    "agents.agentevent": "Each session writes its log here, line by line.",
    "agents.agentsetting": "Each agent goes by its own file. What you set here holds "
    "instead: another model, a shorter time, off.",
    "agents.allowedsender": "Mail is answered only where its sender stands here.",
    "agents.apikey": "A program needs a key to use the API or MCP; make one with “Add”.",
    "agents.approvalrequest": "What a conversation asks for that changes something "
    "waits here until a person grants or refuses it.",
    "agents.arrival": "What comes in by webhook, mail and chat stands here, with what "
    "became of it.",
    "agents.budget": "Newsletters keep to SESSION_DOLLARS and MONTH_DOLLARS. One that "
    "may cost more, or less, has a budget here.",
    "agents.conversation": "Requests in words, from a terminal, mail, chat or a "
    "program, stand here as conversations.",
    "agents.document": "What agents should know of you, and texts that sound as you do: "
    "add one, or “manage.py knowledge import”.",
    "agents.execution": "Each call of a single agent from outside stands here, with "
    "what it was given and what it cost.",
    "agents.incomingwebhook": "An address of yours that other programs call; add one "
    "for each of them.",
    "agents.journal": "What a model was told and answered, round by round. Rules alone "
    "keep none.",
    "agents.preference": "What users of conversations said that they want of every "
    "answer stands here.",
    "agents.provider": "Steps of all sessions use models as often as they like. To hold "
    "them back, say here how many may at once.",
    "agents.retrypolicy": "Each step is tried as often as its agent's file says. What "
    "you set here holds instead.",
    "agents.session": "An issue is made by a session. One begins on each newsletter's "
    "day, or at once by “Begin a session…” on the first page.",
    "agents.steprun": "Who works on which step of a session right now, and until when.",
    "newsletter.citation": "Each claim of an issue stands here, with the words of its "
    "source that bear it.",
    "newsletter.correction": "Nothing that issues rest on is known to have changed or "
    "gone. It is looked at again each week.",
    "newsletter.coverage": "Each story that an issue told stands here, so that none is "
    "told twice.",
    "newsletter.issue": "Issues stand here once a session has written one.",
    "newsletter.newsletter": "A title and what its readers want are enough to begin.",
    "newsletter.outlet": "Feeds and lists where stories are looked for. Add one, or a "
    "whole OPML file under “Outlets” of a newsletter.",
    "newsletter.source": "Each document that an issue cites is kept here as it was read.",
    "newsletter.story": "What outlets tell stands here from the moment it is found. The "
    "clock asks them all week (“manage.py clock”, or “worker”).",
    "newsletter.storedinterests": "Interests say in one file who reads and what they "
    "want. A newsletter's own fields do as well.",
    "newsletter.storysteppolicy": "Each step of finding out about a story is tried as "
    "often as it comes.",
    "subscribers.alert": "Whatever goes wrong and needs you is told by letter and "
    "webhook, and stands here.",
    "subscribers.attackmode": "No flood of sign-ups has come so far.",
    "subscribers.bounce": "No letter has come back so far, and no reader called one spam.",
    "subscribers.delivery": "Each letter of an issue stands here, one for each reader.",
    "subscribers.dispatch": "An issue stands here once it goes out: to how many, and how "
    "far it is.",
    "subscribers.listupload": "To bring readers along, import a CSV file. It is read "
    "first, and taken in when you have seen the report.",
    "subscribers.segment": "A segment is a saved filter: choose readers in their list, "
    "then “Save this filter as a segment”.",
    "subscribers.subscriber": "Readers sign up at /subscribe. You can also add one, or "
    "import a list.",
    "subscribers.suppression": "Nobody is barred. Who was erased, complained or bounced "
    "for good stands here, and is never written to.",
    "subscribers.tag": "A tag is made by putting it on readers: choose some in their "
    "list, then “Tag”.",
    "subscribers.webhookcall": "Each message to an address of others stands here, with "
    "what it answered.",
    "subscribers.webhookendpoint": "Add an address of another program to have it told "
    "of issues, readers or alerts.",
}


@register.filter
def nothing_yet(opts: "Options[Any]") -> str:
    """What will stand in a model's list, and how it comes there."""
    return NOTHING_YET.get(opts.label_lower, "")


@register.filter
def labelled(
    cells: Iterable[SafeString], headers: Iterable[Mapping[str, Any]]
) -> Iterator[SafeString]:
    """Django's cells of one row, each with its column's name: a phone shows no head.

    A cell that holds nothing has the class `blank`.
    """
    for cell, header in zip(cells, headers, strict=False):
        yield _labelled(cell, str(header["text"]))


def _labelled(cell: SafeString, name: str) -> SafeString:
    if not cell.startswith("<td") or "action-checkbox" in cell:
        return cell
    marked = cell.replace("<td", f'<td data-label="{escape(_capital(name))}"', 1)
    if _BLANK.fullmatch(cell):
        marked = marked.replace('class="', 'class="blank ', 1)
    return mark_safe(marked)  # noqa: S308  Django made the cell, the name is escaped


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
