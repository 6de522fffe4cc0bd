"""Whatever a newsletter may be given, the desk's form has a place for."""

from django.contrib.admin.utils import flatten_fieldsets

from agents.desk import newsletter_form
from agents.desk.fieldsets import of_newsletter
from newsletter.admin import NewsletterAdmin
from newsletter.models import Newsletter

OF_OLD = {"link_policy": {"lone_denial": "warn"}}


def placed(fieldsets):
    return flatten_fieldsets(fieldsets)


def test_every_field_has_one_place_on_the_desk():
    fields = {one.name for one in Newsletter._meta.fields if one.editable} - {"id"}
    names = placed(of_newsletter({}, is_new=False))

    assert fields - {"rubric"} <= set(names)  # the rubric is shown line by line
    assert len(names) == len(set(names))


def test_so_it_has_where_the_floor_above_is_taken_away():
    fields = {one.name for one in Newsletter._meta.fields if one.editable} - {"id"}

    # Interests are found by agents, and whoever has none goes by the fields.
    assert fields - {"interests"} == set(placed(NewsletterAdmin.fieldsets))


def test_every_line_of_the_rubric_that_is_asked_for_has_one():
    asked = {
        name
        for name in newsletter_form.NewsletterForm.base_fields
        if name.startswith("rubric_")
    }

    assert asked <= set(placed(of_newsletter(OF_OLD, is_new=False, has_unknown=True)))


def test_a_folded_part_says_how_much_in_it_was_set():
    stored = {"launch_words": {"least": 3}, "link_policy": {"gone": "warn"}}

    titles = [title for title, _ in of_newsletter(stored, is_new=False)]

    assert [title for title in titles if "set" in title] == [
        "How long (1 set)",
        "What must hold: links (1 set)",
    ]


def test_each_line_of_the_rubric_says_its_key_and_each_finding_who_clears_it():
    fields = newsletter_form.NewsletterForm.base_fields
    for name, (place, _) in newsletter_form.PLACES.items():
        assert f"<code>{'.'.join(place)}</code>" in fields[name].help_text

    below = fields["rubric_link_policy_named_below"]

    assert "A judge may clear it: an item bears the name" in below.help_text
    assert below.choices[0] == ("", "as unsupported name")
