"""Makes the steps of a Celery worker empty: loaded by `--include agents.bench.acting`."""

from agents import steps
from agents.bench import nine

steps.perform.__kwdefaults__ = {"work": nine.nothing, "goes_on": False}
