"""What the stubs promise is what the checks say: labels with their points, compared both ways."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from softmark.content import labels
from softmark.content.course import Course
from softmark.running.collect import with_checks
from tests.mini_course import COURSE

CHECKS, MEAN = "autograder/graders/test_scaling.py", "solutions/reference/stats.py"


def said(folder: Path, file: str = CHECKS, old: str = "", new: str = "") -> list[str]:
    """What is told about the miniature with another text in one of its files."""
    shutil.copytree(COURSE, folder / "course")
    path = folder / "course" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    course, found = Course.at(folder / "course"), list[str]()
    with_checks(course.graders, lambda checks: found.extend(labels.wrong(course, checks)))
    return found


def test_nothing_is_told_where_they_agree(tmp_path: Path) -> None:
    assert said(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            CHECKS,
            '"""one column:',
            '"""a column:',
            [
                "a check of task 1.1 is about “a column (1)”, which the Graded list of its stub does not say",
                "no check is about “one column (1)”, which the Graded list of task 1.1 promises",
            ],
        ),
        (
            CHECKS,
            "@weight(2)",
            "@weight(2.5)",
            [
                "a check of task 1.1 is about “values (2.5)”, which the Graded list of its stub does not say",
                "no check is about “values (2)”, which the Graded list of task 1.1 promises",
            ],
        ),
        (
            MEAN,
            "        - one column (1)",
            "        - cheese (1): the moon is made of it.\n        - one column (1)",
            ["no check is about “cheese (1)”, which the Graded list of task 1.1 promises"],
        ),
        (
            CHECKS,
            "    @weight(1)\n    def test_one_column",
            '    @weight(1)\n    def test_rows(self, student):\n        """rows: any."""\n\n'
            "    @weight(1)\n    def test_one_column",
            ["a check of task 1.1 is about “rows (1)”, which the Graded list of its stub does not say"],
        ),
        (
            MEAN,
            "    - input kept (1): x is not changed.\n",
            "    - dtype (1): float64 stays float64.\n",
            [
                "TestStandardise.test_input_kept is about “input kept (1)”, which no file's head lists under “Graded "
                "in every task”",
                "no check is about “dtype (1)”, which a file's head promises for every task",
            ],
        ),
    ],
    ids=["label", "points", "promise", "check", "every task"],
)
def test_a_label_that_only_one_of_them_says_is_told(
    tmp_path: Path, file: str, old: str, new: str, told: list[str]
) -> None:
    assert said(tmp_path, file, old, new) == told


def test_an_entry_may_go_over_two_lines(tmp_path: Path) -> None:
    longer = "        - one column (1): a number\n          is its own mean.\n"
    assert said(tmp_path, MEAN, "        - one column (1): a number is its own mean.\n", longer) == []


def test_a_task_without_a_list_is_graded_by_the_titles_of_its_checks(tmp_path: Path) -> None:
    text = (COURSE / MEAN).read_text(encoding="utf-8")
    without = text[text.index("    Graded:\n") : text.index('    """\n    # BEGIN')]
    assert said(tmp_path, MEAN, without, "") == []
