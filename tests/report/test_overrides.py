"""overrides.csv: a person's word, and what a regrade does to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from softmark.classes.report import overrides
from softmark.classes.report.overrides import settle
from softmark.classes.report.tables import TableError
from tests.report.synthetic import by_hand

HEAD = "student,item,points,reason,who,when\n"
CLASS = [
    by_hand("submission_1", (0, 6), name="Ada Lovelace", email="ada@x.org", sid="11"),
    by_hand("submission_2", (4, 0), name="Alan Turing", email="alan@x.org", sid="22"),
]


def read(folder: Path, text: str) -> tuple[overrides.Override, ...]:
    path = folder / "overrides.csv"
    path.write_text(text, encoding="utf-8")
    return overrides.read(path)


@pytest.mark.parametrize("student", ["11", "ada@x.org", "ADA@X.ORG", "Ada  Lovelace", "submission_1"])
def test_a_student_is_meant_by_number_mail_name_or_submission(student: str, tmp_path: Path) -> None:
    decided = read(tmp_path, f"{HEAD}{student},1.1,3,a misprint in the handout,Grace,2026-11-14\n")
    done = settle(CLASS, decided)
    assert [one.result.score for one in done.graded] == [9, 4]
    (applied,) = done.applied["submission_1"]
    assert (applied.before, applied.override.reason) == (0, "a misprint in the handout")
    assert done.obsolete == ()


def test_no_file_means_no_overrides(tmp_path: Path) -> None:
    assert overrides.read(tmp_path / "overrides.csv") == ()


def test_an_override_that_a_regrade_has_overtaken_is_told(tmp_path: Path) -> None:
    lines = "11,1.2,6,r,Grace,\n22,1.1,2,r,Grace,\n22,9.9,1,r,Grace,\n11,1.1,5,r,Grace,\n"
    done = settle(CLASS, read(tmp_path, HEAD + lines))
    by_itself, lowers, vanished, worth = (text.split("overrides.csv")[1] for text in done.obsolete)
    assert by_itself == ":2: 11: the grader gives item 1.2 6 points by itself; the line can go"
    assert lowers.startswith(":3: 22: the grader gives item 1.1 4 points, and the override takes them down to 2")
    assert vanished == ":4: 22: the rubric has no item 9.9 (any more); not applied"
    assert worth == ":5: 11: item 1.1 is worth 4 points, not 5; not applied"
    assert [one.result.score for one in done.graded] == [6, 2]  # a person's word stands where it can


def test_every_mistake_in_the_file_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(TableError) as told:
        read(tmp_path, f"{HEAD}11,1.1,lots,because,Grace,\n,1.1,2,,Grace,\n22,1.1,-1,because,Grace,now,more\n")
    lines = [text.split("overrides.csv")[1] for text in told.value.problems]
    assert lines == [":4: has 7 cells, but there are 6 columns"]
    with pytest.raises(TableError) as told:
        read(tmp_path, f"{HEAD}11,1.1,lots,because,Grace,\n,1.1,2,,Grace,\n22,1.1,-1,because,Grace,now\n")
    lines = [text.split("overrides.csv")[1] for text in told.value.problems]
    assert lines == [
        ":2: points must be a number of 0 or more, not “lots”",
        ":3: student and reason are empty",
        ":4: points must be a number of 0 or more, not “-1”",
    ]
    with pytest.raises(TableError, match=":1: there is no column “reason”"):
        read(tmp_path, "student,item,points,who,when\n")


def test_whom_a_line_cannot_mean_is_told_at_once(tmp_path: Path) -> None:
    twins = [*CLASS, by_hand("submission_3", name="Ada Lovelace", sid="33")]
    decided = read(tmp_path, f"{HEAD}99,1.1,3,r,G,\nAda Lovelace,1.1,3,r,G,\n22,1.2,3,r,G,\nalan@x.org,1.2,4,r,G,\n")
    with pytest.raises(TableError) as told:
        settle(twins, decided)
    nobody, several, twice = (text.split("overrides.csv", 1)[1] for text in told.value.problems)
    assert nobody.startswith(":2: nobody here is “99”")
    assert several == ":3: 2 submissions belong to “Ada Lovelace”; use one's id: submission_1, submission_3"
    assert twice.startswith(":5: item 1.2 of this submission is already decided in ") and twice.endswith(":4")
