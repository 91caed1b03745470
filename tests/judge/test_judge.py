"""The judge: what it hands in, what it reads of a grade, and how it tells two trees apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.judge import answers, commands, compare, handed_in, home
from tests.judge.__main__ import main
from tests.judge.answers import Section
from tests.judge.handed_in import Course, Submission, chosen
from tests.judge.recording import Recording
from tests.mini_course import COURSE, ROOT

SCALED = {
    "score": 2.4,
    "status": "failed",
    "name": ["scale.missing"],
    "line": "attention.py: return q @ k.mT",
    "carried": [],
}


@pytest.fixture(scope="module")
def everything() -> list[Submission]:
    return handed_in.everything()


# --- what is handed in ------------------------------------------------------------------------------------------


def test_every_answer_is_handed_in_under_a_name_of_its_own(everything: list[Submission]) -> None:
    kinds = {one.name.partition("/")[0] for one in everything}
    assert {"the reference", "known-wrong", "known-right", "wrong-01", "right-4", "pair", "half", "broken"} <= kinds
    assert len({one.folder for one in everything}) == len(everything) > 1800
    assert max(len(one.folder) for one in everything) < 64, "a page or an export may cut a longer one short"
    assert all(one.files.keys() == everything[0].files.keys() for one in everything), "whole submissions"


def test_a_known_answer_is_the_reference_with_its_functions_and_without_arrows() -> None:
    known = {one.name: one.files for one in Course(COURSE).known()}
    text = known["known-wrong/mean.off_by_one"]["stats.py"]
    assert "max(x.shape[-1] - 1, 1)" in text and "←" not in text and "mean.off_by_one" not in text
    assert known["known-wrong/mean.off_by_one"]["scale.py"] == known["the reference"]["scale.py"]


def test_composites_are_the_same_every_time_and_half_written_ones_end_in_stubs(everything: list[Submission]) -> None:
    again = {one.name: one.files for one in handed_in.composites(Course(ROOT))}
    made = [one for one in everything if one.name.split("/")[0] in ("pair", "triple", "half", "broken")]
    assert len(made) >= 100
    assert all(again[one.name] == one.files for one in made)
    half = [one for one in made if one.name.startswith("half/")]
    assert all("raise NotImplementedError" in "".join(one.files.values()) for one in half)


def test_a_sample_is_the_same_every_time_holds_every_kind_and_the_reference(everything: list[Submission]) -> None:
    tenth = chosen(everything, 10, [])
    assert tenth == chosen(everything, 10, []) and "the reference" in {one.name for one in tenth}
    assert len(tenth) == pytest.approx(len(everything) / 10, rel=0.05)
    assert chosen(everything, 100, []) == everything
    assert all(one in everything[::3] for one in chosen(everything[::3], 10, [])), "a part of what the whole has"
    in_block = chosen(everything, 100, ["block"])
    assert all("block" in one.modules for one in in_block if one.modules) and 50 < len(in_block) < len(everything) / 2


def test_answers_to_check_at_home_come_from_all_over_the_list(everything: list[Submission]) -> None:
    found = home.spread(everything, 150)
    assert len(found) == 150 and len({one.name.partition("/")[0] for one in found}) > 10
    assert home.spread(everything[:5], 150) == everything[:5]


def test_every_wrong_command_line_changes_something_that_is_there() -> None:
    rows = commands.rows()
    assert len(rows) >= 30
    for row in rows.values():
        for name, (old, new) in row.get("changes", {}).items():
            assert old != new and old in (COURSE / name.removeprefix("course/")).read_text(encoding="utf-8")


# --- what is read of a grade ------------------------------------------------------------------------------------


def told(**task: Any) -> dict[str, Any]:
    """The documented JSON of one grade with one task."""
    usual = {"id": "1.2", "score": 2.4, "status": "failed", "names": ["scale.missing"], "on_top_of": [], "text": "✗ …"}
    place = {"file": "attention.py", "line": 12, "text": "    return q @ k.mT", "missing": False}
    checks = [{"name": "TestScores.test_scaled", "title": "Scaled.", "public": False, "hidden": None}]
    whole = {"status": "graded", "score": 96.4, "text": "96.4 of 100", "notes": {"student": [], "staff": ["slow"]}}
    return {**whole, "tasks": [{**usual, "line": place, "checks": checks, **task}]}


def test_of_a_task_it_keeps_score_name_line_and_the_checks_that_did_not_pass() -> None:
    said = answers.facts("wrong-01/014_unscaled", told())
    row = said["wrong-01/014_unscaled 1.2"]
    assert row.items() >= SCALED.items()
    assert row["check"] == {"TestScores.test_scaled": {"public": False, "hidden": None}}
    assert said["wrong-01/014_unscaled"]["notes"] == ["slow"]


def test_a_line_is_the_same_wherever_it_stands_and_another_where_a_step_is_missing_after_it() -> None:
    place = {"file": "attention.py", "line": 80, "text": "return q @ k.mT", "missing": False}
    assert answers.facts("x", told(line=place))["x 1.2"]["line"] == SCALED["line"]
    missing = answers.facts("x", told(line={**place, "missing": True}))["x 1.2"]["line"]
    assert missing == f"{SCALED['line']} (a step is missing after it)"


# --- what two recordings are to each other ----------------------------------------------------------------------


def of(tree: str, sections: dict[str, Section], sample: int = 100) -> Recording:
    return Recording({"tree": tree, "sample": sample, "parts": []}, sections)


def recording(**row: Any) -> Recording:
    rows = {"wrong-01/014_unscaled 1.2": {**SCALED, **row}, "the reference 1.2": {"score": 4.0}}
    return of("v1", {"answers": rows})


def compared(capsys: pytest.CaptureFixture[str], old: Recording, new: Recording) -> list[str]:
    code = compare.told(old, new)
    lines = capsys.readouterr().out.splitlines()
    assert code == (len(lines) > 1)
    return lines


def test_what_only_public_numbers_call_wrong_is_listed() -> None:
    at_home = {"a 1.2": {"status": "wrong"}, "b 1.2": {"status": "wrong"}, "c 1.2": {"status": "waiting"}}
    graded = {"a 1.2": {"status": "passed"}, "b 1.2": {"status": "failed"}, "c 1.2": {"status": "passed"}}
    assert compare.only_at_home(of("v2", {"home": at_home, "answers": graded})) == ["a 1.2"]


def test_two_runs_that_agree_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(capsys, recording(), recording()) == ["v1 → v1: 2 rows compared; no difference"]


def test_every_difference_is_one_line_and_scores_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(capsys, recording(), recording(name=[], score=4.0)) == [
        "score  answers: wrong-01/014_unscaled 1.2: 2.4 → 4.0",
        "name  answers: wrong-01/014_unscaled 1.2: ['scale.missing'] → nothing",
        "v1 → v1: 2 rows compared; score 1, name 1",
    ]


def test_a_submission_that_only_one_has_is_told_and_a_section_that_only_one_has_is_not_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    less = of("v2", {"answers": {"the reference 1.2": {"score": 4.0}}, "home": {"x": {"score": 1}}})
    assert compared(capsys, recording(), less)[0] == "row  answers: wrong-01/014_unscaled 1.2: True → False"
    assert len(compared(capsys, recording(), less)) == 2


def test_a_sample_is_compared_with_the_whole_and_what_the_whole_lacks_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sample = of("v2", {"answers": {"the reference 1.2": {"score": 4.0}}}, 10)
    assert compared(capsys, recording(), sample) == ["v1 → v2: 1 rows compared; no difference"]
    new = of("v2", {"answers": {"the reference 1.2": {"score": 4.0}, "wrong-15/new": {"score": 0.0}}}, 10)
    assert compared(capsys, recording(), new)[0] == "row  answers: wrong-15/new: False → True"


@pytest.mark.parametrize("name", ["small.json.xz", "plain.json"])
def test_a_recording_is_read_as_it_was_written(tmp_path: Path, name: str) -> None:
    recording().write(tmp_path / name)
    assert Recording.read(tmp_path / name) == recording()


@pytest.mark.parametrize("text", ["", "[]", '{"format": 99}'])
def test_a_file_that_is_no_recording_gets_one_sentence(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.json"
    path.write_text(text, encoding="utf-8")
    assert main(["compare", str(path), str(path)]) == 2
    assert capsys.readouterr().err == f"{path} is no recording that this judge can read: record it again\n"


@pytest.mark.slow  # it grades the miniature courses, in a copy of the tree
def test_a_recording_of_a_tree_agrees_with_itself_and_a_changed_score_is_seen(tmp_path: Path) -> None:
    assert main(["record", str(tmp_path / "one"), "--only", "courses"]) == 0
    assert main(["compare", str(tmp_path / "one"), str(tmp_path / "one")]) == 0
    told = json.loads((tmp_path / "one").read_text(encoding="utf-8"))
    assert told["sections"]["courses"]["NumPy: known-wrong/mean.off_by_one 1.1"]["name"] == ["mean.off_by_one"]
    told["sections"]["courses"]["NumPy: the reference 1.1"]["score"] = 0.0
    (tmp_path / "two").write_text(json.dumps(told), encoding="utf-8")
    assert main(["compare", str(tmp_path / "one"), str(tmp_path / "two")]) == 1


def test_the_files_of_a_submission_can_be_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["write", "known-wrong/scale.missing", str(tmp_path)]) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert (folder / "lm.py").read_text(encoding="utf-8") == Course(ROOT).laid_over()["lm.py"]
    assert main(["write", "nobody", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "no submission is called 'nobody'\n"
