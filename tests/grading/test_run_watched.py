"""Where a value went wrong is told by hostile code: whatever it tells, the grade goes on."""

import time
from types import SimpleNamespace

import pytest

from softmark.checks.errors import Died, TimedOut
from softmark.grading import run_watched
from softmark.grading.allowance import Allowance
from softmark.grading.calls.claims import Claims
from softmark.grading.result import Where
from softmark.grading.run_watched import Locating
from softmark.grading.time_left import TimeLeft
from softmark.locating import locate
from softmark.locating.line_shown import Place
from softmark.locating.right_way import RightWay
from softmark.locating.watched_calls import Step, Watched
from softmark.sandbox import wire
from tests.proc import A_HANG

TEXT = 'a = "\x0c \x1c \u2028"\nreturn a\n'


class Failed:
    """Three checks that compare values. Running one lets the worker say how its answer came about."""

    def __init__(self, claims, category):
        self.claims, self.category, self.runs = claims, category, []

    def __iter__(self):
        return iter([SimpleNamespace(name=name, asks=lambda op: False) for name in "abc"])

    def run_as_written(self, check, sides):
        self.runs.append(check.name)
        account = Watched([Step("relu", (), ())]).to_json()
        self.claims.note("stats.mean", wire.Frame({}, {"watched": account}), {"stats.py": TEXT})
        return SimpleNamespace(category=self.category)


@pytest.fixture
def locate_with(monkeypatch):
    """Looks for the line of a failed check; `places` makes of the worker's account what it will."""

    def look(places, category="values", allowance=None):
        allowance = allowance or Allowance()
        monkeypatch.setattr(locate, "places", places)
        course = SimpleNamespace(rubric=SimpleNamespace(all_items=()), right_ways=dict.fromkeys("abc", RightWay()))
        remote = SimpleNamespace(claims=Claims())
        checks = Failed(remote.claims, category)
        looking = Locating(course, checks, {"stats.py": TEXT}, {}, TimeLeft(time.monotonic, 60.0, allowance))
        looked = looking.look(dict.fromkeys("abc", "values"), remote, None)
        assert looked.followed
        return looked.silent or looking.shown(looked.place), checks.runs

    return look


def test_the_text_of_a_line_is_what_was_handed_in_and_lines_are_pythons(locate_with):
    found, runs = locate_with(lambda *told: {Place("stats.py", 2, step=0)})
    assert found == Where("stats.py", 2, "return a") and runs == ["a", "b", "c"]


def test_the_line_after_the_last_is_empty_and_no_fault_of_the_graders(locate_with):
    assert locate_with(lambda *told: {Place("stats.py", 3, step=0)})[0] == Where("stats.py", 3, "")


def endless(*told):
    until = time.monotonic() + A_HANG
    while time.monotonic() < until:
        pass
    raise AssertionError("nobody stopped it")


def deep(call, right, own, target, kind):  # not `*told`: there Python 3.13.0 forgets to count how deep it is
    return deep(call, right, own, target, kind)


@pytest.mark.parametrize("places", [deep, endless, lambda *told: [bytearray(1 << 30)], lambda *told: {}["x"]])
def test_an_account_that_the_locator_stumbles_over_says_nothing(locate_with, monkeypatch, places):
    monkeypatch.setattr(run_watched, "SECONDS", 0.01)
    assert locate_with(places)[0] == "its account of itself cannot be read"


@pytest.mark.parametrize("category", [Died.category, TimedOut.category])
def test_code_that_cannot_bear_being_watched_is_not_watched_again(locate_with, category):
    found, runs = locate_with(lambda *told: {Place("stats.py", 2, step=0)}, category)
    assert found == "out of time" and runs == ["a"]


def test_once_the_time_for_looking_is_used_up_nobody_looks_any_more(locate_with):
    allowance = Allowance(explain=10.0)
    allowance.explained(10.0)
    assert locate_with(lambda *told: {Place("stats.py", 2, step=0)}, allowance=allowance) == ("out of time", [])


def test_what_the_locator_takes_is_counted(locate_with, monkeypatch):
    monkeypatch.setattr(run_watched, "SECONDS", 0.01)
    allowance = Allowance(explain=10.0)
    locate_with(endless, allowance=allowance)
    assert allowance.explain_left < 10.0
