"""The platform's own score beside ours: a column, a flag for every difference, and the likely reason."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from softmark.classes import exports
from softmark.classes.entries import Graded, PlatformRecord
from softmark.classes.report import cohort, grade_tables, person_grades
from softmark.classes.report.cohort import flags
from softmark.classes.report.override_table import Override
from softmark.classes.report.platform_scores import adjustment, beside
from softmark.grading.result import Lateness
from softmark.render.platforms.gradescope import render
from tests.classes.report.synthetic import by_hand
from tests.mini_class import a_class

LATE = Lateness("2026-11-14T23:59:00-08:00", "2026-11-15T10:00:00-08:00", 36060, 10.0, 1.0, "1 day late", "1 day late.")


def there(score: float | None, recorded: PlatformRecord | None = None, **more: Any) -> Graded:
    """10 points here, graded by version “a”; on the platform, what is given."""
    return by_hand("submission_1", (4, 6), platform_score=score, recorded=recorded, **more)


def late(one: Graded) -> Graded:
    return replace(one, result=replace(one.result, late=LATE))


@pytest.mark.parametrize("score", [None, 10, 10.001])
def test_the_same_score_or_none_there_says_nothing(score: float | None) -> None:
    assert beside(there(score)).sentence == "" and "platform" not in flags(there(score))


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (there(8, PlatformRecord(8, 8, 0, "b")), "another version of the grader (b there, a here: −2)"),
        (there(9, PlatformRecord(9, 10, 1, "b")), "lateness (1 taken off there, 0 here)"),
        (there(12, PlatformRecord(10, 10, 0, "a")), "an adjustment made there (+2)"),
        (there(8.5, PlatformRecord(10, 10, 0, "a")), "an adjustment made there (−1.5)"),
        (there(9, PlatformRecord(9, 10, 1, "a")), "lateness (1 taken off there, 0 here)"),
        (late(there(10, PlatformRecord(10, 10, 0, "a"))), "lateness (0 taken off there, 1 here)"),
        (there(10.5, PlatformRecord(10.5, 8, 0, "a")), "an earlier attempt counts there"),
        (there(9, PlatformRecord(7, 8, 1, "b")),
         "an adjustment made there (+2); another version of the grader (b there, a here: −2); lateness (1 taken off "
         "there, 0 here)"),
        (there(3, PlatformRecord(3, 3, 0, "a")), "−7 that nothing known explains: look at both"),
        (there(2, PlatformRecord(4, 3, 0, "a", {"total": 1.0})),
         "an adjustment made there (−2); an override there that is not in this folder (total: +1); −7 that nothing "
         "known explains: look at both"),
        (late(there(10)), "lateness, it seems (1 taken off here and not there)"),
        (there(3), "the export holds no results of this grader, so it may be another version, lateness, or an override "
         "or adjustment made there"),
    ],
)  # fmt: skip
def test_a_difference_has_its_likely_reason(one: Graded, why: str) -> None:
    found = beside(one)
    assert found.why == why
    ours = "9" if one.result.late else "10"
    assert flags(one)["platform"].startswith(f"The platform has {one.entry.platform_score:g}, here it is {ours}: ")


def test_an_override_here_that_the_platform_does_not_have_is_the_reason() -> None:
    decided = [Override("o:2", "submission_1", "1.1", 4, "a misprint")]
    group = cohort.gather([by_hand("submission_1", (0, 6), platform_score=6.0)], decided)
    (one,) = group.graded
    assert beside(one, group.applied["submission_1"]).why.startswith("the override here, it seems")


def test_what_the_platform_keeps_of_our_results_is_read_back_from_the_export(tmp_path: Path) -> None:
    result = replace(by_hand("x", (4, 6)).result, autograder="0123456789abcdef", late=LATE)
    a_class(tmp_path, submission_7={"stats.py": "", "scale.py": ""})
    listed = {
        "submission_7": {
            ":submitters": [{":name": "Ada", ":email": "ada@x.edu"}],
            ":created_at": "2026-11-14 20:00:00 -08:00",
            ":score": 11.0,
            ":results": render(result),
        }
    }
    (tmp_path / "submission_metadata.yml").write_text(json.dumps(listed), encoding="utf-8")
    (entry,) = exports.read(tmp_path)
    assert entry.recorded == PlatformRecord(9.0, 10.0, 1.0, "0123456789abcdef", complete=False)
    assert adjustment(entry) == 2.0


@pytest.mark.parametrize("results", [None, "gone", [], {"score": 3}, {"extra_data": {"softmark": 7}}])
def test_results_of_another_grader_are_no_reason_to_stop(results: object, tmp_path: Path) -> None:
    a_class(tmp_path, submission_7={"stats.py": ""})
    listed = {"submission_7": {":submitters": [{":name": "Ada"}], ":score": "5.0", ":results": results}}
    (tmp_path / "submission_metadata.yml").write_text(json.dumps(listed), encoding="utf-8")
    (entry,) = exports.read(tmp_path)
    assert entry.recorded is None and entry.platform_score == 5.0


CLASS = [
    by_hand("s1", (4, 6), name="Grace Hopper", platform_score=10.0, recorded=PlatformRecord(10, 10, 0, "a")),
    by_hand("s2", (0, 6), name="Ada Lovelace", platform_score=8.0, recorded=PlatformRecord(6, 6, 0, "a")),
    by_hand("s3", (4, 0), name="Zoë Élan"),
]


def test_the_grade_files_have_it_and_canvas_does_not() -> None:
    group = cohort.gather(CLASS)
    rows, _ = person_grades.marks(group)
    for text in (
        grade_tables.gradescope(rows, [], group.timings, group.applied, {}),
        grade_tables.moodle("Mini", rows, group.timings, group.applied, {}),
    ):
        told = [
            (row["Platform Score"], row["Platform Difference"], row["Why They Differ"])
            for row in csv.DictReader(io.StringIO(text))
        ]
        assert told == [("10", "0", ""), ("8", "2", "an adjustment made there (+2)"), ("", "", "")]
    assert "Platform" not in grade_tables.canvas("Mini", rows, 10, None, {})[0]


def test_overrides_of_the_zip_are_held_against_those_of_the_folder() -> None:
    line = [Override("o:2", "s", "1.1", 4.0)]
    for there, why in (
        (PlatformRecord(6, 6, 0, "a"), "an override here that the platform does not have yet (1.1: −4)"),
        (PlatformRecord(9, 9, 0, "a", {"1.1": 3.0}), "an override here that the platform does not have yet (1.1: −1)"),
        (PlatformRecord(11, 10, 0, "a", {"1.1": 4.0, "total": 1.0}),
         "an override there that is not in this folder (total: +1)"),
        (PlatformRecord(7, 8, 1, "a", {"1.2": 2.0}),
         "lateness (1 taken off there, 0 here); an override here that the platform does not have yet (1.1: −4); an "
         "override there that is not in this folder (1.2: −4); +6 that nothing known explains: look at both"),
    ):  # fmt: skip
        group = cohort.gather([by_hand("s", (0, 6), platform_score=there.score, recorded=there)], line)
        assert beside(group.graded[0], group.applied["s"]).why == why
