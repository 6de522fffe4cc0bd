"""What the desk has: its tables by how often an operator wants them, a line on each. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One table: as Django lists it for who looks, and what it is for."""

    model: Mapping[str, Any]
    about: str


@dataclass(frozen=True, slots=True)
class Group:
    """Tables that stand together; what is folded is seldom wanted."""

    title: str
    rows: tuple[Row, ...]
    is_folded: bool = False


_WEEKLY: Mapping[str, str] = {
    "newsletter.Newsletter": "What each is about, when it comes out, who decides.",
    "newsletter.Issue": "What came out or was rehearsed, with its evidence and errata.",
    "agents.Session": "Each run toward an issue: what happened, and the way on.",
    "newsletter.Story": "What outlets told: what waits for you, must be told or may not be.",
    "newsletter.Outlet": "Where research looks for stories.",
    "subscribers.Subscriber": "Who reads: their state, their tags, what became of letters.",
    "subscribers.Alert": "What you were told, and by which ways it did not reach you yet.",
}
_SOMETIMES: Mapping[str, str] = {
    "subscribers.ListUpload": "Readers from elsewhere: read first, taken in after a report.",
    "subscribers.Segment": "Readers who have something in common, for lists and figures.",
    "subscribers.Tag": "Words that you put on readers.",
    "subscribers.Suppression": "Addresses that must not be written to, whatever a list says.",
    "newsletter.StoredInterests": "An interests.yaml, for a newsletter or one person's issue.",
    "agents.Document": "What agents are to know, and texts that they are to sound like.",
    "agents.ApprovalRequest": "What a conversation asked for that waits for your yes.",
    "agents.Budget": "What a newsletter may cost; on its own page, too.",
    "agents.AgentSetting": "An agent's model, limits and tools, where you want others.",
    "agents.ApiKey": "Keys of the API and of MCP, with what each may do.",
    "subscribers.WebhookEndpoint": "Addresses of others that are told what happens here.",
    "agents.IncomingWebhook": "Addresses of ours that take signed messages.",
    "agents.AllowedSender": "Whose mail is answered.",
    "auth.User": "Operators' accounts.",
    "auth.Group": "What each kind of operator may do.",
}
_SELDOM: Mapping[str, str] = {
    "admin.LogEntry": "Who changed what by hand.",
    "agents.Agent": "Which prompt of each agent Anthropic's platform holds, by its ids; "
    "manage.py syncagents fills it in. How an agent works is set under “Agent settings”.",
    "agents.AgentEvent": "Every line of every session's log.",
    "agents.Arrival": "Messages that came in by webhook, mail or chat.",
    "agents.Conversation": "What users and agents said to one another.",
    "agents.Execution": "Calls of agents from outside, with what each took.",
    "agents.Journal": "What a model said and did in one round of a step, word for word.",
    "agents.Preference": "What users said they want of every answer.",
    "agents.Provider": "How many steps may use one key of a provider at once.",
    "agents.RetryPolicy": "How often a step of a session is tried, and how long it waits.",
    "agents.StepRun": "Which worker holds a step, and until when.",
    "newsletter.Citation": "Every claim, with the passage that bears it.",
    "newsletter.Correction": "What became of an issue's evidence after it came out.",
    "newsletter.Coverage": "Which stories issues told, so that none runs twice.",
    "newsletter.Source": "Pages as they were read, with time and hash.",
    "newsletter.StoryStepPolicy": "How often enriching a story is tried, and how long it waits.",
    "subscribers.AttackMode": "Times in which sign-ups were held tighter: too many came at once.",
    "subscribers.Bounce": "Letters that came back, or were called spam.",
    "subscribers.Delivery": "Every letter of an issue, and what became of it.",
    "subscribers.Dispatch": "Each issue's sending: to whom, and whether it may go.",
    "subscribers.WebhookCall": "Every message to an address of others, and its tries.",
}
_ABOUT = {**_WEEKLY, **_SOMETIMES, **_SELDOM}


def about(label: str) -> str:
    """What a table is for, by its model's label, `agents.Agent`; "" of another app's."""
    return _ABOUT.get(label, "")


def contents(apps: Iterable[Mapping[str, Any]]) -> tuple[Group, ...]:
    """The tables that somebody may see, of Django's list of apps, in groups."""
    seen = {
        f"{app['app_label']}.{model['object_name']}": model
        for app in apps
        for model in app["models"]
    }
    rest = seen.keys() - {*_WEEKLY, *_SOMETIMES}
    behind = sorted(rest, key=lambda label: str(seen[label]["name"]))
    groups = (
        Group("Every week", tuple(_rows(_WEEKLY, seen))),
        Group("Now and then", tuple(_rows(_SOMETIMES, seen))),
        Group(
            "Behind the scenes: records and retries",
            tuple(_rows(behind, seen)),
            is_folded=True,
        ),
    )
    return tuple(one for one in groups if one.rows)


def _rows(labels: Iterable[str], seen: Mapping[str, Any]) -> Iterator[Row]:
    return (Row(seen[label], about(label)) for label in labels if label in seen)
