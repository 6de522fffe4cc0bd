"""compose.yaml starts what the Procfile does, and says which settings it needs."""

import re

import pytest
import yaml
from django.conf import settings

SERVICES = yaml.safe_load((settings.BASE_DIR / "compose.yaml").read_text())["services"]
PROCFILE = dict(
    line.split(": ", 1)
    for line in (settings.BASE_DIR / "Procfile").read_text().splitlines()
)


@pytest.mark.parametrize("name", sorted(PROCFILE))
def test_each_line_of_the_procfile_is_a_service_with_its_command(name):
    command = " ".join(SERVICES[name]["command"]).removeprefix("sh -c ")

    # The image holds its static files already.
    assert (
        command
        == PROCFILE[name].rpartition("collectstatic --no-input --verbosity 0 && ")[2]
    )


def test_nothing_starts_before_the_tables_are_there():
    for name in ("web", "worker", "clock"):
        condition = SERVICES[name]["depends_on"]["release"]["condition"]
        assert condition == "service_completed_successfully"


def test_what_it_asks_of_the_environment_is_told_where_settings_are():
    text = (settings.BASE_DIR / "compose.yaml").read_text()
    told = (settings.BASE_DIR / ".env.example").read_text()

    for name in set(re.findall(r"\$\{(\w+)", text)):
        assert f"#{name}=" in told
