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
COMPUTES = """
import time


def mean(x):
    end = time.thread_time() + 0.6
    while time.thread_time() < end:
        pass
    return x.sum(axis=-1) / x.shape[-1]
"""
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
    patient = ("call_seconds: 1", "call_seconds: 20")
    assert graded(tmp_path / "a", COMPUTES, patient).statuses["1.1"] == "passed"
    assert graded(tmp_path / "b", COMPUTES, ("call_seconds: 1", "call_seconds: 0.2")).statuses["1.1"] == "failed"
    slow = ("    names: [mean]\n", "    names: [mean]\n    slow: true\n")
    assert graded(tmp_path / "c", COMPUTES, ("call_seconds: 1", "call_seconds: 0.2"), slow).statuses["1.1"] == "passed"
    both = ("call_seconds: 1", "call_seconds: 0.2\n  slow_call_seconds: 0.2")
    assert graded(tmp_path / "d", COMPUTES, both, slow).statuses["1.1"] == "failed"
    short = graded(tmp_path / "e", COMPUTES, ("grade_seconds: 60", "grade_seconds: 1"))
    assert short.result["status"] == "out_of_time"
    assert graded(tmp_path / "f", TAKES, patient).statuses["1.1"] == "passed"
    small = graded(tmp_path / "h", TAKES, patient, ("limits:\n", "limits:\n  memory_mb: 64\n"))
    assert small.statuses["1.1"] == "failed"
