"""How near texts are to what readers want by what words mean, not by which words. English.

Static vectors of words (WordLlama, 256 dimensions), out of a wheel: no model runs, nothing
is downloaded. Where the wheel is not installed nothing is known, and words alone count.
"""

from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# So much of a text says what it is about.
_READ_CHARACTERS = 400


def cosines(wanted: str, texts: Iterable[str]) -> list[float]:
    """The cosine, from -1 to 1, of each text with what is wanted; none without vectors."""
    return words.cosines(wanted, texts) if (words := _words()) else []


class _Words:
    """The vectors of what words are made of; a text's is the mean of its words'."""

    def __init__(self, tokens: "Tokenizer", vectors: Any) -> None:
        self._tokens = tokens
        self._vectors = vectors

    def cosines(self, wanted: str, texts: Iterable[str]) -> list[float]:
        asked = self._of(wanted)
        return [float(asked @ self._of(text[:_READ_CHARACTERS])) for text in texts]

    def _of(self, text: str) -> Any:
        """A text's vector of length 1; of one without words all are 0."""
        sound = text.encode(errors="replace").decode()
        ids = self._tokens.encode(sound, add_special_tokens=False).ids
        summed = self._vectors[ids].astype("float32").sum(axis=0)
        length = float((summed @ summed) ** 0.5)
        return summed / length if length else summed


@lru_cache(maxsize=1)
def _words() -> _Words | None:
    """Loaded when first asked for: numpy alone takes a tenth of a second."""
    if (found := find_spec("wordllama")) is None or not found.origin:
        return None
    # By their files: its own loader asks the network for what lies beside it.
    from safetensors.numpy import load_file  # noqa: PLC0415
    from tokenizers import Tokenizer  # noqa: PLC0415

    folder = Path(found.origin).parent
    (vectors,) = load_file(folder / "weights/l2_supercat_256.safetensors").values()
    tokens = folder / "tokenizers/l2_supercat_tokenizer_config.json"
    return _Words(Tokenizer.from_file(str(tokens)), vectors)
