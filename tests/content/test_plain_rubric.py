"""What a grade reads of a rubric is the rubric as it was checked; what is no such file is told in one sentence."""

import json
from pathlib import Path

import pytest

from softmark.checks.errors import GraderFault
from softmark.content import plain_rubric
from softmark.content.rubric_reader import load_rubric
from softmark.files.engine import ENGINE
from tests.mini_course import COURSE, ROOT

RUBRICS = [ROOT / "autograder" / "rubric.yaml", COURSE / "autograder" / "rubric.yaml"]
RUBRICS += sorted(path for path in (ENGINE / "shipped" / "courses").rglob("rubric.yaml") if "{" not in path.read_text())


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: path.parts[-3])
def test_it_is_the_same_rubric(path: Path, tmp_path: Path) -> None:
    plain = tmp_path / plain_rubric.FILE
    plain.write_text(plain_rubric.written(load_rubric(path)), encoding="utf-8")
    assert plain_rubric.read(plain) == load_rubric(path)
    as_text = [json.dumps(vars(rubric), default=vars) for rubric in (plain_rubric.read(plain), load_rubric(path))]
    assert as_text[0] == as_text[1]  # 4 is not 4.0


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"name": 3}'])
def test_a_damaged_file_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / plain_rubric.FILE
    path.write_text(text)
    with pytest.raises(GraderFault, match=r"rubric\.json cannot be read .*: run `make`"):
        plain_rubric.read(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(GraderFault, match=r"rubric\.json is missing: run `make`"):
        plain_rubric.read(tmp_path / plain_rubric.FILE)
