"""Whatever a newsletter may be given, the desk's form has a place for."""

from agents.desk import newsletter_form
from agents.desk.fieldsets import of_newsletter
from newsletter.admin import NewsletterAdmin
from newsletter.models import Newsletter


def placed(fieldsets):
    return [name for _, part in fieldsets for name in part["fields"]]


def test_every_field_has_one_place_on_the_desk():
    fields = {one.name for one in Newsletter._meta.fields if one.editable} - {"id"}
    names = placed(of_newsletter(is_new=False))

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

    assert asked <= set(placed(of_newsletter(is_new=False, has_unknown=True)))
