"""Code that is right and slow: it keeps what it earned before its time ran out, and is told what is true."""

import pytest

from tests.mini_course import grade
from tests.policy.platform import course_with

COMPUTES = """
import time


def mean(x):
    end = time.thread_time() + 0.3
    while time.thread_time() < end:
        pass
    return x.sum(axis=-1) / x.shape[-1]
"""
SLEEPS = COMPUTES.replace("end = time.thread_time() + 0.3", "time.sleep(0.3)\n    end = 0.0")


@pytest.mark.parametrize(
    ("code", "limit", "says"),
    [
        (COMPUTES, "work_seconds: 3", "your code takes too long for one grade, which has 3 s for that"),
        (SLEEPS, "sleep_seconds: 2", "your code sleeps, or waits for something, too long for one grade"),
    ],
    ids=["computes", "sleeps"],
)
def test_slow_code_keeps_what_it_earned(tmp_path, code, limit, says):
    course = course_with(tmp_path, "", ("limits:\n", f"limits:\n  {limit}\n"))
    graded = grade(tmp_path, course, stats=code)
    assert graded.result["status"] == "out_of_time"
    assert 0 < graded.scores["1.1"] <= 4 and graded.scores["1.2"] == 0
    assert "there was no time left for this" in graded.text("1.2")
    assert f"{says}" in graded.visible and "what was checked until then counts" in graded.visible


def test_sleep_costs_those_who_sleep_and_nobody_else(tmp_path):
    """1.2 is right by itself: it is checked to the end, however long 1.1 sleeps."""
    own = "import numpy as np\n\n\ndef standardise(x):\n    return (x - x.mean(1)[:, None]) / x.std(1)[:, None]\n"
    course = course_with(tmp_path, "", ("limits:\n", "limits:\n  sleep_seconds: 2\n"))
    graded = grade(tmp_path, course, stats=SLEEPS.replace("sleep(0.3)", "sleep(0.6)"), scale=own)
    assert graded.scores["1.1"] < 4 and graded.scores["1.2"] == 6, "1.1 sleeps far longer than it may"


def test_who_waits_for_ever_is_wrong_and_what_stands_on_it_is_checked_all_the_same(tmp_path):
    locked = "import threading\n\n\ndef mean(x):\n    threading.Event().wait()\n"
    graded = grade(tmp_path, stats=locked)
    assert graded.scores == {"1.1": 0, "1.2": 6}
    assert "did not finish within 1 s: most of the time it slept, or waited for something" in graded.text("1.1")
