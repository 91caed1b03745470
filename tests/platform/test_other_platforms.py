"""The same result on other platforms, each read back the way that platform reads it.

No validator for these formats was found in the package registries, so each reader here follows the platform's own
rules: what it adds up, what it refuses, which names it insists on.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from softmark.content.rubric import Platform
from softmark.content.rubric_reader import parse_rubric
from softmark.grading.check_result import CheckResult
from softmark.grading.result import Lateness, Note, Result, Standing, blank
from softmark.render import platforms
from softmark.render.platforms import autolab, classroom_resources, prairielearn
from softmark.render.platforms import csv as plain_csv

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
        due="2026-11-14T23:59:00-08:00",
        handed_in="2026-11-15T12:00:00-08:00",
        seconds=43260,
        percent=10.0,
        deduction=7.25,
        when="1 day late",
        sentence="1 day late: 10% of 72.5 = −7.25.",
    ),
)
KEPT = replace(SOME, standing=Standing("The best one counts: your earlier score, 90, stays.", 90.0))
REFUSED = replace(
    blank(RUBRIC), status="refused", standing=Standing("All 3 attempts had been used.", 55.5, refused=True)
)
BROKEN = replace(blank(RUBRIC), status="grader_error").with_notes(Note("student", "This is not your mistake."))
EVERY = {
    "full": FULL,
    "some": SOME,
    "late": LATE,
    "kept": KEPT,
    "refused": REFUSED,
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
        assert self.read(prairielearn.to_json(KEPT))["score"] == 0.9

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


class TestAutolab:
    def read(self, text: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The last line is the scores; the line before it may say how the feedback is shown."""
        lines = text.rstrip("\n").split("\n")
        feedback, last = json.loads(lines[-2]), json.loads(lines[-1])
        assert set(last) == {"scores", "scoreboard"}
        assert all(isinstance(score, int | float) for score in last["scores"].values())
        assert feedback["_presentation"] == "semantic"
        assert set(feedback) == {"_presentation", "stages", *feedback["stages"]}
        for stage in feedback["stages"]:
            assert stage not in ("_presentation", "stages")
            for test in feedback[stage].values():
                assert isinstance(test["passed"], bool) and isinstance(test["hint"], str)
        assert not any(line.startswith("{") for line in lines[:-2]), "a student's line must not look like the scores"
        return last, feedback

    @pytest.mark.parametrize("case", list(EVERY))
    def test_it_keeps_the_contract_and_adds_up_to_what_counts(self, case: str) -> None:
        last, _ = self.read(autolab.to_text(EVERY[case]))
        assert round(sum(last["scores"].values()), 2) == EVERY[case].final == last["scoreboard"][0]

    def test_one_problem_for_each_item_and_one_for_late_work(self) -> None:
        assert self.read(autolab.to_text(SOME))[0]["scores"] == {"1.1": 60, "1.2": 12.5, "1.3": 0}
        assert self.read(autolab.to_text(LATE))[0]["scores"]["late"] == -7.25

    def test_stages_are_the_parts_of_the_assignment(self) -> None:
        _, feedback = self.read(autolab.to_text(SOME))
        assert feedback["stages"] == ["Part 1: one", "stages: second.py"]
        assert feedback["Part 1: one"]["1.1 =Double"] == {"passed": True, "hint": ""}
        assert "1.2 Halve" in feedback["stages: second.py"]


