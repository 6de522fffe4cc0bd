"""The throttle (rate limit) for each mailbox provider: slower at once when it asks.

Faster again little by little. Pure: times are seconds on any monotonic clock.
"""

import re
from dataclasses import dataclass

from subscribers.addresses import domain_of

# Domains behind which the same servers stand.
PROVIDERS = {
    "google": ("gmail.com", "googlemail.com"),
    "microsoft": ("outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.de"),
    "yahoo": ("yahoo.com", "ymail.com", "aol.com", "rocketmail.com", "verizon.net"),
    "apple": ("icloud.com", "me.com", "mac.com"),
    "united-internet": ("gmx.de", "gmx.net", "gmx.com", "web.de"),
    "proton": ("proton.me", "protonmail.com", "pm.me"),
}
PROVIDER_OF = {
    domain: name for name, domains in PROVIDERS.items() for domain in domains
}
SLOWER = 2.0
FASTER = 0.9
FIRST_INTERVAL = 0.25
LONGEST_INTERVAL = 60.0
# Below this an interval is as good as none.
SHORTEST_INTERVAL = 0.02
# "Slow down", as against "not this letter" or "not this mailbox".
THROTTLED = re.compile(
    r"^421|^45\d.*(?:[45]\.7\.|rate|throttl|too many|too fast|too quickly|limit|busy"
    r"|temporarily deferred|try again later|resources)",
    re.IGNORECASE,
)


def provider_of(address: str) -> str:
    """The provider's name, or the domain where that is not known."""
    domain = domain_of(address)
    return PROVIDER_OF.get(domain, domain)


def asks_to_slow_down(reply: str) -> bool:
    """Whether a refusal for now is about our throttle."""
    return THROTTLED.search(reply) is not None


@dataclass(slots=True)
class _Lane:
    interval: float
    next_at: float


class Throttle:
    """What one sender has learnt of each provider while it sends."""

    def __init__(self) -> None:
        self._lanes: dict[str, _Lane] = {}

    @property
    def is_free(self) -> bool:
        """Whether nobody has asked to slow down: nothing needs to be looked up."""
        return not self._lanes

    def wait(self, provider: str, now: float) -> float:
        """How many seconds the next letter to `provider` must wait."""
        lane = self._lanes.get(provider)
        return 0.0 if lane is None else max(0.0, lane.next_at - now)

    def take(self, provider: str, now: float) -> None:
        """A letter to `provider` leaves."""
        lane = self._lanes.get(provider)
        if lane is not None:
            lane.next_at = max(now, lane.next_at) + lane.interval

    def slow_down(self, provider: str, now: float) -> None:
        """It asked for that."""
        lane = self._lanes.setdefault(provider, _Lane(FIRST_INTERVAL / SLOWER, now))
        lane.interval = min(LONGEST_INTERVAL, lane.interval * SLOWER)
        lane.next_at = max(lane.next_at, now + lane.interval)

    def speed_up(self, provider: str) -> None:
        """It took a letter."""
        lane = self._lanes.get(provider)
        if lane is None:
            return
        lane.interval *= FASTER
        if lane.interval < SHORTEST_INTERVAL:
            del self._lanes[provider]
