"""What a draft owes its session: the chosen stories and no others, and corrections. Pure."""

from collections.abc import Iterator, Sequence

from agents.events import DraftWritten, ToldCorrection
from newsletter.coverage import names_of
from newsletter.draft import Violation, is_correction, parse, sentences
from newsletter.identifiers import canonical, story_id
from newsletter.prose import folded
from newsletter.story import Story
from newsletter.truing import stories_of


def breaches(
    draft: DraftWritten,
    chosen: Sequence[Story],
    corrections: Sequence[ToldCorrection],
) -> tuple[Violation, ...]:
    """Where a draft goes beyond its mandate, or falls short of it."""
    return (*_unchosen(draft, chosen), *_uncorrected(draft, corrections))


def _unchosen(draft: DraftWritten, chosen: Sequence[Story]) -> Iterator[Violation]:
    """A page that somebody would like to see in the issue is not in it for that."""
    known = {name for story in chosen for name in names_of(story)}
    parsed = parse(draft.markdown)
    links: dict[str, set[str]] = {}
    for said in sentences(parsed):
        links.setdefault(said.where, set()).update(said.links)
    for item in stories_of(parsed):
        names = {
            name
            for url in links.get(item.name, ())
            for name in (canonical(url), story_id(url))
        }
        if not names & known:
            message = "It links to none of the chosen stories; tell only those."
            yield Violation("unchosen", item.name, message)


def _uncorrected(
    draft: DraftWritten, corrections: Sequence[ToldCorrection]
) -> Iterator[Violation]:
    """Every correction is told as it stands, and none is made up."""
    said = [one.text for one in sentences(parse(draft.markdown))]
    told = {folded(text): text for text in said if is_correction(text)}
    due = {folded(one.sentence): one.sentence for one in corrections}
    for sentence in (due[name] for name in due.keys() - told.keys()):
        message = f"Add to “How this issue was made”, word for word: {sentence}"
        yield Violation("correction", "", message)
    for name in told.keys() - due.keys():
        message = f"“{told[name]}” is no correction that this issue has to tell."
        yield Violation("correction", "", message)
