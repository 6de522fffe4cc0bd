"""The newsletter whose pages are asked for."""

import pytest

from newsletter.tests.support.makers import make_newsletter


@pytest.fixture
def newsletter():
    return make_newsletter(slug="weekly")
