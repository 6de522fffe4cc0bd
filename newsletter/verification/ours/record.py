"""What a session's log tells of its issue: counts, days, names. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import Draft
from newsletter.drafts.links import links_of
from newsletter.text.identifiers import canonical


@dataclass(frozen=True, slots=True)
class Tally:
    """Stories of one kind, from all that was looked at to the chosen ones."""

    considered: int = 0
    researched: int = 0
    chosen: int = 0


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class Record:
    """What the log tells of one issue.

    `stories` are the titles of all that was researched, `makers` who published them,
    `verdicts` what was held against earlier drafts, word for word, `left_out` the headings
    that code took out of this one. `until` is the day the session looks back from.
    """

    newsletter: str = ""
    language: str = "en"
    until: date | None = None
    window_days: int = 7
    launches: Tally = NOTHING
    papers: Tally = NOTHING
    # Of a workflow that does not tell launches and papers apart.
    stories_of_all_kinds: Tally = NOTHING
    outlets: tuple[str, ...] = ()
    # How many of them were asked for each kind of story.
    asked: tuple[int, ...] = ()
    # How many of these answered, in the same order.
    answered: tuple[int, ...] = ()
    silent: tuple[str, ...] = ()
    # Why each of these did not, in the same order.
    faults: tuple[str, ...] = ()
    # Those that answered and had no story.
    empty: tuple[str, ...] = ()
    stories: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    told_before: int = 0
    issues_read: int = 0
    verdicts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    # How many sentences were held against earlier drafts, or taken out by code now: an
    # issue may say of each of its stories how many of them were its own.
    sentences_left_out: int = 0

    @property
    def days(self) -> tuple[date, ...]:
        """The days that an issue may say it is of."""
        if self.until is None:
            return ()
        first = self.until - timedelta(days=self.window_days)
        return (self.until, first, first + timedelta(days=1))

    @property
    def names(self) -> str:
        """All that the log names: stories, and the places that were asked."""
        return "\n".join((*self.stories, *self.makers, *self.outlets))

    def told(self, *, with_faults: bool = False) -> str:
        """What the log tells, in sentences.

        Why a source did not answer may be in words of its server: data, never told where
        a model takes orders.
        """
        window = f"It looks back {self.window_days} days"
        said = [f"{window} to {self.until}." if self.until else f"{window}."]
        for noun, tally in (
            ("launches", self.launches),
            ("papers", self.papers),
            ("stories", self.stories_of_all_kinds),
        ):
            if tally.considered:
                said.append(
                    f"{tally.considered} {noun} were considered, {tally.researched} "
                    f"researched, {tally.chosen} chosen."
                )
        said.append(f"{len(self.outlets)} sources were asked.")
        if len(self.asked) > 1:
            of_each = " and ".join(map(str, self.asked))
            said.append(
                f"For launches and for papers {of_each} were asked, some for both."
            )
        silent = [
            f"{name} ({fault})" if fault and with_faults else name
            for name, fault in zip_longest(self.silent, self.faults, fillvalue="")
        ]
        for names, what in (
            (silent, "did not answer with a feed that can be read"),
            (self.empty, "answered and had no story"),
        ):
            listed = f": {', '.join(names)}" if names else ""
            sources = "source" if len(names) == 1 else "sources"
            said.append(f"{len(names)} {sources} {what}{listed}.")
        said.append(
            f"Stories that earlier issues told: {self.told_before}; issues looked "
            f"through for them: {self.issues_read}."
        )
        if self.sentences_left_out:
            said.append(
                f"{self.sentences_left_out} sentences were held against earlier drafts."
            )
        return "\n".join(said)


@dataclass(frozen=True, slots=True)
class Counts:
    """What may be counted in an issue, by the noun: what it tells, and what is known."""

    told: Mapping[str, int]
    known: Mapping[str, frozenset[int]]

    @property
    def all(self) -> frozenset[int]:
        return frozenset(
            number for numbers in self.known.values() for number in numbers
        )


def counts_of(record: Record, draft: Draft, cited: int, sources: int) -> Counts:
    """Every number that the log and the draft give; `cited` quotes of `sources` pages."""
    launches, papers = (
        sum(len(section.items) for section in draft.of_kind(kind))
        for kind in (SectionKind.LAUNCHES, SectionKind.PAPERS)
    )
    told = {"launch": launches, "paper": papers, "story": len(draft.stories)}
    parts = (record.launches, record.papers, record.stories_of_all_kinds)
    whole = Tally(
        sum(part.considered for part in parts),
        sum(part.researched for part in parts),
        sum(part.chosen for part in parts),
    )
    tallies = {"launch": record.launches, "paper": record.papers, "story": whole}
    asked, silent = len(record.outlets), len(record.silent)
    links = len({canonical(link.url) for link in links_of(draft.tokens)})
    known = {noun: _of(tallies[noun], told[noun]) for noun in told}
    known |= {
        "source": {
            asked,
            silent,
            asked - silent,
            sources,
            *record.asked,
            sum(record.asked),
            *record.answered,
        },
        "link": {links},
        "quote": {cited},
        "silent": {silent},
        "empty": {len(record.empty), len(record.empty) + silent},
        "answered": {asked - silent, *record.answered},
        "sentence": set(range(1, record.sentences_left_out + 1)),
        "day": {record.window_days},
        "issue": {record.issues_read},
    }
    known["story"] |= {record.told_before}
    if lines := len(draft.lines):
        known["story"] |= {lines} | _of(whole, told["story"] + lines)
    return Counts(told, {noun: frozenset(found) for noun, found in known.items()})


def _of(tally: Tally, told: int) -> set[int]:
    """The steps from all that was looked at to what is told, and what each one left out."""
    steps = (tally.considered, tally.researched, tally.chosen, told)
    left = (a - b for place, a in enumerate(steps) for b in steps[place + 1 :])
    return {number for number in (*steps, *left) if number >= 0}
