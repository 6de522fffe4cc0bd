"""Nine empty nodes in LangGraph, with a checkpoint after each superstep (`sync`).

`python -m crux.bench.engine.rivals.on_langgraph postgres-url-or-sqlite-path`
"""

import sqlite3
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from operator import add
from typing import Annotated, Any, TypedDict

from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

from crux.bench.engine import talking

THREADS = 8


class State(TypedDict):
    """What the nodes have left."""

    done: Annotated[list[int], add]


def _graph() -> Any:
    graph = StateGraph(State)
    for number in range(1, 10):
        graph.add_node(str(number), lambda _, number=number: {"done": [number]})
    graph.add_edge(START, "1")
    for number in (2, 3):
        graph.add_edge("1", str(number))
    graph.add_edge(["2", "3"], "4")
    for number in range(4, 9):
        graph.add_edge(str(number), str(number + 1))
    graph.add_edge("9", END)
    return graph


def _saver(where: str) -> Any:
    if not where.startswith("postgres"):
        connection = sqlite3.connect(where, check_same_thread=False)
        saver = SqliteSaver(connection)
        saver.setup()
        connection.execute("PRAGMA synchronous=FULL")
        return saver
    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    pool = ConnectionPool(where, min_size=THREADS, max_size=THREADS, kwargs=options)
    saver = PostgresSaver(pool)
    saver.setup()
    return saver


def main(where: str) -> None:
    compiled = _graph().compile(checkpointer=_saver(where))

    def once(_: int) -> None:
        thread = {"configurable": {"thread_id": str(uuid.uuid4())}}
        compiled.invoke({"done": []}, thread, durability="sync")

    def run(number: int, together: bool) -> None:  # noqa: FBT001  a Runner
        if not together:
            for count in range(number):
                once(count)
            return
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(once, range(number)))

    talking.listen(run)


if __name__ == "__main__":
    main(sys.argv[1])
