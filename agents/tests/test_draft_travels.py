"""A draft travels as a value, from the writer's event to the page and to a letter."""

from collections import Counter

import pytest
from markdown_it import MarkdownIt

from agents.tests.support import newsroom
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter
from subscribers.delivery import send as delivery
from subscribers.models import Delivery

pytestmark = pytest.mark.django_db

# Pre-flight parses what is handed in, and who reads it from the log parses it once: the
# critic's brain, the code that certifies its approval, the verifier, and delivery. Its
# page and its letters are made of what delivery read; a later call to send reads the
# row, and parses it once more.
READINGS = 5


@pytest.fixture
def parsed(monkeypatch):
    """How often each text was given to the parser."""
    texts = Counter()
    parse, parse_inline = MarkdownIt.parse, MarkdownIt.parseInline

    def count(self, source, *rest):
        texts[source] += 1
        return parse(self, source, *rest)

    def count_inline(self, source, *rest):
        texts[source] += 1
        return parse_inline(self, source, *rest)

    monkeypatch.setattr(MarkdownIt, "parse", count)
    monkeypatch.setattr(MarkdownIt, "parseInline", count_inline)
    return texts


def test_a_session_parses_a_draft_once_for_each_who_reads_it(
    parsed, settings, tmp_path, monkeypatch
):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"

    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        newsroom.run(
            newsroom.begin(make_newsletter()), newsroom.honest_scripts(), monkeypatch
        )

    issue = Issue.objects.get()
    assert Delivery.objects.get().state == Delivery.State.ACCEPTED
    assert parsed == {issue.markdown: READINGS}
    delivery.send(issue)
    assert parsed == {issue.markdown: READINGS + 1}
