"""Every key of the rubric does something: with another value, something that a person meets is different.

A key that changes nothing is a promise to instructors that nobody keeps. `KEYS` must name every key there is, so a new
one cannot be added without saying what it does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.mini_course import grade
from tests.policy.platform import course_with

LIBRARY_MEAN = "import numpy as np\n\n\ndef mean(x):\n    return np.mean(x, axis=-1)\n"
SLEEPS = "import time\n\n\ndef mean(x):\n    time.sleep(0.6)\n    return x.sum(axis=-1) / x.shape[-1]\n"
TAKES = (
    "import numpy as np\n\n\ndef mean(x):\n    held = np.ones(40_000_000)\n    return x.sum(axis=-1) / x.shape[-1]\n"
)


def graded(folder: Path, text: str, *changes: tuple[str, str], more: str = "") -> Any:
    return grade(folder, course_with(folder, more, *changes), stats=text)


def test_rules_and_names_decide_what_is_refused(tmp_path: Path) -> None:
    refused = graded(tmp_path / "a", LIBRARY_MEAN)
    assert refused.statuses["1.1"] == "rule_broken" and "library means" in refused.text("1.1")
    free = graded(tmp_path / "b", LIBRARY_MEAN, ("    not_allowed: [means]\n", ""))
    assert free.statuses["1.1"] == "passed"
    other = graded(tmp_path / "c", LIBRARY_MEAN, ("says: library means", "says: ready-made means"))
    assert "ready-made means" in other.text("1.1")
    fewer = graded(tmp_path / "d", LIBRARY_MEAN, ("calls: [numpy.mean, ", "calls: ["))
    assert fewer.statuses["1.1"] == "passed"
    with pytest.raises(AssertionError, match=r"the reference's stats\.py has no average"):
        graded(tmp_path / "e", LIBRARY_MEAN, ("names: [mean]", "names: [average]"))


def test_limits_decide_what_is_too_much(tmp_path: Path) -> None:
    patient = ("call_seconds: 1", "call_seconds: 60")
    assert graded(tmp_path / "a", SLEEPS, patient).statuses["1.1"] == "passed"
    assert graded(tmp_path / "b", SLEEPS, ("call_seconds: 1", "call_seconds: 0.2")).statuses["1.1"] == "failed"
    slow = ("    names: [mean]\n", "    names: [mean]\n    slow: true\n")
    assert graded(tmp_path / "c", SLEEPS, ("call_seconds: 1", "call_seconds: 0.2"), slow).statuses["1.1"] == "passed"
    both = ("call_seconds: 1", "call_seconds: 0.2\n  slow_call_seconds: 0.2")
    assert graded(tmp_path / "d", SLEEPS, both, slow).statuses["1.1"] == "failed"
    short = graded(tmp_path / "e", SLEEPS, ("total_seconds: 480", "total_seconds: 1"))
    assert short.result["status"] == "out_of_time"
    assert graded(tmp_path / "f", TAKES, patient).statuses["1.1"] == "passed"
    small = graded(tmp_path / "h", TAKES, patient, ("limits:\n", "limits:\n  memory_mb: 64\n"))
    assert small.statuses["1.1"] == "failed"


def test_a_grade_has_so_much_time_for_work_sleep_and_explaining(tmp_path: Path) -> None:
    sleepy = graded(tmp_path / "a", SLEEPS, ("limits:\n", "limits:\n  sleep_seconds: 2\n"))
    assert sleepy.result["status"] == "out_of_time"
    busy = graded(tmp_path / "b", SLEEPS, ("limits:\n", "limits:\n  work_seconds: 2\n"))
    assert busy.result["status"] == "out_of_time"
    unseen = "task 1.1 ran out of time when it was watched"
    assert unseen not in str(graded(tmp_path / "c", SLEEPS).result["notes"])
    short = graded(tmp_path / "d", SLEEPS.replace("0.6", "0.2"), ("limits:\n", "limits:\n  explain_seconds: 0.1\n"))
    assert unseen in str(short.result["notes"]) and short.statuses["1.1"] == "passed"
