"""The result: how checks become points, and a file that is never half written."""

from __future__ import annotations

import dataclasses
import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softmark.content.rubric_reader import parse_rubric
from softmark.files.atomic import write_atomically
from softmark.grading.check_result import GRADER, NOT_WRITTEN, RULE, CheckResult, Phase, status_of
from softmark.grading.result import IsolationReached, ItemResult, Note, Result, blank
from softmark.render import sentences

RUBRIC = parse_rubric("""\
name: mini
title: Two small functions
term: spring
framework: numpy
files: [first.py, second.py]
parts: {first.py: "Part 1"}
items:
  - {id: "1.1", title: Double, points: 6, file: first.py, names: [double]}
  - {id: "1.2", title: Halve, points: 4, file: first.py, names: [halve]}
  - {id: "2.1", title: More, points: 2, bonus: true, file: second.py, names: [more]}
  - {id: "2.2", title: Never, points: 9, mode: off, file: second.py, names: [never]}
""")


def check(name: str, passed: bool | None, phase: Phase = "public", **more: object) -> CheckResult:
    return CheckResult(name, f"{name} works.", phase, passed, **more)  # type: ignore[arg-type]


def both(name: str, public: bool | None, hidden: bool | None, weight: float = 1.0) -> list[CheckResult]:
    return [check(name, public, "public", weight=weight), check(name, hidden, "hidden", weight=weight)]


def score_of(points: float, checks: list[CheckResult], **options: Any) -> float:
    return ItemResult("1.1", "a task", points).judged(checks, **options).score


