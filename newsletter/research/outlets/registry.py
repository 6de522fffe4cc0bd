"""The kinds of outlets there are. Another kind is a module and a line here."""

import pkgutil

from newsletter.research.outlets import kinds
from newsletter.research.outlets.kind import OutletKind
from newsletter.research.outlets.kinds import (
    arxiv,
    bluesky,
    feed,
    github,
    hackernews,
    huggingface,
    mastodon,
    npm,
    pypi,
    reddit,
    youtube,
)
from newsletter.research.outlets.own_hosts import is_own
from newsletter.research.outlets.spec import OutletSpec
from newsletter.web.guard import Complaint, judge
from newsletter.web.throttle import Limits

KINDS: dict[str, OutletKind] = {
    module.KIND.name: module.KIND
    for module in (
        feed,
        github,
        pypi,
        npm,
        hackernews,
        mastodon,
        bluesky,
        reddit,
        youtube,
        arxiv,
        huggingface,
    )
}


def fault_of(how: str, url: str) -> str:
    """Why an outlet of that kind and address cannot be asked; "" where it can."""
    if how not in KINDS:
        return f"There is no kind of outlet {how!r}; known: {', '.join(KINDS)}."
    judged = judge(url, Limits().ports)
    if isinstance(judged, Complaint) and not (how == feed.KIND.name and is_own(url)):
        return (
            f"This address is never asked: {judged.detail}. A feed in your own network "
            "may be read where OUTLET_OWN_HOSTS names its host."
        )
    return KINDS[how].refuse(url)


def checked(specs: tuple[OutletSpec, ...]) -> tuple[OutletSpec, ...]:
    """The outlets as they are; raises LookupError for one that cannot be asked.

    For a kind that has a module and no line, too: only whoever checks is stopped by it.
    """
    hold_to_folder({module.name for module in pkgutil.iter_modules(kinds.__path__)})
    for spec in specs:
        if fault := fault_of(spec.how, spec.url):
            raise LookupError(f"The outlet {spec.name!r} cannot be asked: {fault}")
    return specs


def hold_to_folder(there: set[str]) -> None:
    """Raise LookupError for a module among the kinds that has no line, or no own name."""
    known = {kind.search.__module__.rpartition(".")[2] for kind in KINDS.values()}
    if left_out := sorted(there - known):
        raise LookupError(
            f"newsletter/research/outlets/kinds/{left_out[0]}.py is in the folder and "
            "not among KINDS (newsletter/research/outlets/registry.py), or has the name "
            "of another kind: give it a line there and a name of its own."
        )
