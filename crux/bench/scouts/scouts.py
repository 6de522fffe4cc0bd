"""`python -m crux.bench.scouts.scouts [--rounds 5]`: eight scouts beside one.

Each scout has three rounds of a tool that answers after a second; embedded, and by a
Celery worker of eight children. On a PostgreSQL of its own, or DATABASE_URL's.
"""

import sys

from crux.faults.letters.kill_send import run_with_database

if __name__ == "__main__":
    sys.exit(run_with_database("crux.bench.scouts.measure", sys.argv[1:]))
