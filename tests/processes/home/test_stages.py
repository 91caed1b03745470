"""Help in stages: what was called first, then where and a hint, then the known mistake, as the code changes."""

import json
import zipfile

import pytest

SCALED = "return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])"
UNSCALED = "return q @ k.transpose(-2, -1)"
SECOND = "s = q @ k.transpose(-2, -1)\n    return s"
THIRD = "s = q @ k.mT\n    return s"
NAME, HINT = "The scores are not divided by √d. (scale.missing)", "How large do the scores get when d grows?"


MEAN = "return x.sum(axis=-1) / x.shape[-1]"
BY_ROWS = "return x.sum(axis=0) / x.shape[0]"
BY_ROWS_AGAIN = "s = x.sum(axis=0)\n    return s / x.shape[0]"
BY_ROWS_STILL = "return x.sum(0) / len(x)"
WRONG_AXIS = "The sum runs over the rows instead of the columns. (mean.wrong_axis)"
WHICH_AXIS = "Write the shapes of the input and of the answer beside each other: which axis is gone?"


@pytest.fixture
def unscaled(student_folder):
    """Where values are followed to a line."""
    return student_folder("torch").solve().change("attention.py", SCALED, UNSCALED)


@pytest.fixture
def by_rows(student_folder):
    """Where only versions are counted, which needs no torch."""
    return student_folder("numpy").solve().change("stats.py", MEAN, BY_ROWS)


def panel(folder, *words):
    ran = folder.check("1.1", "--json", *words)
    (cause,) = ran.causes()
    return ran.panel(cause)


def test_the_name_comes_with_the_third_version_that_fails(unscaled):
    first = panel(unscaled)
    assert "called attention_scores(q=torch.randn(2, " in first and "is expected" in first
    assert "later where it goes wrong and a hint, if it still fails after the next change" in first
    assert NAME not in first and HINT not in first and "what this task needs" not in first
    second = panel(unscaled.change("attention.py", UNSCALED, SECOND))
    assert HINT in second and "a step is missing" in second and NAME not in second
    assert "later which known mistake it is, if it still fails after the next change" in second
    third = panel(unscaled.change("attention.py", SECOND, THIRD))
    assert NAME in third and HINT in third and "later" not in third


def test_white_space_comments_and_docstrings_are_no_change(by_rows):
    first = panel(by_rows)
    by_rows.change("stats.py", BY_ROWS, f"# what if?\n\n    {BY_ROWS.replace(' / ', '  /  ')}")
    by_rows.change("stats.py", "The mean over the last axis.", "The mean, they say.")
    assert panel(by_rows) == first
    assert panel(by_rows) == first, "nor is running it again"


def test_another_task_is_no_change_of_this_one(unscaled):
    first = panel(unscaled)
    unscaled.change("attention.py", "return powers / powers.sum(dim=-1, keepdim=True)", "return powers")
    assert panel(unscaled) == first


def test_a_task_that_passed_begins_anew(by_rows):
    panel(by_rows)
    assert WHICH_AXIS in panel(by_rows.change("stats.py", BY_ROWS, BY_ROWS_AGAIN))
    by_rows.change("stats.py", BY_ROWS_AGAIN, MEAN).check("1.1")
    assert WHICH_AXIS not in panel(by_rows.change("stats.py", MEAN, BY_ROWS_STILL))


@pytest.mark.parametrize("damage", ["lost", "damaged", "another shape", "a folder"])
def test_losing_the_file_only_begins_anew(by_rows, damage):
    panel(by_rows)
    file = by_rows.path / "public_tests" / ".attempts.json"
    assert json.loads(file.read_text(encoding="utf-8")).keys() == {"1.1"}
    file.unlink()
    if damage == "a folder":
        file.mkdir()
    elif damage != "lost":
        file.write_text({"damaged": "{", "another shape": '{"1.1": 7, "x": [1]}'}[damage], encoding="utf-8")
    shown = panel(by_rows.change("stats.py", BY_ROWS, BY_ROWS_AGAIN))
    assert "called mean(" in shown and WHICH_AXIS not in shown and "later" in shown


def test_stages_cost_nothing_and_are_not_handed_in(by_rows):
    first = by_rows.check("--json").report["estimate"]
    later = by_rows.change("stats.py", BY_ROWS, BY_ROWS_AGAIN).check("--zip", "--json").report
    assert later["estimate"] == first
    with zipfile.ZipFile(by_rows.path / "submission.zip") as archive:
        assert [name.rpartition("/")[2] for name in archive.namelist()] == ["stats.py", "scale.py"]


def test_at_once_shows_everything_at_the_first_failure(unscaled):
    shown = panel(unscaled.at_once())
    assert NAME in shown and HINT in shown and "a step is missing" in shown and "later" not in shown
    assert not (unscaled.path / "public_tests" / ".attempts.json").exists()


def test_the_report_for_machines_says_no_more_than_the_screen(unscaled):
    task = unscaled.check("1.1", "--json").task("1.1")
    assert (task["stage"], task["mistake"], task["where"]) == (1, None, None)
    unscaled.change("attention.py", UNSCALED, SECOND)
    task = unscaled.check("1.1", "--json").task("1.1")
    assert task["stage"] == 2 and task["where"] and task["mistake"]["hint"] and not task["mistake"]["says"]


def test_an_empty_stub_and_a_file_that_does_not_load_are_no_attempts(student_folder):
    folder = student_folder("numpy")
    folder.check()
    folder.solve().change("stats.py", "import numpy as np", "import numpy as np(")
    folder.check()
    file = folder.path / "public_tests" / ".attempts.json"
    assert json.loads(file.read_text(encoding="utf-8")) == {}


def test_plain_pytest_counts_and_tells_alike(by_rows):
    told = by_rows.pytest().out
    assert "a hint, if it still fails after the next change" in told and WHICH_AXIS not in told
    told = by_rows.change("stats.py", BY_ROWS, BY_ROWS_AGAIN).pytest().out
    assert f"task 1.1  hint     {WHICH_AXIS}" in told and WRONG_AXIS not in told
    assert WRONG_AXIS in panel(by_rows.change("stats.py", BY_ROWS_AGAIN, BY_ROWS_STILL)), "both count in the same file"
    assert WRONG_AXIS in by_rows.pytest().out
    only_one = by_rows.pytest("public_tests/test_scaling.py::TestMean::test_values").out
    assert WRONG_AXIS not in only_one, "one check may fit several mistakes"
