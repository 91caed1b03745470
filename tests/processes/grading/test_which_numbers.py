"""Hidden numbers first: a class gets the grades, names and sentences that each would get alone, for less work."""

import pytest

from softmark.classes.pool import grade_all
from softmark.grading.check_result import NOT_NEEDED
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from softmark.render import sentences
from tests.mini_course import COURSE, RIGHT

STUB = "def mean(x):\n    raise NotImplementedError('Task 1.1: mean is not written yet')\n"
WRONG_AXIS = "def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n"
DIES = "ends its process"
CLASS = {
    "right": {},
    "nobody has begun": {"stats.py": STUB, "scale.py": STUB.replace("mean", "standardise")},
    "a known mistake": {"stats.py": WRONG_AXIS},
    "a known mistake in the second task": {"scale.py": RIGHT["scale.py"].replace("** 0.5", "")},
    "one that nobody knows": {"stats.py": "def mean(x):\n    return x.sum(axis=-1) / x.shape[-1] + 1\n"},
    "no earlier task": {"stats.py": STUB},
    "changes its input": {"stats.py": "def mean(x):\n    x += 1\n    return x.sum(axis=-1) / x.shape[-1] - 1\n"},
    "raises": {"stats.py": "def mean(x):\n    return x.nothing\n"},
    "cannot be read": {"stats.py": "def mean(x:\n    return 1\n"},
    "breaks a rule": {"stats.py": "def mean(x):\n    return x.mean(axis=-1)\n"},
    DIES: {"scale.py": "import os\ndef standardise(x):\n    os._exit(0)\n"},
}


def graded(*, hidden_first: bool) -> dict[str, Result]:
    jobs = [GradingJob(name, {**RIGHT, **files}, hidden_first=hidden_first) for name, files in CLASS.items()]
    return {done.name: Result.from_json(done.text) for done in grade_all(COURSE, iter(jobs), size=1)}


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, Result], dict[str, Result]]:
    return graded(hidden_first=False), graded(hidden_first=True)


def told(result: Result) -> list[list[str]]:
    return [[line.text for line in sentences.report(row, result)] for row in result.items]


@pytest.mark.parametrize("name", CLASS)
def test_points_names_and_sentences_do_not_depend_on_which_numbers_come_first(both, name):
    public_first, hidden_first = both[0][name], both[1][name]
    assert [row.score for row in hidden_first.items] == [row.score for row in public_first.items]
    assert [row.status for row in hidden_first.items] == [row.status for row in public_first.items]
    assert [sentences.diagnoses(row) for row in hidden_first.items] == [
        sentences.diagnoses(row) for row in public_first.items
    ]
    assert [(row.where, row.behaviour, row.carried, row.losses) for row in hidden_first.items] == [
        (row.where, row.behaviour, row.carried, row.losses) for row in public_first.items
    ]
    if name == DIES:  # how often it was tried differs; what it is told first does not
        assert [lines[:2] for lines in told(hidden_first)] == [lines[:2] for lines in told(public_first)]
    else:
        assert told(hidden_first) == told(public_first)


def test_what_passes_on_hidden_numbers_is_not_tried_on_public_ones(both):
    right = both[1]["right"]
    public = [check for row in right.items for check in row.checks if check.phase == "public" and check.sentence]
    assert public and all(check.category == NOT_NEEDED and check.passed is None for check in public)
    assert all(check.category != NOT_NEEDED for row in both[0]["right"].items for check in row.checks)


def test_what_fails_is_explained_on_public_numbers(both):
    row = both[1]["a known mistake"].item("1.1")
    assert {check.phase for check in row.checks if check.passed is False} == {"public"}
