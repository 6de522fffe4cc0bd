# Everything one does with Crux. `make` alone lists it.
# Needs Python 3.11 or newer and make, nothing else; works with GNU make 3.81 (macOS).

# Which Python makes the virtual environment; without it the newest of these on the path.
PYTHON ?= python3.13 python3.12 python3.11 python3
VENV ?= .venv
BIN := $(VENV)/bin
# The stamps change only after their requirements were installed, so that a second run
# calls no pip and needs no network.
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
# First what is installed or at hand already, then the index: an outage stops nobody
# whose packages suffice. Byte code is written when a module is first imported, and is
# written whatever the shell says: without it every command would take seconds to start.
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := install -qq --no-compile
unexport PYTHONDONTWRITEBYTECODE
# uv takes a quarter of pip's time for the same packages, from the index that pip is told of.
# Where it cannot be had, or cannot reach what pip can, pip serves as well.
UV := install -qq --no-compile --retries 1 uv==0.13.9
INDEX := $${PIP_INDEX_URL:-$$($(PIP) config get global.index-url 2>/dev/null || echo https://pypi.org/simple)}
# The index's packages of the list $(1).
define INSTALLED
{ $(PIP) $(UV) && UV_DEFAULT_INDEX="$(INDEX)" $(BIN)/uv pip install --python $(BIN)/python -r $(1); } >/dev/null 2>&1 \
	  || $(PIP) $(INSTALL) -r $(1)
endef
# The examples that Markdown is judged by; without npm that one test is skipped.
COMMONMARK := var/node_modules/commonmark-spec/spec.txt
# Arguments for what is run: make test ARGS="newsletter -k links -n 0",
# make demo ARGS="--workflow digest".
ARGS ?=
TESTS := $(BIN)/python -m crux.testing
# A command with a PostgreSQL of its own in DATABASE_URL.
SERVED := $(BIN)/python -m crux.testing.serve


.DEFAULT_GOAL := help
.PHONY: help demo dev test hostile api-fuzz test-sqlite ready check lint image types contracts migrations coverage \
	browser short-browser bench faults short-faults short-session-faults short-send-faults chaos clean

help: ## This list.
	@echo 'Crux writes a newsletter with eight agents. First: make demo, then make dev.'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(RUNTIME) ## Make one issue from start to end, here and now; no key, no server.
	@$(BIN)/python manage.py migrate --skip-checks --verbosity 0
	@LOG_OUTPUT=none $(BIN)/python manage.py demo $(ARGS)

dev: $(RUNTIME) ## The site at http://localhost:8000, live events, a worker and the timetable; Ctrl-C ends all.
	@$(BIN)/python manage.py migrate --skip-checks --verbosity 0
	@$(BIN)/python manage.py dev

# A process for each core, and four at most: each takes half a minute of a core before its
# first test, and more than cores wait for each other's memory.
# Of the examples of each property a quarter is tried; EXAMPLES=all tries all.
test: $(DEV) $(COMMONMARK) ## All tests, on a PostgreSQL and a Redis that come as wheels.
	@$(TESTS) -n auto --maxprocesses 4 --dist worksteal $(ARGS)

WHOLE := injection injection_digest whole_digest digest_by_models whole_scouting scouting_by_models \
	opinions_by_models issues_by_language handed_over_sessions whole_sessions digest_session
EACH := agents/tests/arrivals/test_hostile.py agents/tests/orchestrator/test_hostile_messages.py crux/tests/test_titles.py crux/tests/test_languages.py
hostile: $(DEV) ## Every page and message that gives orders, careless models, every title and language; minutes.
	@$(TESTS) -n 4 -m slow $(addprefix agents/tests/test_, $(addsuffix .py, $(WHOLE))) $(EACH) crux/tests/test_squashed.py $(ARGS)

api-fuzz: $(DEV) ## 10,000 calls to the API that its own document leads to.
	@$(TESTS) -n 0 -m slow -o faulthandler_timeout=0 agents/tests/doors/api/test_fuzz.py $(ARGS)

# Only files with such a test are collected: the others would take longer than the tests.
test-sqlite: $(DEV) ## The tests marked `both_engines`, on SQLite.
	@$(BIN)/python -m pytest -m "both_engines and not slow and not live" $(ARGS) \
	  $$(grep -rl both_engines --include='test_*.py' agents crux newsletter subscribers)

$(COMMONMARK):
	@npm install --silent --no-save --fetch-retries 0 --fetch-timeout 20000 --prefix var commonmark-spec@0.31.2 >/dev/null 2>&1 || true

ready: $(DEV) $(COMMONMARK) ## All that the checks need, so that the longest of them begins at once.

check: test types test-sqlite lint contracts migrations image ## All of CI: format, lint, types, floors, migrations, tests.

lint: $(DEV) ## Format and lint; `ruff format . && ruff check --fix .` mends most.
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/hadolint Dockerfile

image: ## Build the image, bring all of it up and ask whether it serves; skipped without Docker.
	@if docker info >/dev/null 2>&1 && docker compose version >/dev/null 2>&1; then \
	  sh .ci/image; \
	else \
	  echo 'No Docker engine here: image and compose.yaml were linted, not run.'; \
	fi

types: $(DEV) ## mypy --strict.
	@$(BIN)/mypy .

contracts: $(DEV) ## The four floors: who may import whom.
	@$(BIN)/lint-imports --no-logo

migrations: $(DEV) ## Do the migrations tell all that the models say?
	@ENV_FILE=/dev/null $(BIN)/python manage.py makemigrations --check --dry-run --verbosity 0

coverage: $(DEV) ## All tests with branch coverage; htmlcov/index.html shows the gaps.
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m crux.testing -n 2 $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet
	@$(BIN)/coverage report --skip-covered

bench: $(DEV) ## How fast pages and letters leave, links are checked and steps done, beside others; minutes.
	@$(BIN)/python -m crux.bench.claims.grounding
	@$(BIN)/python -m crux.bench.ranking.ranking
	@$(BIN)/python -m crux.bench.feeds.feeds
	@$(BIN)/python -m crux.bench.memory.events
	@$(BIN)/python -m crux.bench.memory.year
	@$(BIN)/python -m crux.bench.memory.step
	@$(BIN)/python -m crux.bench.intake.missed
	@$(BIN)/python -m crux.bench.intake.intake
	@$(BIN)/python -m crux.bench.links.links
	@$(BIN)/python -m crux.bench.pages.pages
	@$(BIN)/python -m crux.bench.doors.doors
	@$(BIN)/python -m crux.bench.letters.delivery $(ARGS)
	@$(BIN)/python -m crux.bench.engine.engine
	@$(BIN)/python -m crux.bench.scouts.scouts

# Only their own files are collected: the others would take longer than the short form.
IN_BROWSER := crux/tests/test_browser_*.py
# One of them makes an issue and walks every page, beside all that checks at once.
PATIENTLY := -o faulthandler_timeout=300

browser: $(DEV) ## Journeys in Chromium and axe on every page; skipped where there is none.
	@$(BIN)/python -m pytest $(IN_BROWSER) -m browser $(PATIENTLY) -n0 -rs $(ARGS)

short-browser: $(DEV)
	@$(BIN)/python -m pytest $(IN_BROWSER) -m "browser and not long" $(PATIENTLY) -n0 -rs

faults: $(DEV) ## Kill real processes at chosen points and look at what is left; 45 minutes.
	@$(BIN)/python -m crux.faults.sessions --points 72
	@$(BIN)/python -m crux.faults.sessions --workflow digest --points 48 --rows 4,5,8,10,14,19,27,28
	@$(BIN)/python -m crux.faults.sessions --workflow scouts --points 48 --rows none
	@$(BIN)/python -m crux.faults.sessions --on-sqlite
	@$(BIN)/python -m crux.faults.intake
	@$(BIN)/python -m crux.faults.intake --on-sqlite
	@$(BIN)/python -m crux.faults.brains
	@$(BIN)/python -m crux.faults.doors
	@$(SERVED) $(BIN)/python -m crux.faults.letters.kill_send --kills 20
	@$(BIN)/python -m crux.faults.letters.kill_postgres
	@$(BIN)/python -m crux.faults.letters.restore

short-faults: short-session-faults short-send-faults ## A short form of both, as CI runs it; two minutes, with -j2 one and a half.

short-session-faults: $(DEV)
	@$(BIN)/python -m crux.faults.sessions --points 4 --rows none --chaos 6

short-send-faults: $(DEV)
	@$(BIN)/python -m crux.faults.intake --on-sqlite --points 3
	@$(SERVED) $(BIN)/python -m crux.faults.letters.kill_send --readers 600 --kills 2

SEED ?= 1
chaos: $(DEV) ## Kill at random for five minutes: make chaos SEED=7.
	@$(BIN)/python -m crux.faults.sessions --points 0 --rows none --chaos 300 --seed $(SEED)

clean: ## Remove the virtual environment and what runs left behind, the database too.
	rm -rf $(VENV) var staticfiles htmlcov .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@for candidate in $(PYTHON); do \
	  command -v "$$candidate" >/dev/null || continue; \
	  "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  "$$candidate" -m venv $(VENV) >/dev/null 2>&1 && exit 0; \
	  rm -rf $(VENV); broken=$$candidate; \
	done; \
	if [ "$$broken" ]; then \
	  echo "$$broken cannot make a virtual environment; on Debian and Ubuntu: apt install $$($$broken -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')." >&2; \
	else \
	  echo "Crux needs Python 3.11 or newer and found none; install one, or name it: make PYTHON=/path/to/python3." >&2; \
	fi; exit 1

$(RUNTIME): requirements.txt $(BIN)/python
	@$(PIP) $(INSTALL) --no-index -r requirements.txt >/dev/null 2>&1 || { \
	  echo 'Installing what Crux needs (once) ...'; \
	  $(call INSTALLED,requirements.txt); }
	@touch $@

$(DEV): requirements-dev.txt requirements.txt $(BIN)/python
	@$(PIP) $(INSTALL) --no-index -r requirements-dev.txt >/dev/null 2>&1 || { \
	  echo 'Installing what the tests need (once) ...'; \
	  $(call INSTALLED,requirements-dev.txt); }
	@touch $(RUNTIME) $@
