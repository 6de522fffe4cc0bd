"""Interests kept under a name, and the newsletters that go by them."""

import pytest

from agents.desk.interests import keeping
from agents.prices import LISTINGS
from newsletter.interests.faults import BadInterests
from newsletter.models import StoredInterests
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db

GARDEN = "name: Garten\nlanguage: de\ntopics: [{topic: Rosen, weight: 3}, Kompost]\n"


def kept(text, name="garden"):
    return keeping.keep(name, text, keeping.read(text))


def test_the_example_names_models_that_there_are():
    said = keeping.read(keeping.EXAMPLE.read_bytes())

    assert {name for _, name in said.models} <= set(LISTINGS)


def test_several_interests_are_kept_each_under_its_name():
    kept(GARDEN)
    kept("topics: [chess]", "chess")

    assert [(one.name, one.said.topics[0].topic) for one in
            StoredInterests.objects.all()] == [("chess", "chess"), ("garden", "Rosen")]  # fmt: skip


def test_a_change_is_told_key_by_key_with_old_and_new():
    kept(GARDEN)

    again = kept(GARDEN.replace("3", "5") + "tone: witty\n")

    assert not again.is_new
    assert "topics: + Rosen (weight 5), - Rosen (weight 3)" in again.changes
    assert "tone: nothing → witty" in again.changes


def test_another_comment_changes_nothing_but_the_text():
    before = kept(GARDEN)

    after = kept(f"# mine\n{GARDEN}")

    assert (after.changes, after.row.sha256) == ("", before.row.sha256)
    assert after.row.text.startswith("# mine")


def test_a_newsletter_follows_its_interests_when_they_change():
    newsletter = make_newsletter(profile="agents", topics=["parsers"])
    newsletter.interests = kept(GARDEN).row
    newsletter.full_clean()
    newsletter.save()

    followed = kept(GARDEN + "avoid: [Rasen]\n").newsletters

    newsletter.refresh_from_db()
    assert followed == (newsletter,)
    assert newsletter.topics == ["Rosen", "Kompost"]
    assert newsletter.profile == "Less of\n- Rasen"
    assert newsletter.language == "de"


def test_a_model_that_crux_does_not_know_is_refused():
    with pytest.raises(BadInterests, match=r"line 3: models\.writer: no model gpt-5"):
        keeping.read("topics: [a]\nmodels:\n  writer: gpt-5\n")
