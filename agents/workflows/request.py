"""A request in words that several agents do: side by side, or one after another.

It begins with its plan. What does not wait for another is called at once; then what
waited for an answer; the last step makes one answer of all.
"""

from agents.events.requesting import MOST_CALLS
from agents.events.schema import Kind
from agents.workflows.declaration import Back, Each, End, Step, To, Workflow

REQUEST = Workflow(
    name="request",
    version=1,
    first="plan_request",
    steps=(
        Step("plan_request", then={Kind.REQUEST_PLANNED: To(("call_agent",))}),
        Step(
            "call_agent",
            each=Each("calls", MOST_CALLS),
            then={Kind.AGENT_CALLED: To(("answer_request",))},
            placeholder=lambda reason: {"auto_inserted": True, "note": reason[:1000]},
        ),
        Step(
            "answer_request",
            then={
                Kind.REQUEST_ANSWERED: End(),
                Kind.CALLS_FOLLOWED: Back(
                    "call_agent", MOST_CALLS - 1, "Each call waited for another one"
                ),
            },
        ),
    ),
    makes_issue=False,
)
