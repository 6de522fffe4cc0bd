"""One story as an item of the draft: chosen sentences, each with its exact quote."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from newsletter.citation import CitedClaim
from newsletter.extract import Quoted, summarise
from newsletter.rubric import Rubric
from newsletter.story import Kind, Story

PAPER_SENTENCES = 3
_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>#|~])")


@dataclass(frozen=True, slots=True)
class Item:
    """An item's heading and Markdown, and what its claims rest on."""

    heading: str
    markdown: str
    citations: tuple[CitedClaim, ...]


def compose(story: Story, why: str, rubric: Rubric, *, strikes: int) -> Item | None:
    """The item, or None where the source gives no sentence to quote.

    A strike is a rejection that named this item: each one passes over the sentences
    that were chosen before it.
    """
    used: list[Quoted] = []
    chosen: Sequence[Quoted] = ()
    for _ in range(strikes + 1):
        chosen = _sentences(story, rubric, avoid=used)
        used.extend(chosen)
    if not chosen:
        return None
    citations = tuple(
        CitedClaim(
            claim=_claim(story, quoted),
            quote=quoted.quote,
            url=story.url,
            source_sha256=story.source_sha256,
        )
        for quoted in chosen
    )
    claims = " ".join(escape(citation.claim) for citation in citations)
    body = f"{claims} ([{escape(_anchor(story))}](<{story.url}>))"
    return Item(story.title, f"{body}\n\n*{_picked(story, why)}*", citations)


def _sentences(
    story: Story, rubric: Rubric, *, avoid: Sequence[Quoted]
) -> Sequence[Quoted]:
    is_paper = story.kind is Kind.PAPER
    return summarise(
        story.summary,
        title=story.title,
        most_words=rubric.paper_words.most - 20 if is_paper else rubric.quoted_words,
        most_sentences=PAPER_SENTENCES if is_paper else rubric.quoted_sentences,
        avoid=[quoted.quote for quoted in avoid],
        banned=rubric.banned,
        is_paper=is_paper,
    )


def _claim(story: Story, quoted: Quoted) -> str:
    """A paper's abstract is free to be retold; all else stands in quotation marks."""
    if story.kind is Kind.PAPER:
        return quoted.display
    return f"“{quoted.display.replace('“', '‘').replace('”', '’')}”"


def _anchor(story: Story) -> str:
    when = f"{story.published:%-d %B}" if story.published else "undated"
    return f"{story.publisher}, {when}"


def _picked(story: Story, why: str) -> str:
    reason = why[:1].lower() + why[1:].rstrip(".")
    told = [f"[{escape(also.publisher)}](<{also.url}>)" for also in story.also[:3]]
    also = f"; also told by {_listed(told)}" if told else ""
    return f"Picked because {escape(reason)}{also}."


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def escape(text: str) -> str:
    """Plain text as Markdown that shows exactly it."""
    return _MARKDOWN_SIGNS.sub(r"\\\1", text)
