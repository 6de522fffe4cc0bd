"""What is printed: a line for each contender, and one for each part of the engine."""

import sys
from collections.abc import Sequence
from statistics import median

from crux.bench.engine import talking
from crux.bench.engine.contenders import Running

STEPS = 9
WIDTH = 44


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def part(
    what: str, figures: Sequence[float], *, unit: str = "ms", goal: float | None = None
) -> None:
    """One line: median, least and most, and whether the goal is met."""
    middle = median(figures)
    span = f"{middle:.1f} {unit} ({min(figures):.1f}-{max(figures):.1f})"
    told = ""
    if goal is not None:
        told = f"  goal < {goal:g} {unit}: {'met' if middle < goal else 'MISSED'}"
    say(f"{what:50}{span:>26}{told}")


def contenders(running: Sequence[Running], together: int) -> None:
    """Milliseconds a step, sessions a second, and how often Crux's time that is.

    Crux's is the first contender's on the same store, or the very first one's.
    """
    header = f"{'ms a step (min-max)':>20}{'a second':>10}{'ratio':>8}"
    say(f"{'':36}{'one session at a time':>{WIDTH}}{f'{together} at once':>{WIDTH}}")
    say(f"{'':36}{header:>{WIDTH}}{header:>{WIDTH}}{'CPU ms':>8}")
    first: dict[str, Running] = {}
    for one in running:
        base = first.setdefault(one.contender.store, one)
        if not base.contender.name.startswith("Crux"):
            base = running[0]
        cells = "".join(
            f"{_cell(one, base, how):>{WIDTH}}"
            for how in (talking.ONE_BY_ONE, talking.AT_ONCE)
        )
        say(f"{one.contender.name:25}{one.contender.store:11}{cells}{_cpu(one):>8}")


def _cell(one: Running, base: Running, how: str) -> str:
    steps = [lap.seconds * 1000 / STEPS for lap in one.laps[how]]
    middle = median(steps)
    ratio = middle * STEPS / 1000 / median(lap.seconds for lap in base.laps[how])
    span = f"{middle:.1f} ({min(steps):.1f}-{max(steps):.1f})"
    return f"{span:>20}{1000 / middle / STEPS:>10.1f}{ratio:>7.2f}×"


def _cpu(one: Running) -> str:
    """Where the contender is one process: its processor time a step, all at once."""
    if not one.contender.is_one_process:
        return ""
    laps = one.laps[talking.AT_ONCE]
    return f"{median(lap.cpu_seconds for lap in laps) * 1000 / STEPS:.1f}"
