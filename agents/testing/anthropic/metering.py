"""What a request weighs, and what a cache covers of it, as a platform would bill it."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

BYTES_PER_TOKEN = 4
# So many blocks before a mark a prefix that was written earlier is still found.
LOOK_BACK = 20


@dataclass(frozen=True, slots=True)
class Weight:
    """One request by an agent's model: bytes of its prompt, and how many were cached."""

    slug: str
    prompt: int
    cached: int
    written: int

    @property
    def usage(self) -> dict[str, int]:
        """The tokens as the API reports them."""
        fresh = self.prompt - self.cached - self.written
        return {
            "input_tokens": fresh // BYTES_PER_TOKEN,
            "cache_read_input_tokens": self.cached // BYTES_PER_TOKEN,
            "cache_creation_input_tokens": self.written // BYTES_PER_TOKEN,
        }


@dataclass
class Scale:
    """Weighs requests, and remembers the prefixes that were to be cached."""

    weights: list[Weight] = field(default_factory=list)
    known: set[str] = field(default_factory=set)

    def weigh(
        self, slug: str, model: str, blocks: Iterable[Mapping[str, Any]]
    ) -> Weight:
        """A prompt's weight; a block with `cache_control` ends a prefix to be cached."""
        digest = hashlib.sha256(model.encode())
        size = cached = written = 0
        prefixes: list[tuple[str, int]] = []
        marked: set[str] = set()
        for block in blocks:
            content = {key: block[key] for key in block if key != "cache_control"}
            raw = json.dumps(content, ensure_ascii=False).encode()
            digest.update(raw)
            size += len(raw)
            prefixes.append((digest.hexdigest(), size))
            if "cache_control" in block:
                found = (at for name, at in prefixes[-LOOK_BACK:] if name in self.known)
                cached = max(cached, *found, 0)
                marked.add(prefixes[-1][0])
                written = size
        self.known |= marked
        weight = Weight(slug, size, cached, max(0, written - cached))
        self.weights.append(weight)
        return weight


def tokens_of(said: Any) -> int:
    """The tokens of what a model said."""
    return max(1, len(json.dumps(said, ensure_ascii=False)) // BYTES_PER_TOKEN)
