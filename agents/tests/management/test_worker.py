import os
import subprocess
import sys

# Each is more than three megabytes that a worker has no use for while nothing is due.
HEAVY = ("aiohttp", "anthropic", "charset_normalizer", "redis")
LOAD = f"""
import sys, django
django.setup()
import agents.management.commands.worker
print(*[name for name in {HEAVY} if name in sys.modules])
"""


def test_an_idle_worker_has_loaded_neither_the_web_nor_a_brokers_client():
    environment = {**os.environ, "REDIS_URL": "", "ENV_FILE": os.devnull}

    done = subprocess.run(
        [sys.executable, "-c", LOAD], env=environment, capture_output=True, check=True
    )

    assert done.stdout.split() == []
