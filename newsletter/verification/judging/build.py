"""Builds the case of a draft from the stored texts: passages, findings, workings. Pure.

A line of our own is shown beside what the issue's items rest on and what its log tells.
What only code may decide, and what rests on a text that speaks to its reader, is not in it.
Three of its sentences are controls.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from newsletter.drafts.draft import Draft
from newsletter.drafts.prose import DraftSentence
from newsletter.standards.jurisdiction import Decider, decider_of
from newsletter.standards.link_policy import Finding
from newsletter.standards.outcomes import LinkCheck, Outcome, Support
from newsletter.text.identifiers import sha256_of
from newsletter.verification.claims.details import Detail, Fidelity, Lack
from newsletter.verification.claims.findings import (
    QuoteCheck,
    SentenceCheck,
    SourceText,
    names_of_page,
)
from newsletter.verification.claims.numbers.locales import (
    in_one_locale,
    language_of,
    with_points,
)
from newsletter.verification.claims.numbers.tolerance import is_borne
from newsletter.verification.claims.numbers.workings import span_of_days, working
from newsletter.verification.claims.quotes import fold
from newsletter.verification.judging.addressing import (
    speaks_to_model,
    speaks_to_reader,
)
from newsletter.verification.judging.arithmetic import read
from newsletter.verification.judging.case import Case, Entry
from newsletter.verification.judging.controls import Control, controls, place
from newsletter.verification.judging.passages import (
    Passage,
    Reader,
    Window,
    source_of,
)
from newsletter.verification.ours.asking import OpenLine
from newsletter.verification.ours.lines import Kind

MOST_SENTENCES = 120
_LONGEST_FINDING = 300
_LONGEST = 2_000
_BEGINNING = 600
_DECOYS = 5
_LOG = "What the log tells"
_LINE = re.compile(r"(?P<link>.+) \([^()]{2,100}\)\.?")


@dataclass(frozen=True, slots=True)
class Material:
    """A draft as code found it: what a case is made of.

    `links` are the links that came to be of another work; `failures` and `warnings` what
    is held against the draft by the newsletter's policy; `lines` are our own, and `log`
    is what the log tells of the issue.
    """

    draft: Draft
    checks: Sequence[SentenceCheck]
    documents: Sequence[SourceText]
    failures: Sequence[Finding] = ()
    warnings: Sequence[Finding] = ()
    links: Sequence[LinkCheck] = ()
    lines: Sequence[OpenLine] = ()
    log: str = ""


@dataclass(frozen=True, slots=True)
class _Raw:
    """A sentence on its way into the case; its windows have no numbers yet."""

    sentence: str
    where: str
    shown: str = ""
    windows: tuple[Window, ...] = ()
    besides: tuple[Passage, ...] = ()
    quoted: str = ""
    finding: str = ""
    lacking: tuple[str, ...] = ()
    url: str = ""
    is_work: bool = False
    ours: str = ""
    is_of_all: bool = False  # it may rest on any passage of the case
    is_decoy: bool = False
    is_true: bool | None = None


def build(
    material: Material,
    key: bytes,
    only: Collection[str] | None = None,
    answered: Collection[str] = (),
) -> Case | None:
    """The case of a draft; None where there is nothing to ask, or nothing to test by.

    With `only`, the case of these sentences, and a few others so that nothing tells that
    these are doubted. `answered` are questions that a judge has answered before: a
    sentence beside the same passages is not asked about twice, and where all were answered
    the case is empty. The same material and key make the same case.
    """
    builder = _Builder(material)
    known = _questions(builder)
    asked = [one for one in known if only is None or one[0].sentence in only]
    carried = tuple(question for _, question in asked if question in answered)
    left = {raw: question for raw, question in asked if question not in answered}
    told = {why: count for why, count in builder.left_out.items() if count}
    if carried and not left:
        return Case((), (), told, carried, builder.unjudged)
    hidden = builder.hidden(key) if left else []
    if not hidden:
        return None
    others = sorted(
        (one for one in known if one not in asked),
        key=lambda one: place(key, one[0].sentence),
    )
    others = [(replace(raw, is_decoy=True), "") for raw, _ in others[:_DECOYS]]
    shown = {**left, **dict(others)}
    ordered = sorted((*shown, *hidden), key=lambda raw: place(key, raw.sentence))
    windows = [window for raw in ordered for window in raw.windows]
    passages, entries = _numbered(
        ordered, builder.reader.passages(windows), shown, builder.language
    )
    return Case(passages, entries, told, carried, builder.unjudged)


def _questions(builder: "_Builder") -> list[tuple["_Raw", str]]:
    """What a judge may be asked about a draft, each with the name of its question."""
    asked = builder.asked()
    windows = [window for raw in asked for window in raw.windows]
    passages = builder.reader.passages(windows)
    return [(raw, _question(raw, passages)) for raw in asked]


def _question(raw: "_Raw", passages: Mapping[Window, Passage]) -> str:
    # What the log tells grows with each round, and few lines speak of that.
    shown = [passages[one] for one in raw.windows]
    shown += [one for one in raw.besides if one.title != _LOG]
    texts = [f"{one.title}\n{one.day}\n{one.text}" for one in dict.fromkeys(shown)]
    return sha256_of("\n\n".join((raw.sentence, raw.where, raw.finding, *texts)))


def _numbered(
    raws: Sequence["_Raw"],
    passages: Mapping[Window, Passage],
    questions: Mapping["_Raw", str],
    language: str,
) -> tuple[tuple[Passage, ...], tuple[Entry, ...]]:
    numbers: dict[Passage, int] = {}
    entries = []
    for number, raw in enumerate(raws, 1):
        mine = dict.fromkeys([passages[one] for one in raw.windows] + list(raw.besides))
        places = [numbers.setdefault(one, len(numbers) + 1) for one in mine]
        evidence = raw.quoted or "\n".join(one.text for one in mine)
        spoken = "" if raw.is_true is not None else language
        as_read = with_points(raw.sentence, spoken)
        entries.append(
            Entry(
                number,
                raw.sentence,
                raw.shown or raw.sentence,
                raw.where,
                tuple(places),
                raw.finding[:_LONGEST_FINDING],
                raw.lacking,
                workings_of(*in_one_locale(raw.sentence, evidence, spoken)),
                # Code has held every figure and name of a line of our own.
                not raw.ours and _states_details(raw.shown or raw.sentence),
                as_read=as_read,
                url=raw.url,
                is_work=raw.is_work,
                ours=raw.ours,
                is_of_all=raw.is_of_all,
                is_decoy=raw.is_decoy,
                question=questions.get(raw, ""),
                is_true=raw.is_true,
            )
        )
    return tuple(numbers), tuple(entries)


def workings_of(sentence: str, evidence: str) -> tuple[str, ...]:
    """How code itself works out the figures that a passage does not have as they are."""
    said, known = read(sentence), read(evidence)
    found = []
    for amount in said.amounts:
        if is_borne(amount, known.amounts, evidence):
            continue
        how = span_of_days(amount, known.days) or working(
            amount, known.amounts, sentence, evidence
        )
        if how:
            found.append(f"{amount.written}: {how}"[:_LONGEST_FINDING])
    return tuple(found)


def _states_details(sentence: str) -> bool:
    said = read(sentence)
    return bool(said.amounts or said.days or said.versions)


class _Builder:
    """Finds the passages of each sentence, and the controls beside them."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.reader = Reader()
        self.left_out: dict[str, int] = defaultdict(int)
        self.unjudged: tuple[str, ...] = ()
        said = " ".join(one.sentence.text for one in material.checks)
        self.language = language_of(said)
        self._failures = _by_sentence(material.failures)
        self._warnings = _by_sentence(material.warnings)

    def asked(self) -> list[_Raw]:
        """The sentences and works that a judge may say something about."""
        told = Counter(check.sentence.text for check in self.material.checks)
        once = [one for one in self.material.checks if told[one.sentence.text] == 1]
        lines = [one for one in self.material.lines if not told[one.line.text]]
        # A vote is known by its sentence: one that stands there twice has no vote.
        twice = len(self.material.checks) - len(once)
        twice += len(self.material.lines) - len(lines)
        self.left_out["it stands there twice"] += twice
        found = [self._sentence(check) for check in once]
        found += [self._line(one) for one in lines]
        found += [self._work(check) for check in self.material.links]
        known = [raw for raw in found if raw]
        kept = [raw for raw in known if not self._is_addressed(raw)]
        addressed = [raw for raw in known if raw not in kept]
        self.left_out["its passage speaks to the reader"] += len(addressed)
        self.unjudged = tuple(raw.sentence for raw in addressed if not raw.is_work)
        self.left_out["the case is full"] += len(kept[MOST_SENTENCES:])
        return kept[:MOST_SENTENCES]

    def hidden(self, key: bytes) -> list[_Raw]:
        """The controls, told as the draft's own sentences are."""
        told = [check.sentence.text for check in self.material.checks]

        def is_clean(source: SourceText, original: str) -> bool:
            window = self.reader.around(source, fold(original))
            return window is not None and not self._speaks(window)

        return [
            self._control(one) for one in controls(self._cited(), told, key, is_clean)
        ]

    def _is_addressed(self, raw: _Raw) -> bool:
        """Whether it rests on a text that speaks to its reader, or does so itself."""
        speaks = speaks_to_model if raw.ours else speaks_to_reader
        texts = [f"{one.title}\n{one.text}" for one in raw.besides if raw.is_work]
        return (
            speaks(raw.sentence)
            or any(map(speaks_to_reader, texts))
            or any(map(self._speaks, raw.windows))
        )

    def _speaks(self, window: Window) -> bool:
        passage = self.reader.passages([window])[window]
        return speaks_to_reader(f"{passage.title}\n{passage.text}")

    def _sentence(self, check: SentenceCheck) -> _Raw | None:
        said = check.sentence
        failures = self._failures.get(said.text, ())
        is_hard = any(decider_of(one.outcome) is Decider.CODE for one in failures)
        if is_hard or not all(quote.holds for quote in check.quotes):
            self.left_out["code alone decides"] += 1
            return None
        windows = self.reader.behind(check, self.material.documents)
        besides: tuple[Passage, ...] = ()
        if said.where == "lead" and (not windows or _is_named_below(failures)):
            windows = tuple(dict.fromkeys((*windows, *self._behind_all)))
            besides = self._about_issue
        if not windows and not besides:
            self.left_out["it has no passage"] += 1
            return None
        flags = (*failures, *self._warnings.get(said.text, ()))
        return _Raw(
            said.text,
            said.where,
            _without_references(said),
            windows,
            besides,
            "\n".join(quote.found.passage for quote in check.quotes),
            _told(flags),
            _lacking(check.fidelity),
            next(iter((*_cited_by(check), *said.links)), ""),
        )

    def _line(self, asked: OpenLine) -> _Raw | None:
        """A line of our own, with what it may rest on by its kind."""
        line = asked.line
        failures = self._failures.get(line.text, ())
        if any(decider_of(one.outcome) is Decider.CODE for one in failures):
            self.left_out["code alone decides"] += 1
            return None
        found = self._quoted(asked.quotes)
        if line.kind is Kind.BUILD or not found:
            found += self._quiet(
                self.reader.of_pages(line.links, line.text, self.material.documents)
            )
        besides: tuple[Passage, ...] = ()
        is_of_all = line.kind in (Kind.ISSUE, Kind.BUILD) or not found
        if is_of_all:
            found += self._behind_all
            besides = self._about_issue
        windows = tuple(dict.fromkeys(found))
        if not windows and not besides:
            self.left_out["it has no passage"] += 1
            return None
        flags = (*failures, *self._warnings.get(line.text, ()))
        return _Raw(
            line.text,
            line.where,
            "",
            windows,
            besides,
            "",
            _told(flags),
            ours=line.kind,
            is_of_all=is_of_all,
        )

    def _quoted(self, quotes: Iterable[QuoteCheck]) -> list[Window]:
        return self._quiet(self.reader.of_quotes(quotes, self.material.documents))

    def _quiet(self, windows: Iterable[Window]) -> list[Window]:
        """Those that speak to no reader."""
        return [window for window in windows if not self._speaks(window)]

    @cached_property
    def _behind_all(self) -> list[Window]:
        """What the issue's items rest on: a line of the whole issue may rest on any."""
        checks = self.material.checks
        return self._quoted(quote for one in checks for quote in one.quotes)

    @cached_property
    def _about_issue(self) -> tuple[Passage, ...]:
        """Its headings, and what its log tells."""
        titles = [item.title for item in self.material.draft.stories]
        headings = "\n".join(one for one in titles if not speaks_to_reader(one))
        told = (("In this issue", headings[:_LONGEST]), (_LOG, self.material.log))
        return tuple(Passage(title, None, text) for title, text in told if text)

    def _work(self, check: LinkCheck) -> _Raw | None:
        """Whether a page is the work that the draft speaks of."""
        source = source_of(self.material.documents, check.url)
        title = check.title or (source.title if source else "")
        if check.outcome is not Outcome.MISMATCH or not title:
            return None
        beginning = source.text[:_BEGINNING] if source else ""
        passage = Passage(title, check.published, f"{title}\n{beginning}".strip())
        sentence = f"This page is the work meant by “{check.text}” in: {check.sentence}"
        return _Raw(
            sentence,
            "",
            "",
            (),
            (passage,),
            "",
            check.reason,
            (),
            check.url,
            is_work=True,
        )

    def _cited(self) -> list[SourceText]:
        """The sources that the draft's sentences rest on, each once."""
        found = {}
        for check in self.material.checks:
            for url in (*check.sentence.links, *_cited_by(check)):
                if source := source_of(self.material.documents, url):
                    found[source.sha256] = source
        return list(found.values())

    def _control(self, control: Control) -> _Raw:
        """A control; what code holds against it would tell it from the draft's own."""
        window = self.reader.around(control.source, fold(control.original))
        return _Raw(
            control.sentence,
            self._where(control.source),
            windows=(window,) if window else (),
            quoted=control.original,
            is_true=control.is_true,
        )

    def _where(self, source: SourceText) -> str:
        """Where the draft speaks of a source."""
        for check in self.material.checks:
            urls = (*check.sentence.links, *_cited_by(check))
            if any(names_of_page(url) & source.names for url in urls):
                return check.sentence.where
        return source.title


def _cited_by(check: SentenceCheck) -> list[str]:
    return [quote.citation.url for quote in check.quotes]


def _without_references(said: DraftSentence) -> str:
    """The sentence without the links in brackets behind it, which state nothing, or
    without the publisher and the day behind a line that is a link.
    """
    is_line = _LINE.fullmatch(said.text)
    if is_line and is_line["link"] in said.anchors:
        return is_line["link"]
    return said.said


def _by_sentence(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.outcome in set(Support):
            found[finding.sentence].append(finding)
    return found


def _is_named_below(findings: Iterable[Finding]) -> bool:
    return any(finding.outcome is Support.NAMED_BELOW for finding in findings)


def _told(findings: Iterable[Finding]) -> str:
    """What code holds against a sentence, without the passage, which stands there."""
    return "; ".join(finding.reason.partition(": “")[0] for finding in findings)


def _lacking(found: Fidelity) -> tuple[str, ...]:
    """The figures and dates that follow from the passage or from nothing."""
    return tuple(
        lack.written
        for lack in found.unsupported
        if lack.lack is Lack.MISSING and lack.detail in (Detail.NUMBER, Detail.DATE)
    )
