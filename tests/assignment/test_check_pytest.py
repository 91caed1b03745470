"""Plain `pytest` in the student's folder: the same checks, in the student's words."""

import os
import subprocess
import sys

import pytest


def run_pytest(folder, *words):
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
        cwd=folder.path,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.fixture(scope="module")
def wrong(student_folder):
    folder = student_folder("numpy").solve("scale.py")
    return run_pytest(folder.write("stats.py", "def mean(x):\n    return x.sum(axis=-1)\n"))


def test_right_answers_pass(student_folder):
    done = run_pytest(student_folder("numpy").solve(), "-q")
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout


def test_a_failure_is_two_lines_about_the_students_code(wrong):
    assert wrong.returncode == 1
    assert "task 1.1: The mean is the sum over the last axis divided by its length." in wrong.stdout
    assert "  called  mean(x: (" in wrong.stdout
    assert "where" in wrong.stdout
    for ours in ("compare.py", "def test_values", "raise Mismatch", "Error\n"):
        assert ours not in wrong.stdout, "the student is not shown our code"


def test_the_summary_says_what_is_wrong(wrong):
    summary = wrong.stdout.partition("short test summary info")[2]
    assert "TestMean::test_values - the result is" in summary
    assert "python check.py" in wrong.stdout


def test_empty_stubs_say_so(student_folder):
    done = run_pytest(student_folder("numpy"))
    assert done.returncode == 1
    assert "task 1.1 is not written yet" in done.stdout
    assert "NotImplementedError" not in done.stdout


def test_broken_rules_fail_with_their_line(student_folder):
    folder = student_folder("numpy").solve("scale.py")
    done = run_pytest(folder.write("stats.py", "import numpy as np\n\n\ndef mean(x):\n    return np.mean(x, -1)\n"))
    assert "stats.py line 5 calls numpy.mean" in done.stdout


def test_modules_and_gradients_with_torch(student_folder):
    done = run_pytest(student_folder("torch").solve(), "-q")
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_tests_of_ours_that_are_broken_are_told_in_words_too(student_folder):
    folder = student_folder("numpy").solve()
    test = next((folder.path / "public_tests").glob("test_*.py"))
    folder.write(test, test.read_text(encoding="utf-8").replace("test_one_column", "test_renamed"))
    said = run_pytest(folder).stdout
    advice = "unzip the assignment into a new, empty folder, then copy your own files (stats.py and scale.py)"
    assert f"This is not your mistake: the public tests and their recorded reference do not belong together: {advice}" in said  # fmt: skip # noqa: E501
    assert "recording.py" not in said, "the student is not shown our code"
    (folder.path / "public_tests" / "recorded.safetensors").unlink()
    done = run_pytest(folder)
    assert f"ERROR: public_tests/recorded.safetensors is missing: {advice}" in done.stderr + done.stdout
    assert "INTERNALERROR" not in done.stderr + done.stdout


def test_work_in_a_second_copy_is_told_here_too(student_folder):
    folder = student_folder("numpy").write("stats (1).py", "def mean(x):\n    return x\n")
    assert "Your folder also holds stats (1).py: if your work is in that file" in run_pytest(folder, "-q").stdout
