"""The experiments in their order, and the table."""

import argparse
import sys
import time
from collections.abc import Callable

from django.core.management import call_command
from django.db import connection

from agents.faults import chaos, points, rows, small
from agents.faults.findings import Finding, line, table
from agents.faults.servers import Servers
from agents.faults.stage import Stage


def run(servers: Servers, given: argparse.Namespace) -> int:
    """Run what was asked for; the exit code."""
    call_command("migrate", verbosity=0)
    stage, began = Stage(servers), time.monotonic()
    findings: list[Finding] = []
    try:
        if given.points and not given.on_sqlite and not given.chaos:
            with stage.running(workers=2):
                chosen = points.some_points(given.points, given.seed)
                for finding in points.run(stage, chosen):
                    findings.append(finding)
                    _say(line(finding))
        if not given.chaos:
            known = small.ROWS if given.on_sqlite else rows.ROWS
            for row in _chosen(known, given.rows):
                findings.append(row(stage))
                _say(line(findings[-1]))
        if given.chaos:
            findings.append(chaos.soak(stage, given.chaos, given.seed))
            _say(line(findings[-1]))
    finally:
        stage.end_processes()
        connection.close()
    broken = sum(bool(finding.breaches) for finding in findings)
    _say("\n" + table(findings))
    took = time.monotonic() - began
    _say(f"\n{len(findings)} rows, {broken} with a breach, {took:.0f} s")
    return 1 if broken else 0


Row = Callable[[Stage], Finding]


def _chosen(known: dict[str, Row], names: str) -> list[Row]:
    if names == "all":
        return list(known.values())
    return [known[name] for name in names.split(",") if name in known]


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
