"""Django's test client hears of each page that is rendered, and not of its parts.

It would be told of each widget and each include, and copy all that they were given.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.template import Context, Template


@contextmanager
def telling_of_pages_alone() -> Iterator[None]:
    """What is rendered within a template is rendered as outside tests."""
    told = Template._render  # type: ignore[attr-defined]
    here = threading.local()

    def render(template: Template, context: Context) -> str:
        if getattr(here, "is_within", False):
            return template.nodelist.render(context)
        here.is_within = True
        try:
            return str(told(template, context))
        finally:
            here.is_within = False

    Template._render = render  # type: ignore[attr-defined]
    try:
        yield
    finally:
        Template._render = told  # type: ignore[attr-defined]
