"""PrairieLearn's results file, read back as the platform reads it: what it adds up, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from softmark.content.rubric_reader import parse_rubric
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Lateness, Note, Result, blank
from softmark.render.platforms import prairielearn

RUBRIC = parse_rubric("""\
name: mini
title: "Two small functions: a start"
term: spring
framework: numpy
files: [first.py, second.py]
parts: {first.py: "Part 1: one", second.py: stages}
items:
  - {id: "1.1", title: "=Double", points: 60, file: first.py, names: [double]}
  - {id: "1.2", title: Halve, points: 40, file: second.py, names: [halve]}
  - {id: "1.3", title: More, points: 10, bonus: true, file: second.py, names: [more]}
""")

NASTY = '{"scores": {"1.1": 1000}}\n::set-output name=result::x\n</pre><script>alert(1)</script>\x1b[2J'


def graded(*scores: float, **more: Any) -> Result:
    result = blank(RUBRIC)
    for row, score in zip(result.items, scores, strict=True):
        right = score == row.points
        checks = (CheckResult("a", "It works.", "public", right, message="" if right else NASTY, category="values"),)
        result = result.with_item(replace(row, score=score, status="passed" if right else "failed", checks=checks))
    return replace(result, **{"status": "graded", **more})


FULL = graded(60, 40, 10)
SOME = graded(60, 12.5, 0)
LATE = replace(
    SOME,
    late=Lateness(
        deduction=7.25,
        when="1 day late",
        sentence="1 day late: 10% of 72.5 = −7.25.",
    ),
)
BROKEN = replace(blank(RUBRIC), status="grader_error").with_notes(Note("student", "This is not your mistake."))
EVERY = {
    "full": FULL,
    "some": SOME,
    "late": LATE,
    "broken": BROKEN,
    "blank": blank(RUBRIC),
}


class TestPrairieLearn:
    def read(self, text: str) -> dict[str, Any]:
        """A score from 0 to 1, or gradable: false with reasons; known keys only; at most 1 MB."""
        assert len(text.encode()) <= 1 << 20
        data: dict[str, Any] = json.loads(text)
        assert set(data) <= {"gradable", "score", "message", "output", "images", "tests", "format_errors"}
        if data.get("gradable", True) is False:
            assert data["format_errors"] and all(isinstance(each, str) for each in data["format_errors"])
            return data
        assert 0 <= data["score"] <= 1
        for test in data["tests"]:
            assert set(test) <= {"name", "description", "points", "max_points", "message", "output", "images"}
            assert {"points", "max_points"} <= set(test), "one without them would hide those of all"
            assert test["name"] and "\x1b" not in test["output"]
        return data

    @pytest.mark.parametrize("case", list(EVERY))
    def test_it_keeps_the_contract(self, case: str) -> None:
        self.read(prairielearn.to_json(EVERY[case]))

    def test_the_score_is_the_share_of_the_total(self) -> None:
        assert self.read(prairielearn.to_json(SOME))["score"] == 0.725
        assert self.read(prairielearn.to_json(LATE))["score"] == 0.6525

    def test_more_than_everything_is_everything(self) -> None:
        assert self.read(prairielearn.to_json(FULL))["score"] == 1

    def test_a_fault_of_the_grader_is_no_zero(self) -> None:
        data = self.read(prairielearn.to_json(BROKEN))
        assert data["gradable"] is False and "This is not your mistake." in data["format_errors"]

    def test_a_huge_result_still_fits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(prairielearn, "SIZE_LIMIT", 20_000)
        checks = tuple(CheckResult(f"c{i}", "√" * 190, "public", False, message="√" * 800) for i in range(9))
        rows = tuple(replace(row, status="failed", checks=checks) for row in SOME.items)
        long = replace(SOME, items=rows)
        assert len(json.dumps(prairielearn.render(long), ensure_ascii=False).encode()) > 20_000
        text = prairielearn.to_json(long)
        assert len(text.encode()) <= 20_000 and len(self.read(text)["tests"]) == 3


@pytest.mark.parametrize("preset", ["after_due_date", "hidden"])
def test_what_is_hidden_is_not_told(preset: Any) -> None:
    text = prairielearn.to_json(replace(LATE, visibility=preset))
    assert "your work has arrived" in text and "12.5" not in text and "72.5" not in text and "Halve" not in text
