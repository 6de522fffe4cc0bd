"""`evaluate prose`: which issues or drafts are read, and what is told of each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.core.management.base import CommandError

from newsletter.drafts.defects import READERS, Defect, Reading, count, uncounted
from newsletter.drafts.parsing import parse
from newsletter.models import Issue
from newsletter.text import truncate
from newsletter.text.identifiers import canonical

_SHOWN_CHARACTERS = 200
# The exit code of a command that was asked for what it cannot do.
_USAGE = 2


@dataclass(frozen=True, slots=True)
class Read:
    """One issue or draft by name, with its defects, and what its language hides.

    `uncounted` are the kinds that cannot be counted in `language`.
    """

    name: str
    defects: tuple[Defect, ...]
    language: str
    uncounted: tuple[str, ...]

    @classmethod
    def of(cls, name: str, reading: Reading) -> "Read":
        return cls(name, count(reading), reading.spoken, uncounted(reading))


def read(what: str) -> list[Read]:
    """An issue by slug or session, a Markdown file, a folder of them; "" is all issues."""
    path = Path(what)
    if what and path.exists():
        files = sorted(path.rglob("*.md")) if path.is_dir() else [path]
        found = [Read.of(str(file), _of_file(file)) for file in files]
    else:
        found = [Read.of(one.slug, _of_issue(one)) for one in _issues(what)]
    if not found and what and path.is_dir():
        told = f"No Markdown (*.md) in the folder {what!r}."
        raise CommandError(told, returncode=_USAGE)
    if not found:
        raise CommandError(
            f"No issue {what!r}, and no file or folder of Markdown; give a slug, a "
            "session's name or a path."
            if what
            else "No issue has been published yet; give a Markdown file or a folder.",
            returncode=_USAGE,
        )
    return found


def _issues(what: str) -> Iterator[Issue]:
    issues = Issue.objects.order_by("created_at", "pk").select_related("newsletter")
    if what:
        issues = issues.filter(slug=what) | issues.filter(session_name=what)
    else:
        issues = issues.filter(status=Issue.Status.PUBLISHED)
    return issues.iterator()


def _of_issue(issue: Issue) -> Reading:
    """The issue with why its stories were picked, and the texts that it quotes."""
    citations = issue.citations.select_related("source")
    return Reading(
        draft=issue.draft,
        subject=issue.subject,
        preheader=issue.preheader,
        reasons={canonical(one.url): one.why for one in issue.coverage.exclude(why="")},
        texts={canonical(one.url): one.source.text for one in citations if one.source},
        language=issue.newsletter.language,
    )


def _of_file(path: Path) -> Reading:
    """A draft in a file; its title is taken for its subject."""
    try:
        draft = parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        told = f"Cannot read {str(path)!r}: {error}"
        raise CommandError(told, returncode=_USAGE) from error
    return Reading(draft, draft.title)


def told(found: Sequence[Read]) -> Iterator[str]:
    """Every defect with its sentence, then how often each occurs, and how many an issue.

    A kind that was not counted in some of them says so, and in which languages.
    """
    for one in found:
        yield f"{one.name}: {len(one.defects)}"
        for defect in one.defects:
            sentence = truncate.at_word(defect.sentence, _SHOWN_CHARACTERS)
            yield f"  {defect.name:<18} {defect.where}: {sentence}"
    counts = Counter(defect.name for one in found for defect in one.defects)
    hidden = {name: [one for one in found if name in one.uncounted] for name in READERS}
    yield ""
    for name in READERS:
        if counts[name] or hidden[name]:
            is_hidden = len(hidden[name]) == len(found)
            figure = "–" if is_hidden else str(counts[name])
            yield f"{name:<20} {figure:>4}{_not_counted(hidden[name])}"
    yield (
        f"{sum(counts.values())} defects of {len(READERS)} kinds in {len(found)} issues; "
        f"{sum(counts.values()) / len(found):.2f} an issue."
    )


def _not_counted(hidden: Sequence[Read]) -> str:
    if not hidden:
        return ""
    languages = ", ".join(sorted({one.language or "?" for one in hidden}))
    issues = "issue" if len(hidden) == 1 else "issues"
    return f"  not counted in {len(hidden)} {issues} ({languages})"


def as_json(found: Sequence[Read]) -> dict[str, object]:
    """The same as data."""
    return {
        "defects_per_issue": sum(len(one.defects) for one in found) / len(found),
        "issues": [
            {
                "name": one.name,
                "language": one.language,
                "not_counted": list(one.uncounted),
                "defects": [
                    {
                        "name": defect.name,
                        "where": defect.where,
                        "sentence": defect.sentence,
                    }
                    for defect in one.defects
                ],
            }
            for one in found
        ],
    }
