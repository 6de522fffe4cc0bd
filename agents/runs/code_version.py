"""Which version of the code thinks: a hash over its own files, kept with each journal.

Rules change from one version to the next, so what an older one thought is not held
against what this one would.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("agents", "newsletter", "subscribers", "templates")
# What rules are written in: code, prompts, lists of words, pages.
KINDS = frozenset({".html", ".md", ".py", ".txt"})


@cache
def code_sha256() -> str:
    """The hash of this process's version, in hexadecimal; the same for the same files."""
    digest = sha256()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and "tests" not in path.parts:
                digest.update(str(path.relative_to(ROOT)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
