"""The tone of voice that a newsletter begins with; each may have a paragraph of its own."""

from pathlib import Path

# A paragraph and a few sentences; each request to a model that writes pays for it.
MOST_CHARACTERS = 2000


def default_tone() -> str:
    """How a newsletter sounds until its operator says otherwise."""
    return Path(__file__).with_name("tone.md").read_text(encoding="utf-8").strip()
