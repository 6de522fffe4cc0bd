"""How gunicorn serves the site; it reads this file by itself.

`PORT` and `WEB_CONCURRENCY` are what platforms set. gunicorn reads the latter before
this file and knows no sentence for what is no number: `web` in the `Procfile` has
manage.py look at it first.
"""

from runpy import run_module

# Read here, a setting that is wrong ends gunicorn itself, not one worker after another.
settings = run_module("crux.settings")

bind = f"0.0.0.0:{settings['PORT']}"
workers = settings["WEB_CONCURRENCY"]
# Pages are read from the database and made by one thread; a slow reader blocks none.
threads = 4
timeout = 30
graceful_timeout = 20
# A process starts afresh now and then, not all of them at once; rarely, for a start takes
# as long as thousands of kept pages.
max_requests = 50_000
max_requests_jitter = 5_000
# Nobody steers it while it runs, so nothing need listen for that.
control_socket_disable = True
# gunicorn speaks before Django has set up logging: the same lines from the beginning.
logconfig_dict = settings["LOGGING"]
