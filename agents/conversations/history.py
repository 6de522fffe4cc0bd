"""Conversations and their messages; how much of them reaches an agent (context window)."""

from uuid import UUID

from django.utils import timezone

from agents.models import Conversation, Execution, Message, Session
from newsletter.models import Newsletter
from newsletter.text import truncate

Role = Message.Role
# What of a conversation an agent is told: so many messages, so many characters.
MOST_MESSAGES = 12
MOST_CHARACTERS = 8_000
LONGEST_MESSAGE = 2_000


class NoConversation(LookupError):
    """This user has no conversation of that id."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def begun(user: str, newsletter: Newsletter, trigger: str) -> Conversation:
    """A new conversation."""
    return Conversation.objects.create(
        user=user, newsletter=newsletter, trigger=trigger
    )


def opened(uid: UUID, user: str) -> Conversation:
    """The user's conversation of that id; raises NoConversation.

    Another user's is as good as none: its id alone opens nothing.
    """
    found = Conversation.objects.filter(uid=uid, user=user).first()
    if found is None:
        raise NoConversation
    return found


def say(
    conversation: Conversation,
    role: Role,
    content: str,
    *,
    agent: str = "",
    execution: Execution | None = None,
    session: Session | None = None,
) -> Message:
    """Put one message on record."""
    now = timezone.now()
    Conversation.objects.filter(pk=conversation.pk).update(moved_at=now)
    return Message.objects.create(
        conversation=conversation,
        role=role,
        content=content,
        agent=agent,
        execution=execution,
        session=session,
        created_at=now,
    )


def answer(
    conversation: Conversation,
    content: str,
    execution: Execution | None,
    *,
    is_failed: bool,
    session: Session | None = None,
) -> Message:
    """Put the answer to a request on record, and whether all that was called failed.

    `execution` is the last that it is made of; none where nobody was called.
    """
    message = say(
        conversation,
        Role.ASSISTANT if execution else Role.SYSTEM,
        content,
        agent=execution.agent if execution else "",
        execution=execution,
        session=session,
    )
    status = Conversation.Status.FAILED if is_failed else Conversation.Status.ACTIVE
    Conversation.objects.filter(pk=conversation.pk).update(status=status)
    return message


def told(conversation: Conversation | None) -> tuple[tuple[str, str], ...]:
    """The newest messages as (role, words), oldest first, within the limit.

    Code's own are left out, and so is the last word of the user: that is the request.
    """
    if conversation is None:
        return ()
    said = conversation.messages.exclude(role=Role.SYSTEM)
    newest = list(said.order_by("-id")[: MOST_MESSAGES + 1])
    if newest and newest[0].role == Role.USER:
        newest = newest[1:]
    kept: list[tuple[str, str]] = []
    room = MOST_CHARACTERS
    for message in newest[:MOST_MESSAGES]:
        text = truncate.at_word(message.content, LONGEST_MESSAGE)
        if len(text) > room:
            break
        room -= len(text)
        kept.append((message.role, text))
    return tuple(reversed(kept))
