"""Where a value went wrong is told by hostile code: whatever it tells, the grade goes on."""

import time
from types import SimpleNamespace

import pytest

from softmark.checks.errors import Died, TimedOut
from softmark.grading import run_watched
from softmark.grading.result import Where
from softmark.grading.run_watched import Locating
from softmark.locating import locate
from softmark.locating.line_shown import Place
from softmark.locating.tracing import Step, Watched

TEXT = 'a = "\x0c \x1c \u2028"\nreturn a\n'


class Asked:
    """A check that is written with plain calls."""

    def asks(self, op):
        return False


@pytest.fixture
def locate_with(monkeypatch):
    """Looks for the line of a failed check; `places` makes of the worker's account what it will."""

    def look(places, category="values"):
        monkeypatch.setattr(locate, "places", places)
        looking = Locating.__new__(Locating)
        remote = SimpleNamespace(followed=None, keep=[], kept={})
        runs = []

        def run(check, sides):
            runs.append("abc"[len(runs)])
            remote.followed.append(("stats.mean", Watched([Step("relu", (), ())])))
            return SimpleNamespace(category=category)

        looking._locator = run_watched._Bounded(dict.fromkeys("abc"), {}, ())
        looking._texts, looking._by_name = {"stats.py": TEXT}, dict.fromkeys("abc", Asked())
        looking._checks, looking._given_up = SimpleNamespace(run=run), False
        looked = looking.look(dict.fromkeys("abc", "values"), remote, None, lambda: False)
        assert looked.followed
        return looked.silent or looking.shown(looked.place), runs

    return look


def test_the_text_of_a_line_is_what_was_handed_in_and_lines_are_pythons(locate_with):
    found, runs = locate_with(lambda *told: {Place("stats.py", 2, step=0)})
    assert found == Where("stats.py", 2, "return a") and runs == ["a", "b", "c"]


def test_the_line_after_the_last_is_empty_and_no_fault_of_the_graders(locate_with):
    assert locate_with(lambda *told: {Place("stats.py", 3, step=0)})[0] == Where("stats.py", 3, "")


def endless(*told):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        pass
    raise AssertionError("nobody stopped it")


def deep(call, right, own, target, kind):  # not `*told`: there Python 3.13.0 forgets to count how deep it is
    return deep(call, right, own, target, kind)


@pytest.mark.parametrize("places", [deep, endless, lambda *told: [bytearray(1 << 30)], lambda *told: {}["x"]])
def test_an_account_that_the_locator_stumbles_over_says_nothing(locate_with, monkeypatch, places):
    monkeypatch.setattr(run_watched, "SECONDS", 0.2)
    assert locate_with(places)[0] == "its account of itself cannot be read"


@pytest.mark.parametrize("category", [Died.category, TimedOut.category])
def test_code_that_cannot_bear_being_watched_is_not_watched_again(locate_with, category):
    found, runs = locate_with(lambda *told: {Place("stats.py", 2, step=0)}, category)
    assert found == "out of time" and runs == ["a"]
