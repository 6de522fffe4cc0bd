"""A draft that was refused and is handed in again, unchanged: a loop that stands still.

Pure. What readers and rules see makes a draft: with the same text, another subject or
another citation may be just what was asked for. The note to it is for nobody.
"""

import json
from collections.abc import Mapping
from typing import Any

from newsletter.text.identifiers import sha256_of

_SEEN = ("subject", "preheader", "markdown", "citations")
REASON = "The writer handed in the same draft again"


def name_of(draft: Mapping[str, Any]) -> str:
    """The name of exactly this draft; "" where there is no text."""
    if not draft.get("markdown"):
        return ""
    seen = [draft.get(name) for name in _SEEN]
    return sha256_of(json.dumps(seen, sort_keys=True))
