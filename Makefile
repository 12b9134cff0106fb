# make play, make test: each sets up .venv by itself, the first time and whenever pyproject.toml changes.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# Interpreters to try, in this order; `make PYTHON=/path/to/python play` tries that one alone.
PYTHONS := python3 python3.13 python3.12 python3.14 python3.11
GAME ?=
PORT ?= 8000
# Tests run in as many processes as there are processors, four at most.
WORKERS := --numprocesses auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play terminal test check lint bench docs lock audit clean

help:
	@echo "make play        open the site on this machine: play, learn and analyse in a browser (PORT=8000)"
	@echo "make terminal    play against the computer in the terminal (make terminal GAME=kiothi to choose at once)"
	@echo "make test        everything that must be right before a change lands: style, types, tests"
	@echo "make check       style, types and a quick choice of tests, in a minute or so"
	@echo "make lint        the style and type checks alone"
	@echo "make bench       how fast the rules run on this machine"
	@echo "make docs        the manual, as a site in site/"
	@echo "make lock        what the site is installed from in production: requirements/web.lock, anew"
	@echo "make audit       known vulnerabilities of what is locked (needs the network)"
	@echo "make clean       remove what was built and cached; .venv stays"

play: $(VENV)/.web
	@$(BIN)/bonduc serve --port $(PORT) --open

terminal: $(VENV)/.base
	@$(BIN)/bonduc play $(GAME)

test: lint
	@echo "== rule tests with bounds checks in the compiled rules"
	@NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(WORKERS) tests/games
	@echo "== all tests but those in a browser"
	@$(BIN)/python -m pytest $(WORKERS) --durations=20 --ignore=tests/web/browser
	@echo "== tests in a browser"
	@$(BIN)/python -m pytest $(WORKERS) --durations=20 tests/web/browser

check: lint
	@echo "== a quick choice of tests"
	@$(BIN)/python -m pytest $(WORKERS) --quiet -m "not slow"

lint: $(VENV)/.dev
	@echo "== ruff"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@echo "== mypy"
	@$(BIN)/mypy

bench: $(VENV)/.base
	@$(BIN)/bonduc bench

docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The manual is in site/index.html"

# By hash, for every system and Python that bonduc runs on; where it was found does not matter, so that is not noted.
lock: $(VENV)/.base
	@$(PIP) install --quiet 'uv>=0.5'
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-emit-find-links --custom-compile-command "make lock" --upgrade \
	    --extra web --extra postgres --extra redis --output-file requirements/web.lock \
	    pyproject.toml requirements/web.in
	@echo "requirements/web.lock is up to date"

audit: $(VENV)/.base
	@$(PIP) install --quiet 'pip-audit>=2.7' >/dev/null 2>&1 || true
	@$(BIN)/python -m tests.tools.audit

clean:
	@rm -rf build dist site .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The installed package and its dependencies.
$(VENV)/.base: pyproject.toml | $(BIN)/pip
	@echo "Installing bonduc and what it needs into $(VENV)"
	@$(PIP) install --quiet --editable .
	@touch $@

# What the site needs as well.
$(VENV)/.web: pyproject.toml | $(BIN)/pip
	@echo "Installing bonduc and its site into $(VENV)"
	@$(PIP) install --quiet --editable '.[web]'
	@touch $(VENV)/.base $@

# What the tests, the checks and the manual need as well.
$(VENV)/.dev: pyproject.toml | $(BIN)/pip
	@echo "Installing bonduc and its development tools into $(VENV)"
	@$(PIP) install --quiet --editable '.[dev]'
	@touch $(VENV)/.base $(VENV)/.web $@

# An interpreter is asked to run before it is trusted (version managers leave names that do not), and to have
# ensurepip, which Debian ships apart. pip is the last thing that venv writes: without it, .venv is not finished.
$(BIN)/pip:
	@for python in $(or $(PYTHON),$(PYTHONS)); do \
	    "$$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    echo "Making $(VENV) with $$("$$python" --version)"; \
	    exec "$$python" -m venv $(VENV); \
	done; \
	echo "bonduc needs Python 3.11 or newer with its venv module; tried: $(or $(PYTHON),$(PYTHONS))." >&2; \
	echo "On Debian or Ubuntu: apt-get install python3 python3-venv. Or say: make PYTHON=/path/to/python ..." >&2; \
	exit 1
