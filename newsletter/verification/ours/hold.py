"""Holds our own lines to the issue's items and to what the log tells of it. Pure.

Grounding holds a sentence to its own passages. These lines have none: what they give in
figures, dates, versions and names must stand in the items, in the part that names one of
them in that one, and what they count of the issue itself in the log.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial
from itertools import chain, islice, pairwise

from newsletter.drafts.contract import SectionKind
from newsletter.drafts.draft import (
    Draft,
    Section,
    is_ours,
    sentences,
)
from newsletter.standards.furniture import is_furnished, nouns_of
from newsletter.standards.link_policy import Finding, LinkPolicy, Ruling
from newsletter.standards.outcomes import Support
from newsletter.text.sentences import split
from newsletter.verification.claims.details import (
    Detail,
    Fidelity,
    Lack,
    Unsupported,
    presence,
)
from newsletter.verification.claims.findings import (
    QuoteCheck,
    SourceText,
)
from newsletter.verification.claims.names import has_name, names_of
from newsletter.verification.claims.numbers.amounts import WORDS
from newsletter.verification.claims.numbers.figures import figures
from newsletter.verification.claims.numbers.locales import with_points
from newsletter.verification.claims.numbers.workings import working
from newsletter.verification.claims.own import is_own
from newsletter.verification.claims.quotes import DIGITS, fold
from newsletter.verification.claims.spared import spared
from newsletter.verification.claims.speech import misquoted_beside
from newsletter.verification.ours import naming
from newsletter.verification.ours.asking import OpenLine, open_lines
from newsletter.verification.ours.counting import counted, counted_anywhere, is_a_time
from newsletter.verification.ours.ground import (
    Ground,
    Story,
    joined,
    once,
    parts_of,
)
from newsletter.verification.ours.lines import (
    Around,
    Kind,
    OwnLine,
    advises,
    own_lines,
)
from newsletter.verification.ours.record import Counts, Record, counts_of

_LONG_ENOUGH = 12
# In so many places of a text, its first ones, a figure may be worked out: in all of a long
# page some step gives nearly anything.
_MOST_PLACES = 10
_PARTS = re.compile(
    r";\s+|\s+-\s+|(?<!\d)[.?!]\s+|,\s+(?:and|while|but|whereas|yet|though|or)\s+|"
    r"\s+(?:while|whereas)\s+"
)
# "89 cases of a hundred"
_IN_A_HUNDRED = re.compile(
    rf"\b(\d+|{WORDS})(?:\s[^\W\d]+)?\s(?:(?:out )?of|in) (?:a|one|every) hundred\b",
    re.IGNORECASE,
)
# "Issue 12", "The Batch #12": which issue it is, code prints itself.
_NUMBERED = re.compile(
    r"\b(?:issue|edition|letter|ausgabe|édition|edición|edizione|número|numéro)(?:\s(?:no\.?|nr\.?|n[º°]|number))?"
    r"\s?#?\d{1,4}\b(?![.,]\d)|\b(?:no|nr)\.\s?\d{1,4}\b|(?<!\w)#\d{1,4}\b|\bn[º°]\s?\d{1,4}\b",
    re.IGNORECASE,
)
# "A five-minute read": how long a letter takes is of the reader.
_READING = re.compile(
    rf"\b(?:\d{{1,2}}|{WORDS})[\s-]min(?:ute)?s?(?:[\s-](?:read|reading|letter|brief|issue)\b|"
    r"\s(?:to read|of reading|of your time|for (?:this|the) (?:issue|letter)))"
    rf"|\breading time:?\s(?:\d{{1,2}}|{WORDS})\smin(?:ute)?s?\b",
    re.IGNORECASE,
)
_FREE = frozenset({"", "second", "month"})  # how many, and how long
_COMPARES = re.compile(
    r"\b(?:twice|thrice|times|fold|×|x) (?:as|the|\w+er|more|less)\b"
)
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_REASONS = {
    Kind.ISSUE: "neither an item of the issue nor its log has {written!r}; tell it in "
    "the item, with its quote, or leave it out",
    Kind.VIEW: "its item does not have {written!r}",
    Kind.BUILD: "neither its pages nor an item of the issue has {written!r}",
    Kind.TOPIC: "no story under this heading has {written!r}",
}
_OUTCOMES = {Detail.NAME: Support.OWN_NAME}


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """A line of our own, how many details it has, and which of them nothing bears."""

    line: OwnLine
    checked: int
    unborne: tuple[Unsupported, ...]
    unread: str = ""  # what reading it raised, if it did


@dataclass(frozen=True, slots=True)
class HeldLines:
    """What the lines of our own come to; `open` are those that a judge reads too."""

    checks: tuple[OwnCheck, ...] = ()
    invalid: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    open: tuple[OpenLine, ...] = ()


NO_LINES = HeldLines()


def hold(
    draft: Draft,
    around: Around,
    quotes: Sequence[QuoteCheck],
    documents: Sequence[SourceText],
    record: Record,
    policy: LinkPolicy | None = None,
) -> HeldLines:
    """Judge every line of our own of a draft whose quotes were looked for."""
    holder = _Holder(draft, quotes, documents, record)
    checks = tuple(
        spared(partial(holder.check, line), partial(OwnCheck, line, 0, ()))
        for line in own_lines(draft, around, holder.ground.is_cited)
    )
    policy = policy or LinkPolicy()
    # Subject and title are one line: what it lacks is told once.
    found = list(dict.fromkeys(one for check in checks for one in _findings(check)))
    found += misquoted_beside(draft, around.preheader, documents)
    return HeldLines(
        checks,
        tuple(one for one in found if policy.on(_of(one)) is Ruling.FAIL),
        tuple(one for one in found if policy.on(_of(one)) is Ruling.WARN),
        tuple(open_lines((check.line for check in checks), draft, holder.ground)),
    )


def _of(finding: Finding) -> Support:
    return Support(finding.outcome)


def _findings(check: OwnCheck) -> Iterator[Finding]:
    if check.unread:
        yield Finding("", Support.UNCHECKED, check.unread, check.line.text)
    by_outcome: dict[Support, list[str]] = {}
    for lack in check.unborne:
        outcome = _OUTCOMES.get(lack.detail, Support.OWN_FIGURE)
        by_outcome.setdefault(outcome, []).append(lack.reason)
    for outcome, reasons in by_outcome.items():
        yield Finding("", outcome, "; ".join(dict.fromkeys(reasons)), check.line.text)


def unborne(
    text: str, known: Iterable[str], days: Iterable[date] = (), language: str = ""
) -> list[str]:
    """Figures and names of a text, such as an angle, that none of the known ones has.

    A number may be worked out of two sentences that follow each other.
    """
    texts = tuple(known)
    found = presence(text, joined(texts), days=days, language=language)
    line = naming.Line(text, language=language, allowed=naming.listed("ordinary"))
    lacks = {
        lack.written: lack.detail
        for lack in found.unsupported
        if lack.detail is not Detail.NAME or line.is_name(lack.written)
    }
    numbers = {one for one, detail in lacks.items() if detail is Detail.NUMBER}
    missing = numbers - _worked_out(text, texts, numbers, language)
    return [one for one in lacks if one not in numbers or one in missing]


def _worked_out(
    text: str, known: Iterable[str], numbers: set[str], language: str
) -> set[str]:
    """Which of the numbers of a text follow from two sentences in one of the first places."""
    left = set(numbers)
    firsts = (islice(_places(one), _MOST_PLACES) for one in known if numbers)
    for place in dict.fromkeys(chain.from_iterable(firsts)):
        found = presence(text, place, language=language)
        left.intersection_update(lack.written for lack in found.unsupported)
        if not left:
            break
    return numbers - left


def _places(text: str) -> Iterator[str]:
    """Sentences of a text, two by two, that tell two figures at least."""
    for one, other in pairwise([*(said.text for said in split(text)), ""]):
        place = f"{one} {other}"
        if len(DIGITS.findall(place)) > 1:
            yield place


# A draft is held again whenever a few of its lines were mended.
@lru_cache(maxsize=256)
def _presence(
    text: str, evidence: str, days: tuple[date, ...], language: str
) -> Fidelity:
    return presence(text, evidence, days=days, language=language)


class _Holder:
    """One draft's items, counts and words."""

    def __init__(
        self,
        draft: Draft,
        quotes: Sequence[QuoteCheck],
        documents: Sequence[SourceText],
        record: Record,
    ) -> None:
        self.record = record
        self.ground = Ground(draft, quotes, documents)
        self._stories = {story.name: story for story in self.ground.stories}
        pages = len({quote.citation.url for quote in quotes})
        self._counts: Counts = counts_of(record, draft, len(quotes), pages)
        topics = draft.of_kind(SectionKind.TOPIC)
        self._topics = {one.heading: self._told_under(one) for one in topics}
        self._headings = "\n".join(
            one.heading for one in draft.sections if one not in topics
        )
        self._about = {
            name
            for section in draft.of_kind(SectionKind.OTHER)
            for name in (section.heading, *(item.name for item in section.items))
        }
        said = (
            one.text
            for one in sentences(draft)
            if not is_own(one, self.ground.builds, self.ground.is_cited)
        )
        told = (part for one in self.ground.stories for part in parts_of(one.text))
        self._whole = once((*said, *told))

    def _told_under(self, section: Section) -> str:
        """What bears a heading: its stories, its lines, and the pages of these."""
        texts = [self._stories[item.name].text for item in section.items]
        said = [one for line in section.lines for one in line.sentences()]
        pages = self.ground.pages_at(url for one in said for url in one.links)
        texts += [one.text for one in said]
        texts += [f"{one.title}\n{one.publisher}" for one in pages]
        return once(texts)

    def check(self, line: OwnLine) -> OwnCheck:
        text = self._bare(line.text)
        lacks: list[Unsupported] = []
        is_about_issue = line.kind is Kind.ISSUE
        number = 0
        if is_about_issue:
            text, number, lacks = self._counted(text)
        days = tuple(self._days(line))
        found = _presence(text, self._evidence(line), days, self.record.language)
        lacks += [
            replace(lack, reason=_REASONS[line.kind].format(written=lack.written))
            for lack in found.unsupported
            if self._counts_against(lack, line, text)
        ]
        if is_about_issue:
            known = {lack.written for lack in lacks}
            lacks += self._told_of_others(self._without_titles(text), known)
            lacks += self._opening(text)
        return OwnCheck(line, number + found.checked, tuple(lacks))

    def _bare(self, line: str) -> str:
        """The line less what bears itself: the newsletter's name, the log's own words."""
        text = _IN_A_HUNDRED.sub(r"\1%", _without(fold(line), self.record.newsletter))
        text = _READING.sub(" ", _NUMBERED.sub(" ", text))
        for title in self.record.left_out:
            text = text.replace(fold(title), "")
        for verdict in self.record.verdicts:
            words = fold(verdict).rstrip(".")
            if len(words) >= _LONG_ENOUGH:
                text = text.replace(words, "")
        return text

    def _counted(self, text: str) -> tuple[str, int, list[Unsupported]]:
        """The text without the counts that were settled, how many, and what is wrong.

        What a number counts is read in English alone.
        """
        lacks: list[Unsupported] = []
        number = 0
        find = counted if self._is_said_in_english(text) else counted_anywhere
        for one in find(text, self._counts):
            number += 1
            if one.fault and not self._has(text, one.written):
                reason = f"{one.fault}, not {one.written!r}"
                lacks.append(Unsupported(Detail.NUMBER, one.written, reason))
            blank = " " * (one.end - one.start)
            text = text[: one.start] + blank + text[one.end :]
        return text, number, lacks

    def _has(self, text: str, written: str) -> bool:
        """Whether an item counts the same: "500 papers" that a study read."""
        return fold(written).casefold() in fold(self._whole).casefold()

    def _evidence(self, line: OwnLine) -> str:
        story = self._stories.get(line.where)
        match line.kind:
            case Kind.VIEW if story:
                return story.text
            case Kind.TOPIC:
                return self._topics[line.where]
            case Kind.BUILD:
                pages = [page.text for page in self.ground.pages_at(line.links)]
                own = [story.text, story.pages] if story else []
                return "\n.\n".join((*own, *line.links, joined(pages), self._whole))
        if line.where in self._about:
            titles = (story.title for story in self.ground.stories)
            told = "\n".join((*titles, self.record.names))
        else:
            told = self._whole
        return "\n.\n".join((told, self._headings, self._numbers()))

    def _numbers(self) -> str:
        """The day of the issue in bare numbers, for languages whose months are not read."""
        if self._is_english:
            return ""
        return " . ".join(
            f"{number}"
            for day in self.record.days
            for number in (day.day, day.month, day.year)
        )

    @property
    def _is_english(self) -> bool:
        return self.record.language.lower().startswith("en")

    def _is_said_in_english(self, text: str) -> bool:
        """An issue in a language without words of its own here says in English what it is."""
        is_borrowed = not is_furnished(self.record.language)
        return self._is_english or (is_borrowed and is_ours(text))

    def _days(self, line: OwnLine) -> list[date]:
        story = self._stories.get(line.where)
        if line.kind is Kind.VIEW and story:
            return list(story.days)
        return [
            *self.record.days,
            *(day for one in self.ground.stories for day in one.days),
        ]

    def _counts_against(self, lack: Unsupported, line: OwnLine, text: str) -> bool:
        """Whether what is missing is one that somebody must bear."""
        if lack.detail is Detail.NAME:
            return self._reader(line).is_name(lack.written)
        if lack.detail is not Detail.NUMBER:
            return True
        # What is missing is written as it was read: "four hours" of "vier uur".
        text = with_points(text, self.record.language)
        return not (
            is_a_time(lack.written, text)
            or self._is_of_log(lack.written, line)
            or _is_advice(lack, line, text)
            or self._follows(lack.written, line, text)
        )

    def _follows(self, written: str, line: OwnLine, text: str) -> bool:
        """Whether it is worked out of what the line itself says, or of one story's figures."""
        story = self._stories.get(line.where)
        parts = [part for part in _PARTS.split(text) if written in part]
        said = parts[0] if len(parts) == 1 else text
        named = [story] if story else self._named_in(said)
        rest = text.replace(written, " ", 1)
        language = self.record.language
        for amount in figures(text).amounts:
            if amount.written != written:
                continue
            is_plain = amount.unit == "times" or not amount.has_digits
            # A figure follows from the one story that the line speaks of, as in its item.
            if len(named) == 1 and written not in (
                lack.written
                for lack in _presence(text, named[0].text, (), language).unsupported
            ):
                return True
            told = (rest, *(one.text for one in named)) if is_plain else ()
            if any(working(amount, figures(one).amounts, text, one) for one in told):
                return True
        return False

    def _is_of_log(self, written: str, line: OwnLine) -> bool:
        """Whether a line about the issue gives a bare number of its log.

        What a number counts is read in English alone.
        """
        is_about = (
            is_ours(line.text) or line.where in self._about or not self._is_english
        )
        if line.kind is not Kind.ISSUE or not is_about or self._named_in(line.text):
            return False
        plain = written.replace(",", "").removesuffix(" days")
        numbers = plain.split(" out of ")  # "4 histoires sur 120"
        return all(one.isdigit() and int(one) in self._counts.all for one in numbers)

    def _reader(self, line: OwnLine) -> naming.Line:
        allowed = naming.listed("ordinary")
        if line.kind is Kind.BUILD:
            allowed |= naming.listed("tools")
        record = self.record
        return naming.Line(
            line.text, record.newsletter, record.language, self.record.makers, allowed
        )

    def _opening(self, text: str) -> Iterator[Unsupported]:
        """A maker that opens a line, where a capital says nothing, and no item bears."""
        for maker in self.record.makers:
            if text.startswith(f"{maker} ") and not has_name(self._whole, maker):
                reason = _REASONS[Kind.ISSUE].format(written=maker)
                yield Unsupported(Detail.NAME, maker, reason)

    def _without_titles(self, text: str) -> str:
        """The line less the stories that stand with their links alone: "Lab: Kettle 2"."""
        for title in map(fold, self.record.stories):
            if len(title) >= _LONG_ENOUGH:
                text = text.replace(f": {title}", " ")
        return text

    def _told_of_others(self, text: str, known: set[str]) -> Iterator[Unsupported]:
        """Figures in a part that names some stories, and that only others bear."""
        for part in _PARTS.split(text):
            named = self._named_in(part)
            if not named or len(named) == len(self.ground.stories):
                continue
            bearing = "\n.\n".join(
                (*(one.text for one in named), self._headings, self._numbers())
            )
            days = [*self.record.days, *(day for one in named for day in one.days)]
            found = _presence(part, bearing, tuple(days), self.record.language)
            for lack in found.unsupported:
                if lack.detail is Detail.NAME or lack.written in known:
                    continue
                if is_a_time(lack.written, part):
                    continue
                titles = " and ".join(f"“{one.title}”" for one in named)
                reason = f"{lack.written!r} is told of another story than {titles}"
                yield Unsupported(lack.detail, lack.written, reason, Lack.MISPLACED)

    def _named_in(self, part: str) -> list[Story]:
        """The stories of a part's rarest names, and those whose titles it has; a benchmark
        may be of several.
        """
        names, _ = names_of(part, self._whole)
        line = naming.Line(
            part, self.record.newsletter, allowed=naming.listed("ordinary")
        )
        names = [name for name in names if line.is_name(name)]
        if (first := part.split(maxsplit=1)) and naming.is_used_as_name(
            first[0], self._whole
        ):
            names.append(first[0])
        names = [name for name in names if name not in nouns_of(self.record.language)]
        telling = [
            [story for story in self.ground.stories if has_name(story.text, name)]
            for name in names
        ]
        fewest = min((len(stories) for stories in telling if stories), default=0)
        found = {
            story.name: story
            for stories in telling
            if len(stories) == fewest
            for story in stories
        }
        said = fold(part).casefold()
        found |= {
            story.name: story
            for story in self.ground.stories
            if len(story.title) >= _LONG_ENOUGH and fold(story.title).casefold() in said
        }
        return list(found.values())


def _is_advice(lack: Unsupported, line: OwnLine, text: str) -> bool:
    """Whether a number is how often or how long a reader should do something."""
    if line.kind is Kind.ISSUE:
        return False
    parts = [part for part in _PARTS.split(text) if lack.written in part]
    if not parts or not all(map(advises, parts)):
        return False
    amounts = [one for one in figures(text).amounts if one.written == lack.written]
    is_free = bool(amounts) and all(
        one.unit in _FREE or (one.unit == "times" and not _COMPARES.search(text))
        for one in amounts
    )
    if line.kind is Kind.VIEW:
        return is_free and all(not one.has_digits or one.unit for one in amounts)
    return is_free


def _without(text: str, newsletter: str) -> str:
    """The text less the newsletter's name, however it is spelled."""
    name = fold(newsletter)
    if not name:
        return text
    edges = ("", "") if _CJK.search(name) else (r"(?<!\w)", r"(?!\w)")
    return re.sub(
        f"{edges[0]}{re.escape(name)}{edges[1]}", " ", text, flags=re.IGNORECASE
    )
