"""An issue of real size and many readers, for faults and benches."""

from collections.abc import Sequence
from datetime import date
from itertools import combinations, islice

from newsletter.models import Issue, Newsletter
from subscribers.models import Subscriber

# As bulk_create takes them: memory stays flat however many readers there are.
CHUNK = 5000
# What readers choose by: each stands in one heading.
NAMES = (
    "alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ironwood",
    "juniper",
)  # fmt: skip
ITEM = """### {number}. A release of {name}, a thing with a name of its own

{text} Read [the announcement](https://example.org/release/{number}) and
[the code](https://example.org/code/{number}).

{text}
"""
TEXT = (
    "It does one thing that was hard before, and says plainly what it does not do; "
    "the figures below were measured on one machine with two cores by its authors. "
) * 4


def make_issue_with_readers(readers: int, editions: int = 0) -> Issue:
    """A new newsletter with an issue of about 44 kB and active readers.

    With `editions` each reader has one of so many: the same ten items in another order.
    """
    wanted = wishes(editions) or [()]
    number = Newsletter.objects.count() + 1
    newsletter = Newsletter.objects.create(
        slug=f"fault-{number}",
        title="The Weekly",
        profile="All",
        topics=NAMES,
        sender_address="letters@crux.test",
        is_active=False,
    )
    for at in range(0, readers, CHUNK):
        Subscriber.objects.bulk_create(
            Subscriber(
                newsletter=newsletter,
                address=f"reader{number}x{n}@readers{n % 200}.test",
                status=Subscriber.Status.ACTIVE,
                first=list(wanted[n % len(wanted)]),
            )
            for n in range(at, min(at + CHUNK, readers))
        )
    sections = "\n".join(
        ITEM.format(number=number, name=name, text=TEXT)
        for number, name in enumerate(NAMES, 1)
    )
    return Issue.objects.create(
        newsletter=newsletter,
        number=1,
        slug=f"fault-{number}",
        session_name=f"newsletter_20250807_000000_{number:06}",
        subject="A week of releases",
        markdown=f"# A week of releases\n\n## What shipped\n\n{sections}",
        draft_sha256="0" * 64,
        covers_until=date(2025, 8, 7),
    )


def wishes(number: int) -> list[tuple[str, ...]]:
    """So many different wishes for what comes first, none of which is the issue's order."""
    ones = ((name,) for name in NAMES[1:])
    pairs = combinations(NAMES[1:], 2)
    return list(islice((*ones, *pairs), number))


def change_minds(issue: Issue, chosen: Sequence[str]) -> None:
    """Have all its readers want something else from now on."""
    issue.newsletter.subscribers.update(first=list(chosen))
