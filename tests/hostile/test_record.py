"""What two trees are compared by: the same from two runs on one tree, and another where a student reads otherwise."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.hostile import record
from tests.hostile.__main__ import chosen, options
from tests.hostile.bank import ROWS
from tests.hostile.harness import Outcome
from tests.hostile.layers import Alone
from tests.hostile.rows import Row

ROW = Row("values", "nothing", "forgets to return", loses=("1.1",))


def run(**fields) -> dict:
    """A record of one row, as of a fresh run."""
    outcome = Outcome(ROW, "root", 1.25, 64.0, (8, 0), "graded", {"1.1": 0.0, "1.2": 6.0}, "0 of 4 points")
    return record.recorded([replace(outcome, **fields)], [], {})["rows"]["root"]["values/nothing"]


def test_a_row_says_what_came_of_it():
    told = run()
    assert told.pop("digest") != run(visible="4 of 4 points")["digest"]
    assert told == {
        "ok": True,
        "problems": [],
        "status": "graded",
        "scores": {"1.1": 0.0, "1.2": 6.0},
        "reduced": "",
        "digest_of": record.TEXT,
    }


def test_what_another_run_measures_otherwise_is_left_out():
    assert run(seconds=2.5, memory_mb=70.0, asked=(9, 1)) == run()


def test_of_random_answers_no_number_counts():
    noisy = replace(ROW, random=True)
    one, two, other = (
        run(row=noisy, visible=f"the result is {says}")
        for says in ("−0.25 at B=0", "1.5e-07 at B=12", "infinite at B=0")
    )
    assert one == two != other
    assert one["digest_of"] == record.WORDS


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        ("took 61.2 s, over its budget of 60 s", "took … s, over its budget of … s"),
        ("the grader held 563 MB; for a right answer 335", "the grader held … MB; for a right answer …"),
        ("processes survive: ['4711 python']", "processes survive: ['… python']"),
        (
            "private folders remain: /tmp/softmark-hostile-a1b2/root-mini/tmp/x",
            "private folders remain: …/root-mini/tmp/x",
        ),
        ("1.1 scores 2.67, expected 4", "1.1 scores 2.67, expected 4"),
    ],
)
def test_a_problem_keeps_scores_and_drops_what_was_measured(problem, told):
    assert record.unmeasured(problem) == told


def test_layers_and_modes_that_were_not_run_are_told(tmp_path):
    alone = Alone("user", "landlock", "reads a file", through=True, stopped=False, reduced="unavailable: no kernel")
    record.write(tmp_path / "told.json", [], [alone], {"docker": "it needs root"})
    told = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    layer = {"ok": True, "through": True, "stopped": False, "reduced": "unavailable: no kernel"}
    assert told == {"rows": {}, "layers": {"user": {"landlock": layer}}, "not_run": {"docker": "it needs root"}}


def test_a_sample_is_the_same_whatever_else_is_in_the_bank():
    sample = [row.key for row in record.sampled(ROWS, 10)]
    assert len(ROWS) / 20 < len(sample) < len(ROWS) / 5
    assert [row.key for row in record.sampled([ROW, *ROWS[::-1]], 10) if row is not ROW] == sample[::-1]


def test_a_sample_goes_with_families_and_with_short_rows():
    asked = options().parse_args(["leaks/", "exhausting/", "--short", "--every", "5"])
    rows = chosen(asked)
    assert 5 < len(rows) < 30 and {row.family for row in rows} == {"leaks"}
    assert chosen(options().parse_args([])) == ROWS
