"""`nova`: a post out of an issue or a story of it, in our voice and within the limits.

A model words it, or rules put the issue's own sentences together. Either way code counts
the length, holds each sentence to the issue, and has the links asked. Nothing is posted.
"""

import asyncio
import re
from collections.abc import Collection, Iterator, Sequence
from statistics import median

from pydantic import BaseModel, ConfigDict, Field

from agents.assistants import guarding, thinking
from agents.assistants.ask import address_of
from agents.assistants.platforms import LIMITS, fits, length
from agents.assistants.task import CannotDo, Task
from agents.engine.sample_or_live import routes
from agents.knowledge import documents
from agents.models import Document, Session
from agents.registry.schemas import NovaInput, NovaOutput, Platform, PostLink
from newsletter.drafts.draft import Draft, Item, is_ours, sentences
from newsletter.drafts.parsing import parse
from newsletter.drafts.prose import DraftSentence
from newsletter.models import Issue
from newsletter.text import truncate
from newsletter.text.plain import has_markup
from newsletter.text.sentences import split
from newsletter.verification.claims.details import fidelity
from newsletter.verification.links.check import check_links
from newsletter.web.fetch import Fetcher

# So much longer than our examples a post may be, by rules.
LONGER = 1.2
MOST_BULLETS = 6
OURS = "ours"
_MENTION = re.compile(r"(?<!\w)@[\w.]+")
_TAG = re.compile(r"(?<!\w)#(\w+)")
_BULLET = re.compile(r"^([•\-–*→▪✅👉])\s", re.MULTILINE)
_LINK = re.compile(r"https?://\S+")


