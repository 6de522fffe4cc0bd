"""Which search engine an installation asks, if any."""

from dataclasses import dataclass, field
from datetime import date

from newsletter.research.lookups import brave, searxng, tavily
from newsletter.research.lookups.found import Found, LookupFailed
from newsletter.web.fetch import Fetcher

# Without an engine: the newsletter's own stories, Hacker News and arXiv.
OWN = "own"
NAMES = {"searxng": searxng.NAME, "brave": brave.NAME, "tavily": tavily.NAME}


@dataclass(frozen=True, slots=True)
class Engine:
    """A search engine, and its address or its key, which nothing shows."""

    name: str
    url: str = ""
    key: str = field(default="", repr=False)

    @property
    def title(self) -> str:
        return NAMES[self.name]

    async def search(
        self, query: str, since: date, until: date, limit: int, fetcher: Fetcher
    ) -> list[Found]:
        """The pages about some words that are of those days; raises LookupFailed."""
        match self.name:
            case "searxng":
                days = (until - since).days or 1
                return await searxng.search(self.url, query, days, limit, fetcher)
            case "brave":
                return await brave.search(self.key, query, since, until, limit, fetcher)
            case "tavily":
                return await tavily.search(
                    self.key, query, since, until, limit, fetcher
                )
        raise LookupFailed(f"no search engine {self.name!r} is known")