class TestPoints:
    def test_everything_passes(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", True, True)) == 6

    def test_nothing_was_checked(self) -> None:
        assert score_of(6, []) == 0
        assert score_of(6, both("a", None, None)) == 0

    def test_the_first_check_is_the_foundation(self) -> None:
        assert score_of(6, both("a", False, True) + both("b", True, True) + both("c", True, True)) == 0

    def test_every_class_of_checks_has_a_foundation_of_its_own(self) -> None:
        split = both("TestSplit.values", False, None) + both("TestSplit.dtype", True, True)
        merge = both("TestMerge.values", True, True) + both("TestMerge.dtype", True, True)
        assert score_of(8, split + merge) == 4
        assert score_of(8, merge + split) == 4

    def test_each_other_check_costs_its_share(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", False, None) + both("c", True, True)) == 4

    def test_shares_go_by_weight(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", False, False, weight=2)) == 2

    def test_a_check_must_pass_with_both_sets_of_numbers(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", True, False)) == 3

    def test_a_phase_that_never_ran_has_not_passed(self) -> None:
        assert score_of(6, [check("a", True, "public")]) == 0
        assert score_of(6, [check("a", True, "public")], phases=["public"]) == 6

    def test_what_could_not_be_checked_earns_nothing(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", True, None)) == 3

    def test_a_broken_rule_costs_the_item(self) -> None:
        assert score_of(6, [*both("a", True, True), check("rule", False, category=RULE, weight=0.0)]) == 0

    def test_points_are_rounded_to_hundredths(self) -> None:
        assert score_of(7, both("a", True, True) + both("b", True, True) + both("c", False, False)) == 4.67

    def test_a_failed_check_is_never_rounded_away(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", False, False, weight=1e-9)) == 5.99

    def test_a_check_without_weight_costs_nothing(self) -> None:
        assert score_of(6, both("a", True, True) + both("b", False, False, weight=0.0)) == 6

    def test_checks_that_rest_on_one_sentence_cost_it_once(self) -> None:
        top_k = [check(f"T.top_k_{i}", False, sentence="Every word outside the top_k is at 0.") for i in range(9)]
        rest = [check("T.greedy", True, sentence="Temperature 0 is greedy."), check("T.mode", True, sentence="Mode.")]
        assert score_of(6, [*rest, *top_k], phases=["public"]) == 4

    def test_a_sentence_weighs_as_much_as_its_heaviest_check(self) -> None:
        light = check("T.a", True, sentence="One.")
        heavy = [check("T.b", True, sentence="Two.", weight=3.0), check("T.c", False, sentence="Two.")]
        assert score_of(8, [light, *heavy], phases=["public"]) == 2

    def test_the_same_sentence_of_two_functions_is_two(self) -> None:
        split = [check("TestSplit.a", True, sentence="Any leading dimensions.")]
        merge = [check("TestMerge.a", False, sentence="Any leading dimensions.")]
        assert score_of(8, [*split, *merge], phases=["public"]) == 4

    def test_every_lost_point_has_its_sentence(self) -> None:
        checks = [check(f"T.{i}", i in (0, 2), sentence=f"Sentence {i}.") for i in range(7)]
        row = ItemResult("1.1", "Double", 5.0).judged(checks, phases=["public"])
        assert [loss.sentence for loss in row.losses] == [f"Sentence {i}." for i in (1, 3, 4, 5, 6)]
        assert round(sum(loss.points for loss in row.losses), 2) == round(5 - row.score, 2) == 3.57

    def test_without_the_foundation_its_sentence_costs_all_that_stands_on_it(self) -> None:
        checks = [check("T.a", False, sentence="The values."), check("T.b", True, sentence="Any dtype.")]
        (loss,) = ItemResult("1.1", "Double", 5.0).judged(checks, phases=["public"]).losses
        assert (loss.sentence, loss.points, loss.foundation) == ("The values.", 5.0, True)

    @pytest.mark.parametrize("weight", [math.nan, math.inf, -3.0])
    def test_a_senseless_weight_counts_as_none(self, weight: float) -> None:
        assert score_of(6, both("a", True, True) + both("b", False, False, weight=weight)) == 6
        assert score_of(6, both("a", True, True, weight=weight) + both("b", False, False)) == 0

    @settings(deadline=None)
    @given(
        st.integers(0, 10_000),
        st.lists(
            st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None]), st.floats()),
            max_size=8,
        ),
    )
    def test_never_below_zero_above_the_maximum_or_not_a_number(
        self, cents: int, rows: list[tuple[bool | None, bool | None, float]]
    ) -> None:
        checks = [c for i, (public, hidden, weight) in enumerate(rows) for c in both(str(i), public, hidden, weight)]
        score = score_of(cents / 100, checks)
        assert 0 <= score <= cents / 100
        assert round(score, 2) == score
        if score == cents / 100 > 0:
            assert rows[0][:2] == (True, True)


def habitual(ident: str, points: float, *, values: bool = True, habit: str = "leading dimensions") -> ItemResult:
    """A task of two sentences; the second is about leading dimensions, and lost."""
    checks = [check("T.a", values, sentence="The values."), check("T.b", False, sentence="Any dims.", habit=habit)]
    return ItemResult(ident, f"Task {ident}", points).judged(checks, phases=["public"])


class TestHabits:
    def charged(self, *rows: ItemResult) -> Result:
        return Result("mini", "Mini", rows).with_habits_charged()

    def test_the_same_habit_in_several_tasks_costs_two_points_in_all(self) -> None:
        done = self.charged(habitual("1", 3.0), habitual("2", 3.0), habitual("3", 8.0))
        assert [item.score for item in done.items] == [1.5, 2.5, 8.0]
        assert [item.status for item in done.items] == ["failed"] * 3

    def test_two_habits_are_charged_each(self) -> None:
        done = self.charged(habitual("1", 4.0), habitual("2", 4.0, habit="dtypes"))
        assert [item.score for item in done.items] == [2.0, 2.0]

    def test_what_no_habit_explains_is_charged_in_full(self) -> None:
        done = self.charged(habitual("1", 4.0), habitual("2", 4.0, values=False))
        assert [item.score for item in done.items] == [2.0, 0.0]

    def test_charging_again_changes_nothing_and_an_earlier_row_that_changes_is_charged_first(self) -> None:
        done = self.charged(habitual("1", 8.0), habitual("2", 8.0))
        assert done.with_habits_charged() == done
        mended = done.with_item(ItemResult("1", "Task 1", 8.0, 8.0, "passed")).with_habits_charged()
        assert [item.score for item in mended.items] == [8.0, 6.0]

    def test_the_row_says_that_it_is_not_charged_again(self) -> None:
        done = self.charged(habitual("1", 4.0), habitual("2", 4.0))
        said = [line.text for line in sentences.report(done.items[1], done)]
        assert "“Any dims.” is the same habit, not charged again" in said


class TestStatus:
    @pytest.mark.parametrize(
        ("checks", "status"),
        [
            (both("a", True, True), "passed"),
            (both("a", True, False), "failed"),
            (both("a", True, None), "not_checked"),
            ([], "not_checked"),
            ([check("a", False, category=NOT_WRITTEN)], "not_written"),
            ([*both("a", True, True), check("b", False, category=NOT_WRITTEN)], "failed"),
            ([*both("a", False, None), check("r", False, category=RULE)], "rule_broken"),
            ([*both("a", True, True), check("b", None, category=GRADER)], "grader_error"),
            ([*both("a", False, True), check("b", None, category=GRADER)], "failed"),
        ],
    )
    def test_one_word_for_an_item(self, checks: list[CheckResult], status: str) -> None:
        assert status_of(checks) == status

    def test_a_row_is_judged_by_its_checks(self) -> None:
        row = (
            blank(RUBRIC)
            .item("1.1")
            .judged(both("a", True, True) + both("b", False, None), carried="on top of 1.0", hints=["look"])
        )
        assert (row.score, row.status, row.carried, row.hints) == (3, "failed", "on top of 1.0", ("look",))


class TestTheResult:
    def test_it_exists_before_anything_has_happened(self) -> None:
        result = blank(RUBRIC)
        assert [(row.id, row.score, row.status) for row in result.items] == [
            ("1.1", 0, "not_checked"),
            ("1.2", 0, "not_checked"),
            ("2.1", 0, "not_checked"),
        ]
        assert (result.score, result.points, result.bonus_points, result.status) == (0, 10, 2, "started")
        assert result.item("1.1").part == "Part 1"

    def test_checks_that_are_planned_are_there_from_the_start(self) -> None:
        assert blank(RUBRIC, {"1.2": both("a", None, None)}).item("1.2").checks == tuple(both("a", None, None))

    def test_bonus_counts_on_top(self) -> None:
        result = blank(RUBRIC)
        for row in result.items:
            result = result.with_item(row.judged(both("a", True, True)))
        assert (result.score, result.points, result.bonus_score) == (12, 10, 2)

    def test_scores_are_added_without_the_errors_of_floats(self) -> None:
        rows = tuple(ItemResult(str(i), "x", 1, 0.1) for i in range(3))
        assert Result("a", "b", rows).score == 0.3

    def test_a_row_the_rubric_does_not_have_is_refused(self) -> None:
        with pytest.raises(KeyError):
            blank(RUBRIC).with_item(ItemResult("9.9", "x", 1))

    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(dataclasses.FrozenInstanceError):
            blank(RUBRIC).items[0].score = 5  # type: ignore[misc]

    @pytest.mark.parametrize(("points", "score"), [(6, 7), (6, -1), (6, math.nan), (math.inf, 0)])
    def test_impossible_scores_cannot_be_built(self, points: float, score: float) -> None:
        with pytest.raises(ValueError, match="is impossible"):
            ItemResult("1.1", "x", points, score)

    def test_notes_have_a_reader(self) -> None:
        result = blank(RUBRIC).with_notes(Note("student", "for you"), Note("staff", "for us"))
        assert result.notes_for("student") == ("for you",)
        assert result.notes_for("staff") == ("for us",)


class TestJson:
    def full(self) -> Result:
        result = blank(RUBRIC).with_notes(Note("staff", "√ \x1b[31m <b>"))
        seen = check(
            "a", False, "hidden", category="values", message="1.5", diagnosis="scale.missing", line="first.py line 3"
        )
        result = result.with_item(result.items[0].judged([*both("a", True, True), seen]))
        return dataclasses.replace(
            result, isolation=IsolationReached("full", ("seccomp", "landlock")), seconds=1.5, status="graded"
        )

    def test_what_is_written_can_be_read_back(self) -> None:
        assert Result.from_json(self.full().to_json()) == self.full()

    def test_half_a_character_of_student_output_does_not_cost_the_grade(self) -> None:
        result = blank(RUBRIC).with_notes(Note("staff", "broken \ud800 text"))
        result.to_json().encode("utf-8")
        assert Result.from_json(result.to_json()) == result

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "it is not JSON"),
            ("[1]", "not a softmark result of format 1"),
            ('{"format": 2}', "not a softmark result of format 1"),
            ('{"format": 1}', "assignment: Field required"),
            ('{"format": 1, "assignment": "a", "title": "t", "items": [], "seconds": NaN}', "not finite"),
        ],
    )
    def test_what_is_no_result_is_refused_in_one_sentence(self, text: str, says: str) -> None:
        with pytest.raises(ValueError, match=says):
            Result.from_json(text)

    def test_a_tampered_score_is_refused(self) -> None:
        data = json.loads(self.full().to_json())
        data["items"][0]["score"] = 600
        with pytest.raises(ValueError, match="600"):
            Result.from_json(json.dumps(data))


