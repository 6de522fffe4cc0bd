"""`python -m crux.bench.engine.engine [--rounds 5] [--sessions 20] [--short]`.

Nine empty steps, two of them side by side, in Crux, DBOS, LangGraph and a plain Celery
canvas; then what the engine does besides. On a PostgreSQL of its own, or DATABASE_URL's.
"""

import sys

from crux.faults.letters.kill_send import run_with_database

if __name__ == "__main__":
    sys.exit(run_with_database("crux.bench.engine.measure", sys.argv[1:]))
