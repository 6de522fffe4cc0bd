import pytest
from django.template import Context, Template
from django.test.signals import template_rendered


@pytest.fixture
def told():
    """The names of the templates that Django tells of."""
    names = []

    def hear(template, **_):
        names.append(template.name)

    template_rendered.connect(hear)
    yield names
    template_rendered.disconnect(hear)


def test_a_page_is_told_of_with_what_it_was_given_and_none_of_its_parts(admin_client):
    page = admin_client.get("/admin/auth/group/add/")

    assert {one.name for one in page.templates} == {"admin/change_form.html"}
    assert page.context["adminform"].form.fields["name"]


def test_after_one_that_breaks_the_next_is_told_of(told):
    breaks = Template("{% for a, b in rows %}{% endfor %}", name="breaks")
    with pytest.raises(ValueError, match="unpack"):
        breaks.render(Context({"rows": [(1, 2, 3)]}))

    Template("whole", name="whole").render(Context())

    assert told == ["breaks", "whole"]
