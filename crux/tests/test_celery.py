import gc

import pytest
from celery.signals import celeryd_init, worker_before_create_process

from agents.prompts.loader import BadPrompt
from crux import celery
from crux.celery import app


@pytest.fixture
def thawed():
    yield
    gc.unfreeze()


def test_a_worker_does_not_start_on_a_prompt_that_cannot_be_read(monkeypatch):
    def bad():
        raise BadPrompt("writer.md: no front matter")

    monkeypatch.setattr("agents.checks.roster", bad)

    with pytest.raises(SystemExit, match="no front matter"):
        celeryd_init.send(sender="worker")


@pytest.mark.usefixtures("thawed")
def test_a_child_of_the_worker_shares_what_its_parent_has_loaded():
    app.loader.import_default_modules()

    worker_before_create_process.send(sender=None)

    assert gc.get_freeze_count() > 10_000


@pytest.mark.usefixtures("thawed")
def test_what_steps_need_is_loaded_before_there_are_children(monkeypatch):
    loaded = []
    monkeypatch.setattr(celery, "import_module", loaded.append)

    worker_before_create_process.send(sender=None)

    assert loaded == ["agents.runs.harness"]
