"""From a draft to its readers: criticised, verified, delivered. Pure.

The same for every workflow: what is published is certified in one way. `writer` is the
step that a refused draft goes back to.
"""

from collections.abc import Mapping

from agents.events.schema import Kind
from agents.workflows.declaration import Back, Data, End, Step, To
from newsletter.text import truncate

_DETAILS = 400  # characters
_MOST_SHOWN = 3
# Each of three drafts may be judged twice; code asks for no more.
_SECOND_JUDGES = 3


def _problems(rejection: Data) -> str:
    """The rules that the rejected draft broke."""
    codes = {problem["code"] for problem in rejection.get("problems", ())}
    return ", ".join(sorted(codes)).replace("_", " ")[:_DETAILS]


def _failures(failed: Data) -> str:
    """The first things that failed: what each came to, and where."""
    found = [
        f"{one['outcome'].replace('_', ' ')} ({one['url'] or 'in all'})"
        for one in failed.get("invalid_urls", ())
    ]
    return truncate.first_of(found, _MOST_SHOWN)[:_DETAILS]


def critic(writer: str) -> Step:
    """The critic approves a draft, or has it mended twice at most."""
    rejected = Back(writer, 2, "The critic rejected a third draft", _problems)
    return Step(
        "critic",
        then={Kind.DRAFT_APPROVED: To(("verifier",)), Kind.CRITIC_REJECTION: rejected},
    )


def verdicts(writer: str) -> Mapping[Kind, To | Back | End]:
    """What verification comes to, where nobody judges a second time."""
    failed = Back(writer, 2, "Verification failed a third time", _failures)
    return {
        Kind.VERIFICATION_PASSED: To(("delivery",)),
        Kind.VERIFICATION_FAILED: failed,
    }


def verifier(writer: str) -> Step:
    """Verification that may ask a second judge."""
    again = Back("verifier", _SECOND_JUDGES, "Too many second judges were asked")
    return Step("verifier", then={**verdicts(writer), Kind.SENTENCES_DISPUTED: again})


DELIVERY = Step("delivery", then={Kind.EMAIL_SENT: End()})
