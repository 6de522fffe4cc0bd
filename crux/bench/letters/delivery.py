"""`python -m crux.bench.letters.delivery [--readers 20000] [--rounds 5] [--large 200000]`.

Starts a PostgreSQL (or takes DATABASE_URL), a sink and two senders as real processes.
The sink is Debian's `smtp-sink`, from the path or SMTP_SINK, else our own.
"""

import sys

from crux.faults.letters.kill_send import run_with_database

if __name__ == "__main__":
    sys.exit(run_with_database("crux.bench.letters.measure", sys.argv[1:]))