class TestClassroomResources:
    def read(self, output: str) -> dict[str, Any]:
        """One line for the step's outputs; the reporter decodes it and adds up the scores of the tests."""
        assert output.count("\n") == 1 and output.startswith("result=")
        data: dict[str, Any] = json.loads(base64.b64decode(output.removeprefix("result="), validate=False))
        assert set(data) == {"version", "status", "max_score", "tests"}
        assert data["version"] == 1 and data["status"] in ("pass", "fail", "error") and data["max_score"] == 100
        for test in data["tests"]:
            assert set(test) == {"name", "status", "message", "line_no", "test_code", "score"}
            assert test["status"] in ("pass", "fail", "error")
        return data

    @pytest.mark.parametrize("case", list(EVERY))
    def test_it_keeps_the_contract_and_adds_up_to_what_counts(self, case: str) -> None:
        data = self.read(classroom_resources.to_step_output(EVERY[case]))
        assert round(sum(test["score"] for test in data["tests"]), 2) == EVERY[case].final

    @pytest.mark.parametrize(("case", "status"), [("full", "pass"), ("some", "fail"), ("broken", "error")])
    def test_one_word_for_the_whole(self, case: str, status: str) -> None:
        assert self.read(classroom_resources.to_step_output(EVERY[case]))["status"] == status

    def test_the_workflow_has_the_names_that_the_platform_insists_on(self) -> None:
        text = classroom_resources.workflow(RUBRIC)
        flow = yaml.safe_load(text)
        assert flow["name"] == "Autograding Tests" and list(flow["jobs"]) == ["run-autograding-tests"]
        steps = flow["jobs"]["run-autograding-tests"]["steps"]
        graded_in, report = steps[-2], steps[-1]
        assert report["with"]["runners"] == graded_in["id"] and graded_in["id"].isalnum()
        assert report["env"] == {
            f"{graded_in['id'].upper()}_RESULTS": f"${{{{ steps.{graded_in['id']}.outputs.result }}}}"
        }
        for secret in (RUBRIC.public_key(), "secrets."):
            assert secret not in text

    def test_its_grading_step_runs_the_students_own_check(self, tmp_path: Any) -> None:
        """The step as the runner would run it, in a repository whose check says what ours says."""
        common = {"broken_rules": [], "bonus": False}
        right = {"id": "1.1", "title": "Double", "state": "passed", "words": "passed", "earned": 60, "possible": 60}
        wrong = {"id": "1.3", "title": "More", "state": "wrong", "words": "wrong: 1 of 2", "earned": 0, "possible": 10}
        tasks = [{**common, **right}, {**wrong, "broken_rules": ["uses x"], "bonus": True}]
        (tmp_path / "check.py").write_text(f"print({json.dumps(json.dumps({'tasks': tasks}))})\n", encoding="utf-8")
        steps = yaml.safe_load(classroom_resources.workflow(RUBRIC))["jobs"]["run-autograding-tests"]["steps"]
        (tmp_path / "step.py").write_text(steps[-2]["run"], encoding="utf-8")
        env = {**os.environ, "GITHUB_OUTPUT": str(tmp_path / "output")}
        done = subprocess.run([sys.executable, "step.py"], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        encoded = (tmp_path / "output").read_text(encoding="utf-8").strip().removeprefix("result=")
        data = json.loads(base64.b64decode(encoded))
        assert (data["status"], data["max_score"]) == ("fail", 60)
        assert [(test["status"], test["score"]) for test in data["tests"]] == [("pass", 60), ("fail", 0)]
        assert data["tests"][1]["message"] == "wrong: 1 of 2; uses x"


class TestCsv:
    def test_it_reads_back_as_a_table(self) -> None:
        rows = list(csv.DictReader(io.StringIO(plain_csv.to_csv(LATE))))
        assert [row["task"] for row in rows] == ["1.1", "1.2", "1.3", "total", "final"]
        assert [row["score"] for row in rows] == ["60", "12.5", "0", "72.5", "65.25"]
        assert rows[2]["bonus"] == "yes" and rows[4]["verdict"] == "1 day late: 10% of 72.5 = −7.25."

    @pytest.mark.parametrize("case", list(EVERY))
    def test_every_row_has_every_column_and_no_formula(self, case: str) -> None:
        for row in csv.reader(io.StringIO(plain_csv.to_csv(EVERY[case]))):
            assert len(row) == len(plain_csv.COLUMNS)
            assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for cell in row)

    def test_a_title_that_looks_like_a_formula_is_shown_and_not_run(self) -> None:
        assert "'=Double" in plain_csv.to_csv(SOME)


def test_every_platform_of_the_rubric_has_its_format() -> None:
    files = {path.stem for path in Path(platforms.__file__).parent.glob("*.py")} - {"__init__", "kit"}
    assert {name.replace("-", "_") for name in get_args(Platform)} == files
    for each in platforms.named(platforms.NAMES):
        assert each.write(SOME)


@pytest.mark.parametrize("preset", ["after-deadline", "hidden"])
def test_what_is_hidden_on_one_platform_is_not_told_on_another(preset: Any) -> None:
    veiled = replace(LATE, visibility=preset)
    github = classroom_resources.render(veiled)
    lines = autolab.to_text(veiled).split("\n")
    texts = [prairielearn.to_json(veiled), "\n".join(lines[:-2]), json.dumps(github)]
    for text in texts:
        assert "your work has arrived" in text and "12.5" not in text and "72.5" not in text and "Halve" not in text
    assert sum(test["score"] for test in github["tests"]) == 0


def test_renderers_are_pure() -> None:
    for each in platforms.named(platforms.NAMES):
        assert each.write(LATE) == each.write(LATE)
