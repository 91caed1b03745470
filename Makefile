# Softmark's commands. `make help` explains them; `make` and `make test` set up everything they need by themselves.
# Commands for a course or a class take COURSE=dir, where it is not the one here.
SHELL := /bin/bash
.DEFAULT_GOAL := all
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
LISTS := autograder/softmark/shipped/requirements
# what the build needs; what only tests, lint and clusters need is installed where it is used
TO_BUILD := $(addprefix $(LISTS)/,engine.txt torch.txt handouts.txt notebook.txt)
TO_TEST := $(addprefix $(LISTS)/,class.txt dev.txt)
OUT ?=
# one grade and one class go to different places unless told otherwise
GRADE := $(or $(OUT),dist/grade)
CLASS := $(or $(OUT),dist/class)
# another course than the one here
AT := $(if $(COURSE),--course "$(COURSE)")
# what an audit leaves out without FULL=1: most strangers' answers, and most tasks in which the reference stands in
STRANGERS := $(if $(filter 1,$(FULL)),,--sample 10)
BRIEF := $(if $(filter 1,$(FULL)),,--brief)

export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1
# Hundreds of processes import the engine here: where this is set, each of them compiles it anew.
unexport PYTHONDONTWRITEBYTECODE

PYTEST := $(PY) -m pytest -q -p tests.forked --processes auto

# the frozen grader of the real course; its tests need it, and git does not keep it
FROZEN := dist/.autograder.from
SOURCES := autograder/rubric.yaml $(shell find autograder/graders autograder/softmark solutions -type f -not -name '*.pyc')

.PHONY: all test test-all lint audit hostile bench grade batch report clean help setup tools browser

all: setup ## build the zips and prove them
	@$(PY) -m softmark build

setup: $(VENV)/.ready

$(VENV)/.ready: $(TO_BUILD) autograder/softmark/shipped/gradescope/setup.sh pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "Softmark needs Python 3.10 or later; $(PYTHON) is older. Try: make PYTHON=python3.11"; exit 2; }
	@echo "setting up $(VENV) (once; a few minutes, mostly torch)"
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@bash autograder/setup.sh packages $(PY) $(TO_BUILD)
	@$(PY) -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.tests: $(VENV)/.ready $(TO_TEST)
	@bash autograder/setup.sh packages $(PY) $(TO_TEST)
	@touch $@

$(VENV)/.cluster: $(VENV)/.ready $(LISTS)/class.txt
	@bash autograder/setup.sh packages $(PY) $(LISTS)/class.txt
	@touch $@

tools: setup $(VENV)/.tests

browser: tools
	@$(PY) -m tests.browser

# Whether anything has changed that counts is seen there; then it takes minutes, otherwise seconds.
$(FROZEN): $(SOURCES) | setup
	@$(PY) -c 'from softmark.commands.frozen_grader import folder; folder(".")'
	@touch $@

test: tools $(FROZEN) ## run the project's tests, except slow ones; SLOWEST=1 names the ten files that cost most
	@$(PYTEST) -m "not slow and not full" tests

test-all: browser $(FROZEN) ## run the slow tests too: pages in a browser, the emulated platform, training; FULL=1 for those that take hours
	@$(PYTEST) $(if $(filter 1,$(FULL)),,-m "not full") tests

grade: setup ## grade one folder or zip: make grade SUB=path [OUT=dir]
	@test -n "$(SUB)" || { echo "which submission? try: make grade SUB=path/to/folder-or-zip [OUT=dir]"; exit 2; }
	@$(PY) -m softmark grade $(AT) "$(SUB)" --out "$(GRADE)"

batch: setup $(if $(SCHEDULER),$(VENV)/.cluster) ## grade a class: make batch EXPORT=path OUT=dir [WORKERS=n] [SCHEDULER=tls://… CERTIFICATES=dir]; run it again to resume
	@test -n "$(EXPORT)" || { echo "which class? try: make batch EXPORT=path/to/export.zip OUT=dir"; exit 2; }
	@$(PY) -m softmark batch $(AT) "$(EXPORT)" --out "$(CLASS)" $(if $(WORKERS),--workers $(WORKERS)) $(if $(SCHEDULER),--scheduler $(SCHEDULER)) $(if $(CERTIFICATES),--certificates "$(CERTIFICATES)")

report: setup ## write the page of a graded class and its grade files: make report OUT=dir [COMPARE=dir] [CANVAS=gradebook.csv]
	@$(PY) -m softmark report $(AT) "$(CLASS)" $(if $(COMPARE),--compare "$(COMPARE)") $(if $(CANVAS),--canvas "$(CANVAS)")

hostile: tools ## grade all hostile and hapless submissions, and print the table
	@$(PY) -m tests.hostile $(HOSTILE)

bench: tools ## measure speed, side by side with other autograders
	@$(PY) -m tests.bench $(BENCH)

audit: tools ## grade every known answer and 10 by strangers (FULL=1: all of those, and every later task); print how many were caught and named
	@$(PY) -m softmark audit $(AT) $(BRIEF)
	@$(if $(COURSE),true,$(PY) -m tests.answers $(STRANGERS))

lint: tools ## run ruff, mypy and (for JavaScript) oxlint, as .pre-commit-config.yaml lists them
	@$(PY) -m pre_commit run --all-files

clean: ## remove everything that was built (the .venv too)
	@rm -rf dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@echo "Softmark: a graded assignment on attention, and the autograder behind it."
	@echo
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'
	@echo
	@echo "Commands for a course or a class also take COURSE=dir: another course than the one here."
