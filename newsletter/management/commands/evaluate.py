"""Measures how well the profile finds what an expert picked, and how issues read."""

import gzip
import json
import zlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from pydantic import BaseModel, ConfigDict, ValidationError

from newsletter.management import prose
from newsletter.management.examples import Taught
from newsletter.research.ranking import benchmark
from newsletter.research.ranking import frequencies as field
from newsletter.research.ranking import profile as profile_
from newsletter.research.ranking.evaluation import Estimate, Measure, Week
from newsletter.research.ranking.profile import default_profile
from newsletter.research.ranking.scoring import score
from newsletter.research.ranking.strength import HUGGING_FACE
from newsletter.research.story import Kind, Story
from newsletter.standards.rubric import Rubric
from newsletter.text.similarity import Frequencies, count, terms

# The size of week that the number of papers which pass is told for.
USAGE = 2
_ORDINARY_WEEK = 1800


class _Week(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    week_end: str
    pool_size: int
    targets: tuple[str, ...]
    others: tuple[str, ...]


class _File(BaseModel):
    """`docs` holds, by arXiv id: day, category, title, abstract, listed 0/1, upvotes."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    weeks: tuple[_Week, ...]
    docs: dict[str, tuple[str, str, str, str, int, int]]


class _Abstract(BaseModel):
    """One line of the texts that terms are counted in."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    title: str
    abstract: str


class Command(Taught):
    help = (
        "Rank weeks of papers by a profile and tell how many of an expert's picks are "
        "among the first 10, 30 and 100, and the AUC, with 95% intervals; or count in "
        "issues the defects that code can tell for certain."
    )
    examples = (
        ("papers weeks.json", "how well papers are chosen"),
        (
            "papers weeks.json --profile profile.txt --json",
            "by another profile, for a program",
        ),
        ("prose", "every issue that is out"),
        ("prose 2026-11-05-roses", "that one"),
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            choices=["papers", "terms", "prose"],
            help="papers: measure; terms: print how common each term is in texts of "
            "any origin, as newsletter/research/ranking/data/frequencies.txt; prose: "
            "count the defects of issues",
        )
        parser.add_argument(
            "data",
            type=Path,
            nargs="?",
            help="papers: labelled weeks in JSON, or a folder with a papers.json or "
            "papers.json.gz; terms: a line of JSON for each text, with its title and "
            "abstract; either may be compressed by gzip; prose: an issue's slug or "
            "session, a Markdown file, or a folder of them; default: every issue that "
            "is published",
        )
        parser.add_argument(
            "--profile", type=Path, help="a text file; default: the profile shipped"
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, **options: Any) -> None:
        if options["what"] == "prose":
            self._tell_prose(str(options["data"] or ""), is_json=options["json"])
            return
        path = _path(options["data"])
        if options["what"] == "terms":
            counted = _frequencies(path)
            self.stdout.write(field.written(counted), ending="")
            return
        data = _read(path)
        text = _text(options["profile"]) if options["profile"] else default_profile()
        weeks = [
            Week(week.week_end, week.targets, week.others, week.pool_size)
            for week in data.weeks
        ]
        stories = {story.id: story for story in _stories(data)}
        found = benchmark.run(weeks, stories, text)
        passing = _passing(data, text)
        if options["json"]:
            answer: dict[str, Any] = {
                name: _as_json(one) for name, one in found.items()
            }
            answer["passing"] = {"of": _ORDINARY_WEEK, "papers": round(passing, 1)}
            answer["pool"] = _pool(weeks)
            self.stdout.write(json.dumps(answer, indent=2))
            return
        self.stdout.write(_pool(weeks))
        self._tell(found, passing, len(data.docs))

    def _tell_prose(self, what: str, *, is_json: bool) -> None:
        found = prose.read(what)
        if is_json:
            self.stdout.write(json.dumps(prose.as_json(found), indent=2))
            return
        for line in prose.told(found):
            self.stdout.write(line)

    def _tell(self, measured: dict[str, Measure], passing: float, papers: int) -> None:
        for name, one in measured.items():
            self.stdout.write(f"{name}")
            for depth, recall in one.recall.items():
                self.stdout.write(f"  recall@{depth:<4} {_shown(recall)}")
            told = _shown(one.auc) if one.auc else "unknown: no week has others"
            self.stdout.write(f"  AUC         {told}")
        self.stdout.write(
            f"{passing:.1f} of {_ORDINARY_WEEK:,} papers pass the default rubric; "
            f"{papers:,} papers ranked."
        )


def _read(path: Path) -> _File:
    try:
        data = _File.model_validate_json(_content(path))
    except ValidationError as error:
        raise CommandError(
            f"Cannot read {str(path)!r}: {_first(error)}.", returncode=USAGE
        ) from error
    named = {paper for week in data.weeks for paper in (*week.targets, *week.others)}
    if missing := sorted(named - data.docs.keys()):
        raise CommandError(
            f"{str(path)!r} names {len(missing)} papers that its docs lack, "
            f"{missing[0]!r} for one.",
            returncode=USAGE,
        )
    if not any(week.targets for week in data.weeks):
        raise CommandError(
            f"{str(path)!r} has no week with a picked paper.", returncode=USAGE
        )
    return data


def _unread(path: Path, error: Exception) -> CommandError:
    why = getattr(error, "strerror", None) or error
    return CommandError(f"Cannot read {str(path)!r}: {why}", returncode=USAGE)


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    except (OSError, EOFError, zlib.error) as error:
        raise _unread(path, error) from error


def _first(error: ValidationError) -> str:
    """What is wrong first, and where."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"])) or "the file"
    return f"{where}: {first['msg']}"


def _frequencies(path: Path) -> Frequencies:
    """How common each term is; needs no label and reads none."""
    texts: list[list[str]] = []
    for number, line in enumerate(_content(path).splitlines(), 1):
        try:
            text = _Abstract.model_validate_json(line)
        except ValidationError as error:
            raise CommandError(
                f"Cannot read line {number} of {str(path)!r}: {_first(error)}.",
                returncode=USAGE,
            ) from error
        texts.append([*terms(text.title), *terms(text.abstract)])
    return count(texts)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unread(path, error) from error


def _path(given: Path | None) -> Path:
    """The file that was named, or the one in the folder that was."""
    if given is None:
        raise CommandError("Name the file to measure with.", returncode=USAGE)
    if given.is_dir():
        names = ("papers.json", "papers.json.gz")
        found = [file for file in map(given.joinpath, names) if file.exists()]
        if not found:
            raise CommandError(
                f"No {' and no '.join(names)} in {str(given)!r}.", returncode=USAGE
            )
        return found[0]
    return given


def _stories(data: _File) -> list[Story]:
    return [
        Story(
            id=name,
            kind=Kind.PAPER,
            title=title[:500] or name,
            url=f"https://arxiv.org/abs/{name}",
            publisher="arXiv",
            summary=abstract[:6000],
            signals={HUGGING_FACE: upvotes} if listed else {},
        )
        for name, (_, _, title, abstract, listed, upvotes) in data.docs.items()
    ]


def _pool(weeks: list[Week]) -> str:
    """Among which papers the picks had to be found, in a sentence."""
    mean = round(sum(week.size for week in weeks) / len(weeks))
    if all(week.is_whole for week in weeks):
        return f"Among all the papers of each week, {mean:,} on average: counted."
    return (
        f"Among as many papers as each week had, {mean:,} on average: estimated. Others "
        "of other weeks stand in for those that the file lacks."
    )


def _passing(data: _File, profile: str) -> float:
    """How many papers of an ordinary week pass the default rubric."""
    wanted, rubric = profile_.read(profile), Rubric()
    passed = {
        story.id
        for story in _stories(data)
        if not score(story, wanted).scores.shortfall(rubric)
    }
    share = pool = 0.0
    for week in data.weeks:
        sampled = sum(paper in passed for paper in week.others)
        rest = week.pool_size - len(week.targets)
        share += sum(paper in passed for paper in week.targets)
        share += sampled / len(week.others) * rest if week.others else 0.0
        pool += week.pool_size
    return share / pool * _ORDINARY_WEEK if pool else 0.0


def _shown(estimate: Estimate) -> str:
    return f"{estimate.value:.3f}  [{estimate.low:.3f}, {estimate.high:.3f}]"


def _as_json(one: Measure) -> dict[str, Any]:
    figures = {f"recall@{depth}": recall for depth, recall in one.recall.items()}
    return {
        name: figure
        and {
            "value": round(figure.value, 4),
            "low": round(figure.low, 4),
            "high": round(figure.high, 4),
        }
        for name, figure in {**figures, "auc": one.auc}.items()
    } | {
        "weeks": [
            {"end": week.end, "picked": week.picked, "hits": dict(week.hits)}
            for week in one.weeks
        ]
    }
