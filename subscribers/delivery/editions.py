"""Which edition each reader of an issue gets, cleared as the issue's own letter is."""

from datetime import datetime

from newsletter.drafts.edition import Interests
from newsletter.models import Issue
from subscribers.delivery import clearance
from subscribers.letters import editions, preflight
from subscribers.letters.compose import Composer
from subscribers.models import Subscriber


class Choosing:
    """The editions of one issue, each planned and looked at once.

    Asked again it reads the readers anew: before an audience is frozen, so that little is
    left to do, and within the transaction that freezes it.
    """

    def __init__(self, issue: Issue, at: datetime) -> None:
        self._issue = issue
        self._letters = Composer(issue, at=at)
        self._planned = editions.planner(issue)
        self._known: dict[Interests, str] = {}
        # By hash, what readers get: it, or the issue where something is amiss with it.
        self._cleared: dict[str, str] = {}

    def by_reader(self) -> dict[int, str]:
        """The hash of each reader's edition, by id; who is not in it gets the issue."""
        readers = Subscriber.objects.filter(
            newsletter_id=self._issue.newsletter_id, status=Subscriber.Status.ACTIVE
        ).exclude(first=[], less_of=[], length="whole")
        rows = readers.values_list("id", "first", "less_of", "length")
        chosen = (
            (pk, self._of(editions.interests(*wanted)))
            for pk, *wanted in rows.iterator()
        )
        return {pk: sha256 for pk, sha256 in chosen if sha256}

    def _of(self, wanted: Interests) -> str:
        if wanted not in self._known:
            self._known[wanted] = self._edition(wanted)
        return self._known[wanted]

    def _edition(self, wanted: Interests) -> str:
        """An edition that may leave, written down; "" for the issue itself."""
        made = self._planned(wanted)
        if made is None:
            return ""
        plan, draft = made
        if draft.sha256 not in self._cleared:
            letters = self._letters.compose(draft)
            obstacles = [
                *preflight.of_draft(draft),
                *clearance.of_composition(letters),
            ]
            self._cleared[draft.sha256] = (
                "" if obstacles else editions.keep(self._issue, plan, draft)
            )
        return self._cleared[draft.sha256]
