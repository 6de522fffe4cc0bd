"""Rate limit on taste: a critic may reject a session's drafts for dullness once. Pure.

What is dull has no proof, and a writer can be sent round by it for ever: so it counts
once, and only with the sentence that would mend it.
"""

from collections.abc import Iterable, Sequence

from agents.events.drafts import CriticRejection, Problem
from newsletter.drafts.rules.case import quotes_in

DULL = "dull"
_FEWEST_WORDS = 5


class NotForDullness(ValueError):
    """The rejection does not stand; the message says why and what to do."""


def within_limit(
    problems: Sequence[Problem], earlier: Iterable[CriticRejection]
) -> tuple[Problem, ...]:
    """The problems that count. Raises NotForDullness where none is left of them.

    `earlier` are the rejections of this session so far.
    """
    dull = [one for one in problems if _is_dull(one)]
    if any(_is_dull(one) for before in earlier for one in before.problems):
        others = tuple(one for one in problems if one not in dull)
        if not others:
            raise NotForDullness(
                "A draft of this session was rejected as dull before, and that counts "
                "once. Approve this one, or name what its reader or a source's author "
                "could complain about."
            )
        return others
    for one in dull:
        if not any(
            len(said.split()) >= _FEWEST_WORDS for said in quotes_in(one.message)
        ):
            raise NotForDullness(
                f"The problem 'dull' at {one.where!r} gives no sentence that would mend "
                "it: write it out in quotation marks, or leave the problem out."
            )
    return tuple(problems)


def _is_dull(problem: Problem) -> bool:
    return problem.code.strip().casefold() == DULL
