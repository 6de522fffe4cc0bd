"""The sample week as a few outlets tell it: a whole session in half the time.

For tests of what a session does; what is in a week is for those of the whole one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

from agents.engine import sample_or_live
from agents.models import Session
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.sample.catalogue import outlets

MAKERS = ("OpenAI", "Anthropic", "Qwen")
# A field of arXiv with papers in the sample.
_FIELD = ("cs.CL",)


@contextmanager
def told_by(*names: str) -> Iterator[None]:
    """Every session of the sample asks these outlets, and arXiv for one field, alone."""

    def few(_: Session) -> tuple[OutletSpec, ...]:
        every = outlets()
        told = (one for one in every if one.name in names)
        arxiv = (one for one in every if one.how == "arxiv")
        return (*told, *(replace(one, terms=_FIELD) for one in arxiv))

    with patch.object(sample_or_live, "outlets", few):
        yield
