"""Plain `pytest` in the student's folder: the same checks, in the student's words."""

import sys

import pytest


@pytest.fixture(scope="module")
def wrong(student_folder):
    folder = student_folder("numpy").solve("scale.py")
    return folder.write("stats.py", "def mean(x):\n    return x.sum(axis=-1)\n").pytest()


def test_right_answers_pass(student_folder):
    """Really: pytest finds the folder's conftest.py, which finds the engine beside it."""
    done = student_folder("numpy").solve().start(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q")
    assert done.code == 0, done.out
    assert "6 passed" in done.out


def test_a_failure_is_two_lines_about_the_students_code(wrong):
    assert wrong.code == 1
    assert "task 1.1: values: the mean is the sum over the last axis divided by its length." in wrong.out
    assert "  called  mean(x=<(" in wrong.out
    assert "where" in wrong.out
    for ours in ("compare.py", "def test_values", "raise Mismatch", "Error\n"):
        assert ours not in wrong.out, "the student is not shown our code"


ALIKE = "def mean(x):\n    return x.sum(axis=-1) / x.shape[-1] + (x.shape {})\n"


def test_what_check_py_spares_is_skipped(student_folder):
    """A wrong everyday call that another check explains: nobody learns more from what every task promises."""
    folder = student_folder("numpy").solve("scale.py").write("stats.py", ALIKE.format("in ((2, 3), (3, 1))"))
    done = folder.pytest("-q", "-rs", "-k", "1.1")
    assert "1 failed, 1 passed, 1 skipped" in done.out
    assert "is checked as soon as an everyday call is right" in done.out


def test_what_only_the_everyday_call_shows_is_shown(student_folder):
    folder = student_folder("numpy").solve("scale.py").write("stats.py", ALIKE.format("== (2, 3)"))
    done = folder.pytest("-q", "-k", "1.1")
    assert "1 failed, 2 passed" in done.out
    assert "task 1.1: input kept: x is not changed.\n  called  mean(" in done.out
    assert "TestMean::test_input_kept - the result is" in done.out


def test_the_summary_says_what_is_wrong(wrong):
    summary = wrong.out.partition("short test summary info")[2]
    assert "TestMean::test_values - the result is" in summary
    assert "python check.py" in wrong.out


def test_the_number_of_a_task_selects_its_checks(student_folder):
    done = student_folder("numpy").solve("scale.py").pytest("-q", "-k", "1.1")
    assert "task 1.1 is not written yet" in done.out
    assert "task 1.2" not in done.out and "deselected" in done.out


def test_tests_that_are_not_ours_run_beside_ours(student_folder):
    own = "def test_right():\n    pass\n\n\ndef test_wrong():\n    assert 1 == 2\n"
    done = student_folder("numpy").solve().write("test_mine.py", own).pytest("-q")
    assert "7 passed" in done.out and "1 failed" in done.out
    assert "assert 1 == 2" in done.out, "their own failures are pytest's"


def test_empty_stubs_say_so(student_folder):
    done = student_folder("numpy").pytest()
    assert done.code == 1
    assert "task 1.1 is not written yet" in done.out
    assert "NotImplementedError" not in done.out


def test_broken_rules_fail_with_their_line(student_folder):
    folder = student_folder("numpy").solve("scale.py")
    done = folder.write("stats.py", "import numpy as np\n\n\ndef mean(x):\n    return np.mean(x, -1)\n").pytest()
    assert "stats.py line 5 calls numpy.mean" in done.out


def test_modules_and_gradients_with_torch(student_folder):
    done = student_folder("torch").solve().pytest("-q")
    assert done.code == 0, done.out
    assert "6 passed" in done.out


def test_tests_of_ours_that_are_broken_are_told_in_words_too(student_folder):
    folder = student_folder("numpy").solve()
    test = next((folder.path / "public_tests").glob("test_*.py"))
    folder.write(test, test.read_text(encoding="utf-8").replace("test_one_column", "test_renamed"))
    said = folder.pytest().out
    advice = "unzip the assignment into a new, empty folder, then copy your own files (stats.py and scale.py)"
    assert f"This is not your mistake: the public tests and their recorded reference do not belong together: {advice}" in said  # fmt: skip # noqa: E501
    assert "recording.py" not in said, "the student is not shown our code"
    (folder.path / "public_tests" / "recorded.safetensors").unlink()
    done = folder.pytest()
    assert f"ERROR: public_tests/recorded.safetensors is missing: {advice}" in done.err + done.out
    assert "INTERNALERROR" not in done.err + done.out


def test_work_in_a_second_copy_is_told_here_too(student_folder):
    folder = student_folder("numpy").write("stats (1).py", "def mean(x):\n    return x\n")
    assert "Your folder also holds stats (1).py: if your work is in that file" in folder.pytest("-q").out
