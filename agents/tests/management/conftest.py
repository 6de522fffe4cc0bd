"""The scripts and the web that a command runs sessions on in these tests."""

import pytest

from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.tests.support import newsroom


@pytest.fixture
def scripted(settings, tmp_path, monkeypatch):
    """Sessions are run by scripts, which a test may change, on a web of two pages."""
    settings.VAR_DIR = tmp_path
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["scripted"]
    brain = ScriptedBrain(newsroom.honest_scripts())
    monkeypatch.setitem(BRAINS, "scripted", brain)
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        yield brain.scripts
