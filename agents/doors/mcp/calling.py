"""Who calls over MCP: somebody with a key, or whoever may start `manage.py` anyway."""

import getpass
from dataclasses import dataclass

from agents.access.keys import Caller
from agents.access.scopes import Scope


class Refused(Exception):
    """The tool cannot do that; the message says why, for the model to read."""


@dataclass(frozen=True, slots=True)
class Client:
    """`caller` is None on stdio without a key: who starts a command may do what it can."""

    caller: Caller | None

    def may(self, scope: Scope | None) -> bool:
        return scope is None or self.caller is None or self.caller.may(scope)

    @property
    def name(self) -> str:
        """What stands on record as who did it."""
        return self.caller.name if self.caller else getpass.getuser()
