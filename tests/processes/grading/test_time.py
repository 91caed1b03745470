"""Code that takes too long, or ends its process: it loses that check and keeps the rest, and is told what is true."""

import pytest

from tests.mini_course import RIGHT, grade
from tests.policy.platform import course_with

COMPUTES = """
import time


def mean(x):
    if {where}:
        end = time.thread_time() + {seconds}
        while time.thread_time() < end:
            pass
    return x.sum(axis=-1) / x.shape[-1]
"""
SLEEPS = COMPUTES.replace("end = time.thread_time() + {seconds}", "time.sleep({seconds})\n        end = 0.0")
ONE_COLUMN = "x.shape[-1] == 1"
AGAIN = "it ran out of time, or ended the process, before, and was not called again"


@pytest.mark.parametrize("code", [COMPUTES, SLEEPS], ids=["computes", "sleeps"])
def test_a_call_that_takes_too_long_costs_its_check_and_no_other(tmp_path, code):
    graded = grade(tmp_path, stats=code.format(where=ONE_COLUMN, seconds=30))
    assert graded.result["status"] == "graded"
    assert graded.scores == {"1.1": 3, "1.2": 6}
    assert "the kind of mistake: too slow" in graded.text("1.1")
    assert "did not finish within 1 s" in str(graded.item("1.1")["checks"])


@pytest.mark.parametrize(
    ("code", "seconds"), [(COMPUTES, 0.6), (SLEEPS, 2.4)], ids=["computes", "sleeps"]
)  # a second of the clock costs a quarter
def test_slow_code_keeps_what_it_earned(tmp_path, code, seconds):
    course = course_with(
        tmp_path, "", ("grade_seconds: 60", "grade_seconds: 2.2"), ("call_seconds: 1", "call_seconds: 2")
    )
    graded = grade(tmp_path, course, stats=code.format(where="True", seconds=seconds))
    assert graded.result["status"] == "out_of_time"
    assert graded.scores["1.1"] > 0 and graded.scores["1.2"] < 6
    assert "there was no time left for this" in graded.text("1.2")
    assert "your code used up the 2.2 s that there are for one grade" in graded.visible
    assert "what was checked until then counts" in graded.visible


def test_a_call_that_would_outlast_the_grade_ends_with_it_and_is_not_called_wrong(tmp_path):
    course = course_with(tmp_path, "", ("grade_seconds: 60", "grade_seconds: 1"))
    graded = grade(tmp_path, course, stats="import time\ndef mean(x):\n    time.sleep(1000)\n")
    assert graded.result["status"] == "out_of_time"
    assert set(graded.scores.values()) == {0} and set(graded.statuses.values()) == {"not_checked"}
    assert "did not finish" not in graded.visible


def test_who_waits_for_ever_is_wrong_and_what_stands_on_it_is_checked_all_the_same(tmp_path):
    locked = "import threading\n\n\ndef mean(x):\n    threading.Event().wait()\n"
    graded = grade(tmp_path, stats=locked)
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "the kind of mistake: too slow" in graded.text("1.1")


def test_who_is_lost_in_an_everyday_call_too_is_not_called_again(tmp_path):
    graded = grade(tmp_path, stats=RIGHT["stats.py"], scale="def standardise(x):\n    while True:\n        pass\n")
    assert graded.result["status"] == "graded" and graded.scores == {"1.1": 4, "1.2": 0}
    told = [check["message"] for check in graded.item("1.2")["checks"]]
    assert told == ["it did not finish within 1 s", AGAIN]


def test_a_function_that_ends_its_process_in_two_checks_is_not_called_again(tmp_path):
    """The first check and the everyday call."""
    found = grade(tmp_path, scale="import os\ndef standardise(x):\n    os._exit(1)\n")
    assert found.statuses["1.2"] == "failed" and found.scores["1.1"] == 4
    ended, again = [check["message"] for check in found.item("1.2")["checks"]]
    assert ended == "your code ended the process that ran it (a crash, an exit, or too much memory)"
    assert again == AGAIN
