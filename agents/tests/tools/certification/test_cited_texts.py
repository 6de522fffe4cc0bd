"""A quote counts from any text that was stored for its address."""

import pytest

from agents.events.drafts import DraftWritten
from agents.tools.certification.cited_texts import with_holding_texts
from newsletter.models import Source
from newsletter.text.identifiers import sha256_of

pytestmark = pytest.mark.django_db

URL = "https://lab.example/parser"
OLD = "Parser 2.0 reads 1,200 documents a minute on one CPU of the usual kind."
NEW = "Parser 2.0 is out, and what it costs stands on another page of ours."


def stored(text, url=URL):
    return Source.objects.create(url=url, sha256=sha256_of(text), text=text)


def cited(quote, sha256, url=URL):
    citation = {"claim": "c", "quote": quote, "url": url, "source_sha256": sha256}
    draft = DraftWritten(subject="s", markdown="# m", citations=[citation])
    return with_holding_texts(draft).citations[0].source_sha256


def test_a_quote_of_an_older_text_of_the_address_names_that_text():
    old, new = stored(OLD), stored(NEW)

    assert cited(OLD[:40], new.sha256) == old.sha256
    assert cited(NEW[:40], new.sha256) == new.sha256


def test_a_text_of_another_address_is_no_evidence():
    new = stored(NEW)
    stored(OLD, "https://elsewhere.example/parser")

    assert cited(OLD[:40], new.sha256) == new.sha256


def test_a_hash_that_was_made_up_stays():
    stored(OLD)

    assert cited(OLD[:40], "f" * 64) == "f" * 64
