"""Nine empty steps in DBOS: `python -m crux.bench.engine.rivals.on_dbos sqlalchemy-url`.

The pair runs one after the other, as a plain DBOS workflow has it; its asyncio form,
which can run two steps side by side, is not measured.
"""

import sys

import sqlalchemy
from dbos import DBOS, DBOSConfig

from crux.bench.engine import talking


def empty(number: int) -> int:
    """A step that does nothing."""
    return number


step = DBOS.step()(empty)


def nine() -> None:
    """All steps of a session."""
    for number in range(1, 10):
        step(number)


workflow = DBOS.workflow()(nine)


def run(number: int, together: bool) -> None:  # noqa: FBT001  a Runner
    """Start so many workflows, and wait for their ends."""
    handles = []
    for _ in range(number):
        if together:
            handles.append(DBOS.start_workflow(workflow))
        else:
            workflow()
    for handle in handles:
        handle.get_result()


def _durably(connection: object, _: object) -> None:
    """On SQLite as Crux has it; rollback journals would be slower."""
    connection.execute("PRAGMA journal_mode=WAL")  # type: ignore[attr-defined]
    connection.execute("PRAGMA synchronous=FULL")  # type: ignore[attr-defined]


def main(url: str) -> None:
    if url.startswith("sqlite"):
        sqlalchemy.event.listen(sqlalchemy.Engine, "connect", _durably)
    config: DBOSConfig = {
        "name": "nine",
        "system_database_url": url,
        "log_level": "ERROR",
    }
    DBOS(config=config)
    DBOS.launch()
    talking.listen(run)
    DBOS.destroy()


if __name__ == "__main__":
    main(sys.argv[1])
