import gc

import pytest
from celery.signals import worker_before_create_process

from crux.celery import app


@pytest.fixture
def thawed():
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_a_child_of_the_worker_shares_what_its_parent_has_loaded():
    app.loader.import_default_modules()

    worker_before_create_process.send(sender=None)

    assert gc.get_freeze_count() > 10_000
