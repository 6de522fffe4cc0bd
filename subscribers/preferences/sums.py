"""What readers chose, summed up: never who, and never of a few."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from newsletter.drafts.edition import Length
from newsletter.issues import editions
from newsletter.models import Newsletter
from newsletter.research.ranking.learning import Example
from subscribers.consent.personal_data import count_readers
from subscribers.models import Subscriber

# What fewer readers chose is told to nobody: it could be told who they are.
FEWEST = 5


@dataclass(frozen=True, slots=True)
class Chosen:
    """How many readers chose what, by name: in sum, never who, and never of a few."""

    first: Mapping[str, int]
    less: Mapping[str, int]
    length: Mapping[str, int]

    def __bool__(self) -> bool:
        return bool(self.first or self.less or self.length)


def chosen(newsletter: Newsletter) -> Chosen:
    """What its readers chose for their editions, as far as `FEWEST` chose it."""
    first, less, length = Counter[str](), Counter[str](), Counter[str]()
    for firsts, lesses, how_long in _choosers(newsletter).iterator():
        first.update(firsts)
        less.update(lesses)
        length[how_long] += 1
    if not length:
        return Chosen({}, {}, {})
    names = {one.key: one.name for one in editions.choices(newsletter)}
    shorter = {one.value: one.value for one in Length if one is not Length.WHOLE}
    return Chosen(_enough(first, names), _enough(less, names), _enough(length, shorter))


def less_of(newsletter: Newsletter) -> dict[str, int]:
    """How many readers want to see less of each topic, as far as `FEWEST` do."""
    topics = {topic: topic for topic in newsletter.topics}
    counted = Counter(one for _, less, _ in _choosers(newsletter) for one in less)
    return _enough(counted, topics)


def unwanted(newsletter: Newsletter) -> list[Example]:
    """The topics that readers want less of, as the ranking learns from them.

    Each weighs the share of the readers who do.
    """
    readers = count_readers(newsletter)
    return [
        Example(topic, "", is_wanted=False, weight=number / readers)
        for topic, number in less_of(newsletter).items()
        if readers
    ]


def _choosers(
    newsletter: Newsletter,
) -> "QuerySet[Subscriber, tuple[list[str], list[str], str]]":
    """What each of them chose who did not leave everything as it comes."""
    readers = Subscriber.objects.filter(
        newsletter=newsletter, status=Subscriber.Status.ACTIVE
    ).exclude(first=[], less_of=[], length=Length.WHOLE.value)
    return readers.values_list("first", "less_of", "length")


def _enough(counted: Counter[str], names: Mapping[str, str]) -> dict[str, int]:
    return {name: counted[key] for key, name in names.items() if counted[key] >= FEWEST}
