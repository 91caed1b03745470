"""The progress bar says how far it is and how long it will take."""

import io
import sys
import threading

import pytest

from softmark.grading.check_result import CheckResult
from softmark.grading.result import ItemResult, Result
from softmark.render.progress import of_a_grade, time_left


@pytest.mark.parametrize(
    ("seconds", "done", "more", "said"),
    [(10, 20, 80, "40 s left"), (20, 5, 495, "33 min left"), (60, 1, 200, "3.3 h left"), (1, 0, 9, "")],
)
def test_how_long_it_will_take(seconds, done, more, said):
    assert time_left(seconds, done, more) == said


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