class _Post(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(max_length=6000)


def act(task: Task, asked: NovaInput) -> NovaOutput:
    """The post; raises CannotDo where there is nothing to post about."""
    issue = _issue(task, asked.issue)
    items = _items(issue, asked.story)
    voice = documents.voice(task.newsletter, asked.platform)
    task.knowledge += [documents.Excerpt(one, "").as_used() for one in voice]
    checked = _checked(issue, items if asked.story else ())
    ending = _ending(asked, issue, checked)
    answer = thinking.ask_model(task, _message(task, asked, issue, items, voice), _Post)
    text = _with(answer.text.strip(), ending) if answer else ""
    if answer and (amiss := _amiss(task, asked.platform, text, answer.text, issue)):
        task.brain, task.instead_of = "local", f"messages: {amiss}"[:300]
        text = ""
    text = text or _by_rules(asked.platform, issue, items, voice, ending)
    limit = LIMITS[asked.platform]
    return NovaOutput(
        platform=asked.platform,
        text=text,
        length=length(asked.platform, text),
        limit=limit.most,
        unit=limit.unit,
        links=tuple(one for one in checked if one.url in text),
        issue=issue.number,
        voice=tuple(one.title for one in voice),
    )


def _issue(task: Task, number: int | None) -> Issue:
    issues = Issue.objects.shown().filter(newsletter=task.newsletter)
    found = (issues.filter(number=number) if number else issues).first()
    if found is None:
        which = f"no issue {number}" if number else "no issue"
        raise CannotDo(f"{task.newsletter.title} has {which} that readers may read.")
    return found


def _items(issue: Issue, story: int | None) -> tuple[Item, ...]:
    items = issue.draft.stories
    if story is None:
        return items
    if story > len(items):
        raise CannotDo(f"Issue {issue.number} tells {len(items)} stories, not {story}.")
    return (items[story - 1],)


def story_of(issue: Issue, urls: Collection[str]) -> int | None:
    """The place of the one story that has all of these links; None where none has."""
    for place, item in enumerate(issue.draft.stories, 1):
        if set(urls) <= set(_links(item)):
            return place
    return None


def _links(item: Item) -> Iterator[str]:
    return (
        url
        for block in item.paragraphs
        for one in block.sentences()
        for url in one.links
    )


def _said(item: Item) -> list[str]:
    """What an item says in sentences of its own, without the references behind them."""
    told = [one for block in item.paragraphs for one in block.sentences()]
    return [_without_references(one) for one in told if not is_ours(one.text)]


def _without_references(sentence: DraftSentence) -> str:
    """“It is out. (Source)” is “It is out.”: where its links are gone, so is their name."""
    if not sentence.anchors:
        return sentence.text
    names = "|".join(map(re.escape, sentence.anchors))
    named = rf" ?[(\[](?:{names})(?:[,;] ?(?:{names}))*+[)\]]"
    return re.sub(named, "", sentence.text)


def _message(
    task: Task,
    asked: NovaInput,
    issue: Issue,
    items: Sequence[Item],
    voice: Sequence[Document],
) -> str:
    limit = LIMITS[asked.platform]
    told = [
        f"platform: {asked.platform}, at most {limit.most} {limit.unit}",
        f"wish: {asked.style or 'none'}",
        *(f"the user prefers: {one}" for one in task.preferences),
        *(f"{role} said before: {text}" for role, text in task.history),
        f"what the issue tells: {issue.subject}",
        *(f"- {item.title}: {' '.join(_said(item))}" for item in items),
        *(f"an example of how we sound:\n{one.text[:2000]}" for one in voice),
    ]
    return "\n".join(told)


def _amiss(task: Task, platform: Platform, text: str, said: str, issue: Issue) -> str:
    """What is against a model's post; "" where it may stand."""
    if _LINK.search(said) or has_markup(said):
        return "it has addresses or markup of its own"
    if _MENTION.search(said) or guarding.addresses(said):
        return "it names an account or an address"
    if leak := guarding.leaks(said, task.entry):
        return leak
    if not fits(platform, text):
        return "it is too long"
    evidence = _evidence(issue)
    for tag in _TAG.findall(said):
        if tag.casefold() not in evidence.casefold().replace(" ", ""):
            return f"#{tag} is not of this issue"
    for one in split(_TAG.sub(" ", said)):
        lacks = fidelity(one.text, evidence).unsupported
        if lacks:
            return f"the issue does not say {lacks[0].written!r}"
    return ""


def _evidence(issue: Issue) -> str:
    """All that the issue says, and the quotes that bear it."""
    told = [one.text for one in sentences(issue.draft)]
    told += [item.title for item in issue.draft.items]
    quotes = issue.citations.values_list("quote", flat=True)
    return "\n".join([issue.subject, issue.preheader, *told, *quotes])


# --- By rules ---------------------------------------------------------------------------


def _by_rules(
    platform: Platform,
    issue: Issue,
    items: Sequence[Item],
    voice: Sequence[Document],
    ending: str,
) -> str:
    """As many of the issue's own sentences as fit, about as long as our examples."""
    bullet = next((m[1] for one in voice if (m := _BULLET.search(one.text))), "•")
    lengths = [length(platform, one.text) for one in voice]
    most = LIMITS[platform].most
    wanted = min(most, int(median(lengths) * LONGER)) if lengths else most
    parts = list(_parts(issue, items, bullet))
    text = parts[0] if parts else issue.subject
    for part in parts[1:]:
        longer = f"{text}\n\n{part}" if text == parts[0] else f"{text}\n{part}"
        whole = _with(longer, ending)
        if not fits(platform, whole) or length(platform, whole) > wanted:
            break
        text = longer
    return _shortened(platform, text, ending)


def _parts(issue: Issue, items: Sequence[Item], bullet: str) -> Iterator[str]:
    if len(items) == 1:
        yield from _said(items[0]) or [items[0].title]
        return
    yield issue.subject
    for item in items[:MOST_BULLETS]:
        yield f"{bullet} {(_said(item) or [item.title])[0]}"


def _shortened(platform: Platform, text: str, ending: str) -> str:
    """The text with its ending, cut at a word where it does not fit."""
    room = len(text)
    while not fits(platform, _with(text, ending)) and room > 0:
        room = int(room * 0.9) - 1
        text = f"{truncate.at_word(text, room).rstrip(' .…')}…"
    return _with(text, ending)


def _with(text: str, ending: str) -> str:
    return f"{text}\n\n{ending}"


# --- Links ------------------------------------------------------------------------------


def _ending(asked: NovaInput, issue: Issue, checked: Sequence[PostLink]) -> str:
    """The links at the end: the story's own page where there is room, then the issue."""
    own = address_of(issue)
    roomy = LIMITS[asked.platform].most > LIMITS[Platform.BLUESKY].most
    source = next((one.url for one in checked if one.outcome != OURS), "")
    return f"{source}\n{own}" if source and roomy else own


def _checked(issue: Issue, items: Sequence[Item]) -> tuple[PostLink, ...]:
    """Our page of the issue, and the first link of a story if the web still has it."""
    ours = PostLink(url=address_of(issue), outcome=OURS)
    first = next((url for item in items for url in _links(item)), "")
    if not first:
        return (ours,)
    outcome = _asked(parse(f"# x\n\nSee [it]({first})."), is_sample=issue.is_sample)
    return (PostLink(url=first, outcome=outcome), ours) if outcome else (ours,)


def _asked(draft: Draft, *, is_sample: bool) -> str:
    """What the web says of a draft's one link; "" where it may not be posted."""
    sources = Session.Sources.SAMPLE if is_sample else Session.Sources.LIVE

    async def go() -> str:
        async with Fetcher(routes=routes(sources)) as fetcher:
            report = await check_links(draft, fetcher, within_seconds=20.0)
        is_fine = not report.invalid and bool(report.checks)
        return str(report.checks[0].outcome) if is_fine else ""

    return asyncio.run(go())
