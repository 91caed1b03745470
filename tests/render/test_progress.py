"""The progress bar says how fast it goes and how long it will take, and is not fooled by what costs nothing."""

import io
import sys
import threading

from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Result
from softmark.render.progress import Pace, of_a_grade


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_rate_and_time_left():
    clock = Clock()
    pace = Pace(clock)
    clock.now = 10.0
    assert pace.says(20, 100, 0) == "2.0/s, 40 s left"
    clock.now = 50.0
    assert pace.says(100, 100, 0) == "2.0/s"


def test_what_was_done_before_says_nothing_about_the_pace():
    clock = Clock()
    pace = Pace(clock)
    clock.now = 1.0
    assert pace.says(500, 1000, 500) == ""
    clock.now = 20.0
    assert pace.says(505, 1000, 500) == "15.0/min, 33 min left"


def test_a_slow_beginning_is_forgotten():
    clock = Clock()
    pace = Pace(clock)
    for second in range(100, 300):
        clock.now = float(second)
        said = pace.says(second - 99, 3800, 0)
    assert said == "1.0/s, 60 min left"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def result_with(*passed):
    checks = tuple(CheckResult(str(place), "It works.", "public", each) for place, each in enumerate(passed))
    return Result("mini", "Mini", (ItemResult("1.1", "The mean", 4.0, checks=checks),))


def test_a_terminal_sees_how_far_one_grade_has_come(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    before = threading.active_count()
    with of_a_grade() as show:
        show(result_with(True, None, None))
        assert threading.active_count() == before, "a grade forks, and a fork copies no thread"
        show(result_with(True, False, None))
    assert "1/3" in screen.getvalue() and "2/3" in screen.getvalue()


def test_a_log_hears_nothing_of_a_short_grade(capsys):
    with of_a_grade() as show:
        show(result_with(True, True))
    assert capsys.readouterr() == ("", "")
