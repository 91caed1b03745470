"""A class in which some attack: whoever is honest gets the same as among honest people."""

import pytest

from softmark.classes.pool import grade_all
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from tests.hostile.bank import ROWS
from tests.mini_course import RIGHT, built

HONEST = {
    "right": RIGHT,
    "wrong": {**RIGHT, "stats.py": "def mean(x):\n    return x.sum(axis=0) / x.shape[-1]\n"},
    "slow": {
        **RIGHT,
        "stats.py": "def mean(x):\n    for _ in range(2_000):\n        pass\n    return x.sum(axis=-1) / x.shape[-1]\n",
    },
}
ATTACKS = ("leaks/signals", "leaks/stash", "leaks/messages")
HOSTILE = {row.key: {**RIGHT, **row.files} for row in ROWS if row.key in ATTACKS}


def results(*names):
    """What the class comes to, by name; all in one launcher, where each is graded after the other."""
    jobs = [GradingJob(name, {**HONEST, **HOSTILE}[name]) for name in names]
    told = {done.name: done for done in grade_all(built(), jobs, size=1)}
    assert not any(done.error for done in told.values())
    return {name: Result.from_line(done.text.encode()) for name, done in told.items()}


@pytest.fixture(scope="module")
def together():
    """Each honest one after an attack."""
    assert len(HOSTILE) == len(HONEST)
    return results(*(name for pair in zip(HOSTILE, HONEST, strict=True) for name in pair))


@pytest.fixture(scope="module")
def without_attacks():
    return results(*HONEST)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_submission_gets_the_same_as_without_attacks(together, without_attacks, name):
    assert together[name].items == without_attacks[name].items
    assert together[name].notes == without_attacks[name].notes
