"""Resource cleanup: remote sessions are archived once nobody goes on with them.

Rounds of one agent share a remote session, so it cannot be put away before the issue is
made; and a worker that dies leaves its own behind.
"""

from agents.models import Journal

MOST_SECONDS = 10.0


def put_away() -> int:
    """Archive what was left behind, as far as it can be done quickly; how much it was."""
    if not Journal.objects.left_behind().exists():
        return 0
    from agents.brains.anthropic import cleanup  # noqa: PLC0415  the SDK

    return cleanup.tidy(MOST_SECONDS)
