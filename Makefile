# Softmark's commands. `make help` explains them; `make` and `make test` set up everything they need by themselves.
SHELL := /bin/bash
.DEFAULT_GOAL := all
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
REQUIREMENTS := $(wildcard autograder/requirements/*.txt)
OUT ?= dist/grade

export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: all test test-slow grade explain audit lint format assignment clean help setup

all: setup ## build the zips and prove them
	@$(PY) -m softmark build

setup: $(VENV)/.ready

$(VENV)/.ready: $(REQUIREMENTS) autograder/setup.sh
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "Softmark needs Python 3.10 or later; $(PYTHON) is older. Try: make PYTHON=python3.11"; exit 2; }
	@echo "setting up $(VENV) (once; a few minutes, mostly torch)"
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@bash autograder/setup.sh packages $(PY) $(REQUIREMENTS)
	@$(PY) -c 'import pathlib, sysconfig; pathlib.Path(sysconfig.get_path("purelib"), "softmark.pth").write_text(str(pathlib.Path("autograder").resolve()) + "\n", encoding="utf-8")'
	@touch $@

test: setup ## run the project's tests (the quick ones; .ci/run adds the slow ones)
	@$(PY) -m pytest -q -n auto --dist loadfile -m "not slow" tests

test-slow: setup ## run the slow tests: training to the floor, the emulated platform
	@$(PY) -m pytest -q -m slow tests

grade: setup ## grade one folder or zip: make grade SUB=path [OUT=dir]
	@test -n "$(SUB)" || { echo "which submission? make grade SUB=path/to/folder-or-zip [OUT=dir]"; exit 2; }
	@$(PY) -m softmark grade "$(SUB)" --out "$(OUT)"

explain: setup ## staff view of one item: make explain SUB=path ITEM=1.2
	@test -n "$(SUB)" -a -n "$(ITEM)" || { echo "which submission and item? make explain SUB=path ITEM=1.2"; exit 2; }
	@$(PY) -m softmark explain "$(SUB)" "$(ITEM)"

audit: setup ## grade every known answer; print kill, false-fail and diagnosis figures
	@$(PY) -m softmark audit

assignment: setup ## bring the generated files in assignment/ up to date
	@$(PY) -m softmark build --assignment-only

lint: setup ## ruff and mypy
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

format: setup ## let ruff format the code
	@$(PY) -m ruff check --fix -q . ; $(PY) -m ruff format .

clean: ## remove everything that was built (the .venv too)
	@rm -rf dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@echo "Softmark: a graded assignment on attention, and the autograder behind it."
	@echo
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'
