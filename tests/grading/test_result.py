"""The result of a grade, and a file that is never half written."""

from __future__ import annotations

import dataclasses
import json
import math
import os
from pathlib import Path

import pytest

from softmark.content.rubric_reader import parse_rubric
from softmark.files.atomic import write_atomically
from softmark.grading.check_result import CheckResult
from softmark.grading.result import IsolationReached, ItemResult, Note, Result, blank
from tests.rows import row_with

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
        planned = CheckResult("a", "It works.")
        assert blank(RUBRIC, {"1.2": [planned]}).item("1.2").checks == (planned,) and planned.passed is None

    def test_bonus_counts_on_top(self) -> None:
        result = blank(RUBRIC)
        for row in result.items:
            result = result.with_item(dataclasses.replace(row, score=row.points))
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
        seen = {"category": "values", "message": "1.5", "diagnosis": "scale.missing", "line": "first.py line 3"}
        checks = [CheckResult("T.a", "It works.", passed=True), CheckResult("T.b", "So too.", "hidden", False, **seen)]
        result = result.with_item(row_with(result.items[0], checks))
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
