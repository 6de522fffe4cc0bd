"""A letter that was sent, for those who are told what became of it."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import override_settings

from subscribers.delivery import send as delivery
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_issue, make_reader


@pytest.fixture(scope="module")
def send_once(standing, tmp_path_factory) -> Callable[[datetime], Delivery]:
    """Sends ada@example.org an issue that every test of the module begins from."""

    def send(now: datetime) -> Delivery:
        issue = make_issue()
        make_reader(issue.newsletter, "ada@example.org", confirmed_at=now)
        directory = tmp_path_factory.mktemp("var")
        with override_settings(VAR_DIR=directory, DELIVERY_TRANSPORT="file"):
            delivery.send(issue, now=now)
        return Delivery.objects.get()

    return lambda now: standing(lambda: send(now))