class TestWriting:
    def test_a_file_is_replaced_in_one_step(self, tmp_path: Path) -> None:
        path = tmp_path / "results.json"
        path.write_text("old", encoding="utf-8")
        before = path.stat().st_ino
        write_atomically(path, "new √")
        assert path.read_text(encoding="utf-8") == "new √"
        assert path.stat().st_ino != before
        assert [entry.name for entry in tmp_path.iterdir()] == ["results.json"]

    def test_only_the_owner_can_read_it(self, tmp_path: Path) -> None:
        write_atomically(tmp_path / "results.json", "x")
        assert (tmp_path / "results.json").stat().st_mode & 0o777 == 0o600

    def test_when_writing_fails_the_old_file_stays(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "results.json"
        write_atomically(path, "old")

        def full_disk(handle: int) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(os, "fsync", full_disk)
        with pytest.raises(OSError, match="no space"):
            write_atomically(path, "new")
        assert path.read_text(encoding="utf-8") == "old"
        assert [entry.name for entry in tmp_path.iterdir()] == ["results.json"]

    def test_a_link_in_the_place_of_the_file_is_replaced_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "precious").write_text("keep", encoding="utf-8")
        (tmp_path / "results.json").symlink_to(tmp_path / "precious")
        write_atomically(tmp_path / "results.json", "new")
        assert (tmp_path / "precious").read_text(encoding="utf-8") == "keep"
