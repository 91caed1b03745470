"""What one grade may take in all: time is capped by what is left, and patience runs out with experience."""

import shutil

import pytest

from tests.mini_course import COURSE, grade


@pytest.fixture
def short(tmp_path):
    course = shutil.copytree(COURSE, tmp_path / "course")
    rubric = course / "autograder" / "rubric.yaml"
    text = rubric.read_text(encoding="utf-8")
    assert "limits:" in text
    kept = [
        line for line in text.splitlines() if line.strip().partition(":")[0] not in ("call_seconds", "total_seconds")
    ]
    limits = "limits:\n  call_seconds: 2\n  total_seconds: 2"
    rubric.write_text("\n".join(kept).replace("limits:", limits) + "\n", encoding="utf-8")
    return course


def test_a_call_that_would_outlast_the_grade_ends_with_it_and_is_not_called_wrong(short, tmp_path):
    found = grade(tmp_path, course=short, stats="import time\ndef mean(x):\n    time.sleep(1000)\n")
    assert found.result["status"] == "out_of_time"
    assert "there was no time left for this" in found.text("1.1")
    assert "did not finish" not in found.text("1.1")


def test_a_function_that_ends_its_process_in_two_checks_is_not_called_again(tmp_path):
    found = grade(tmp_path / "in", stats="import os\ndef mean(x):\n    os._exit(1)\n")
    assert found.statuses["1.1"] == "failed"
    told = [check["message"] for check in found.item("1.1")["checks"] if check["phase"] == "public"]
    assert told[:2] == ["your code ended the process that ran it (a crash, an exit, or too much memory)"] * 2
    assert "stats.mean ended the process that ran it again and again, and was not called any more" in told[2:]
