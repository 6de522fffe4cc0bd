"""Search and the desk's page of a long session, timed inside one process.

`python -m crux.bench.pages.within` prints them as JSON, for `pages`.
"""

import json
import os
import sys
from dataclasses import asdict
from functools import partial

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crux.settings")
    django.setup()

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from agents.models import Session
from crux.bench.measuring import milliseconds
from crux.bench.pages.material import LONG, OPERATOR
from crux.bench.pages.sizes import Timing
from newsletter.issues import search
from newsletter.models import Newsletter

SEARCH_GOAL, SESSION_GOAL = 50, 300
TIMES = 11
# What a reader types, and what is dear: words that every issue has, many of them, the
# shortest beginnings, a phrase in signs that are words by themselves.
QUERIES = {
    "one issue's word": "week123",
    "two words": "open weights",
    "a word that all have": "the",
    "one letter": "a",
    "letters alone": "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    "a sentence": "the paper of the week that was chosen from the stories of this issue",
    "by hyphens": "state-of-the-art open-weights",
    "Japanese": "言語モデル",
    "nothing": "zzzzunheardof",
}


def main() -> None:
    """Time them all."""
    newsletter = Newsletter.objects.get()
    timings = [
        Timing(
            f"search: {name} ({len(search.find(newsletter, query))} found)",
            milliseconds(partial(search.find, newsletter, query), TIMES),
            SEARCH_GOAL,
        )
        for name, query in QUERIES.items()
    ]
    browser = Client(SERVER_NAME="localhost")
    pages = {
        "page of a search": "/search?q=the",
        "page of an issue, kept": _issue(newsletter),
    }
    for name, path in pages.items():
        timings.append(Timing(name, _times(browser, path)))
    browser.force_login(get_user_model().objects.get(username=OPERATOR))
    session = Session.objects.get(name=LONG)
    desk = reverse("admin:agents_session_change", args=[session.pk])
    for name, path in {
        "a session on the desk, the last lines": desk,
        "a session on the desk, the first lines": f"{desk}?page=1",
        "a session outside": f"/runs/{LONG}/",
    }.items():
        timings.append(Timing(name, _times(browser, path), SESSION_GOAL))
    sys.stdout.write(json.dumps([asdict(timing) for timing in timings]))


def _issue(newsletter: Newsletter) -> str:
    return f"/issues/{newsletter.issues.latest('number').slug}/"


def _times(browser: Client, path: str) -> list[float]:
    def opened() -> None:
        answer = browser.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path} answers {answer.status_code}.")

    return milliseconds(opened, TIMES)


if __name__ == "__main__":
    main()
