"""overrides.csv: a person's word, what becomes of the row, the total and the status, and what a regrade does to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from softmark.classes.entries import Graded, Person
from softmark.classes.report import cohort, override_table, report_cards
from softmark.classes.report.override_table import settle
from softmark.files.tables import TableError
from softmark.grading.check_result import CheckResult
from softmark.render import sentences
from tests.classes.report.synthetic import by_hand

HEAD = "student,item,points,note_staff,note_student,who,when\n"
CLASS = [
    by_hand("submission_1", (0, 6), name="Ada Lovelace", email="ada@x.org", sid="11"),
    by_hand("submission_2", (4, 0), name="Alan Turing", email="alan@x.org", sid="22"),
]


def read(folder: Path, text: str) -> tuple[override_table.Override, ...]:
    path = folder / "overrides.csv"
    path.write_text(text, encoding="utf-8")
    return override_table.read(path)


def named(one: Graded, mistake: str = "scale.missing") -> Graded:
    check = CheckResult("a", "It works.", "public", False, diagnosis=mistake, says="No √d_k.")
    return replace(one, result=one.result.with_item(replace(one.result.item("1.1"), checks=(check,))))


@pytest.mark.parametrize("student", ["11", "ada@x.org", "ADA@X.ORG", "Ada  Lovelace", "submission_1"])
def test_a_student_is_meant_by_number_mail_name_or_submission(student: str, tmp_path: Path) -> None:
    decided = read(tmp_path, f"{HEAD}{student},1.1,3,a misprint in the handout,,Grace,2026-11-14\n")
    done = settle(CLASS, decided)
    assert [one.result.score for one in done.graded] == [9, 4]
    (applied,) = done.applied["submission_1"]
    assert (applied.before, applied.override.note_staff) == (0, "a misprint in the handout")
    assert done.obsolete == ()


def test_whoever_is_excused_from_a_task_gets_the_share_that_they_earned_elsewhere(tmp_path: Path) -> None:
    half = by_hand("submission_3", (0, 3), name="Grace", sid="33")
    done = settle([*CLASS, half], read(tmp_path, f"{HEAD}11,1.1,excuse,ill,,G,\n33,1.1,Excuse,,,G,\n"))
    assert [one.result.score for one in done.graded] == [10, 4, 5]
    assert done.decisions("submission_3")[0].points == 2, "the platform gets a number"
    assert done.obsolete == ()


def test_a_task_that_staff_decided_counts_as_decided_where_another_is_excused(tmp_path: Path) -> None:
    done = settle(CLASS, read(tmp_path, f"{HEAD}22,1.2,excuse,,,G,\n22,1.1,2,,,G,\n"))
    assert done.graded[1].result.score == 5, "half of 1.1, so half of 1.2"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("22,excuse,,,,G,", "write a task's id in `item`, or total for all of it, and “excuse” in `points`"),
        ("22,late,excuse,,,G,", "stands for one student's points"),
        ("mistake:scale.missing,1.1,excuse,,,G,", "stands for one student's points"),
    ],
)
def test_an_excuse_that_is_not_clear_is_refused(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(TableError, match=said):
        read(tmp_path, f"{HEAD}{line}\n")


def test_no_file_means_no_overrides(tmp_path: Path) -> None:
    assert override_table.read(tmp_path / "overrides.csv") == ()


def test_full_points_are_passed_and_nothing_else_is_said_to_be_lost(tmp_path: Path) -> None:
    lines = f"{HEAD}11,1.1,4,a secret of staff,Your answer is right.,G,\n22,1.1,2,,,G,\n"
    ada, alan = cohort.gather(CLASS, read(tmp_path, lines)).graded
    assert ada.result.item("1.1").status == "passed" and ada.result.final == 10
    assert alan.result.item("1.1").status == "failed" and alan.result.final == 2
    row = ada.result.item("1.1")
    assert sentences.verdict(row) == "✓ 4 of 4 points: the course staff decided this; the grader gave 0."
    assert [line.text for line in sentences.report(row, ada.result)] == ["From the course staff: Your answer is right."]
    for text in (report_cards.to_markdown(report_cards.card(ada)), report_cards.to_html(report_cards.card(ada))):
        assert "Your answer is right" in text and "a secret of staff" not in text


def test_an_adjustment_of_the_total_comes_on_top_and_says_why(tmp_path: Path) -> None:
    done = cohort.gather(CLASS, read(tmp_path, f"{HEAD}11,total,+2,,For the misprint.,G,\n22,Total,−1.5,,,G,\n"))
    ada, alan = done.graded
    assert (ada.result.score, ada.result.final, alan.result.final) == (6, 8, 2.5)
    assert sentences.headline(ada.result) == "8 of 10 points, 6 earned"
    assert sentences.circumstances(ada.result) == ["The course staff added 2 points: For the misprint."]
    assert sentences.circumstances(alan.result) == ["The course staff took off 1.5 points."]


def test_points_that_could_be_read_in_two_ways_are_refused_with_both_ways_to_write_them(tmp_path: Path) -> None:
    lines = "11,total,95,,,G,\n11,total,0,,,G,\nmistake:a.b,Total,1.5,,,G,\n22,1.1,+2,,,G,\n22,attempts,+1,,,G,\n"
    with pytest.raises(TableError) as told:
        read(tmp_path, HEAD + lines)
    first, nought, everybody, task, attempts = (text.split("overrides.csv")[1] for text in told.value.problems)
    assert first == (
        ":2: “95” is not clear: points of the total are added to it and need a sign; write +95 or “add 95” to add "
        "them; for a total of 95 write the difference, such as +5 or -5"
    )
    assert nought.startswith(":3: “0” is not clear") and everybody.startswith(":4: “1.5” is not clear")
    assert task == ":5: “+2” is not clear: write what the task is worth in the end, without a sign"
    assert attempts == ":6: “+1” is not clear: write how many attempts there are in all, without a sign"


@pytest.mark.parametrize(("written", "total"), [("+2", 8), ("add 2", 8), ("Add 1.5", 7.5), ("-2", 4), ("−2", 4)])
def test_the_total_takes_points_with_a_sign_or_the_word_that_a_spreadsheet_keeps(
    tmp_path: Path, written: str, total: float
) -> None:
    assert cohort.gather(CLASS, read(tmp_path, f"{HEAD}11,total,{written},,,G,\n")).graded[0].result.final == total


def test_no_total_goes_below_zero(tmp_path: Path) -> None:
    assert cohort.gather(CLASS, read(tmp_path, f"{HEAD}22,total,-9,,,G,\n")).graded[1].result.final == 0


def test_a_comment_changes_no_points(tmp_path: Path) -> None:
    done = cohort.gather(CLASS, read(tmp_path, f"{HEAD}11,1.1,,,Look at keepdim.,G,\n22,total,,,Well begun.,G,\n"))
    ada, alan = done.graded
    assert (ada.result.final, ada.result.item("1.1").status) == (6, "failed")
    assert sentences.report(ada.result.item("1.1"), ada.result)[0].text == "From the course staff: Look at keepdim."
    assert any(line.kind == "fail" for line in sentences.report(ada.result.item("1.1"), ada.result))
    assert alan.result.final == 4 and sentences.circumstances(alan.result) == ["From the course staff: Well begun."]


def test_one_line_gives_points_to_everybody_with_a_named_mistake(tmp_path: Path) -> None:
    three = [named(CLASS[0]), CLASS[1], named(by_hand("submission_3", (0, 6), name="Eve", sid="33"))]
    own = f"{HEAD}mistake:scale.missing,1.1,3,,We were too strict.,G,\n33,1.1,1,,,G,\n"
    done = settle(three, read(tmp_path, own))
    assert [one.result.score for one in done.graded] == [9, 4, 7]  # Eve's own line goes first
    assert list(done.applied) == ["submission_3", "submission_1"]
    better = [named(by_hand("submission_1", (3.5, 6), sid="11"))]
    assert settle(better, read(tmp_path, own.split("33")[0])).graded[0].result.score == 9.5  # nobody loses by it
    (told,) = settle(CLASS, read(tmp_path, f"{HEAD}mistake:scale.mising,1.1,3,,,G,\n")).obsolete
    assert told.endswith(":2: the grader names scale.mising for nobody in 1.1: is it spelled as on the page?")


def test_one_member_of_a_group_is_refused_and_the_whole_group_is_not(tmp_path: Path) -> None:
    pair = by_hand("submission_3", (0, 6), name="Dora", email="dora@x.org")
    pair = replace(pair, entry=replace(pair.entry, people=(*pair.entry.people, Person("Emil", "emil@x.org"))))
    with pytest.raises(TableError) as told:
        settle([*CLASS, pair], read(tmp_path, f"{HEAD}emil@x.org,1.1,4,,,G,\n"))
    assert told.value.problems[0].split("overrides.csv")[1] == (
        ":2: “emil@x.org” is one of a group of 2, and a group has one grade: write submission_3 to change it for all "
        "of them; for one alone, take them out of the group on the platform and adjust the points of their own "
        "submission there"
    )
    assert settle([*CLASS, pair], read(tmp_path, f"{HEAD}submission_3,1.1,4,,,G,\n")).graded[2].result.score == 10


def test_an_override_that_a_regrade_has_overtaken_is_told(tmp_path: Path) -> None:
    lines = "11,1.2,6,r,,Grace,\n22,1.1,2,r,,Grace,\n22,9.9,1,r,,Grace,\n11,1.1,5,r,,Grace,\n"
    done = settle(CLASS, read(tmp_path, HEAD + lines))
    by_itself, lowers, vanished, worth = (text.split("overrides.csv")[1] for text in done.obsolete)
    assert by_itself == ":2: 11: the grader gives task 1.2 6 points by itself; the line can go"
    assert lowers.startswith(":3: 22: the grader gives task 1.1 4 points, and the override takes them down to 2")
    assert vanished == ":4: 22: the rubric has no task 9.9 (any more); not applied"
    assert worth == ":5: 11: task 1.1 is worth 4 points, not 5; not applied"
    assert [one.result.score for one in done.graded] == [6, 2]  # a person's word stands where it can


def test_every_mistake_in_the_file_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(TableError) as told:
        read(tmp_path, f"{HEAD}22,1.1,1,because,,Grace,now,more\n")
    assert [text.split("overrides.csv")[1] for text in told.value.problems] == [
        ":2: has 8 cells, but there are 7 columns"
    ]
    wrong = (
        "11,1.1,lots,,,G,\n,1.1,2,,,,\n22,1.1,-1,,,G,\n11,late,3,,,G,\nmistake:a.b,late,,,,G,\n11,1.2,,for us,,G,\n"
        "mistake:,1.1,2,,,G,\n"
    )
    with pytest.raises(TableError) as told:
        read(tmp_path, HEAD + wrong)
    lines = [text.split("overrides.csv")[1] for text in told.value.problems]
    assert lines == [
        ":2: points must be a number, not “lots”",
        ":3: student and who are empty",
        ":4: points of a task must be 0 or more, not “-1”",
        ":5: a waiver of lateness has no points: delete “3”",
        ":6: a waiver of lateness is for one student: a known mistake has nothing to do with dates",
        ":7: without points it is a comment, and note_student is empty: write one of them",
        ":8: name the mistake, as in mistake:scale.missing",
    ]
    with pytest.raises(TableError, match=":1: there is no column “note_staff”"):
        read(tmp_path, "student,item,points,note_student,who,when\n")


def test_a_file_of_before_is_told_that_its_reason_is_two_columns_now(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=":1: the column “reason” is two now: note_staff, which stays here, and"):
        read(tmp_path, "student,item,points,reason,who,when\n11,1.1,3,a divorce,G,\n")


def test_whom_a_line_cannot_mean_is_told_at_once(tmp_path: Path) -> None:
    twins = [*CLASS, by_hand("submission_3", name="Ada Lovelace", sid="33")]
    lines = "99,1.1,3,,,G,\nAda Lovelace,1.1,3,,,G,\n22,1.2,3,,,G,\nalan@x.org,1.2,4,,,G,\n"
    decided = read(tmp_path, HEAD + lines + "22,total,+1,,,G,\n22,total,add 2,,,G,\n")
    with pytest.raises(TableError) as told:
        settle(twins, decided)
    nobody, several, twice, totals = (text.split("overrides.csv", 1)[1] for text in told.value.problems)
    assert nobody.startswith(":2: nobody here is “99”")
    assert several == ":3: 2 submissions belong to “Ada Lovelace”; use one's id: submission_1, submission_3"
    assert twice.startswith(":5: task 1.2 of this submission is already decided in ") and twice.endswith(":4")
    assert totals.startswith(":7: the total of this submission is already decided in ")
