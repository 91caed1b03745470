"""What the build keeps of a rubric is the rubric, and no other file is taken for it."""

import json
from pathlib import Path

import pytest

from softmark.content import kept_rubric
from softmark.content.rubric_reader import load_rubric
from softmark.files.engine import ENGINE
from tests.mini_course import COURSE, ROOT

RUBRICS = [ROOT / "autograder" / "rubric.yaml", COURSE / "autograder" / "rubric.yaml"]
RUBRICS += sorted(path for path in (ENGINE / "shipped" / "courses").rglob("rubric.yaml") if "{" not in path.read_text())


def keep(path: Path, folder: Path) -> Path:
    beside = folder / "kept.json"
    kept_rubric.keep(path, beside)
    return beside


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: path.parts[-3])
def test_it_is_the_same_rubric(path: Path, tmp_path: Path) -> None:
    kept = kept_rubric.kept(path, keep(path, tmp_path))
    assert kept == load_rubric(path)
    assert json.dumps(vars(kept), default=vars) == json.dumps(vars(load_rubric(path)), default=vars)  # 4 is not 4.0


def test_a_changed_rubric_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "rubric.yaml"
    path.write_bytes((COURSE / "autograder" / "rubric.yaml").read_bytes())
    beside = keep(path, tmp_path)
    path.write_text(path.read_text(encoding="utf-8") + "# one word more\n", encoding="utf-8")
    assert kept_rubric.kept(path, beside) is None


def test_a_rubric_that_other_code_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = COURSE / "autograder" / "rubric.yaml"
    beside = keep(path, tmp_path)
    assert kept_rubric.kept(path, beside) is not None
    monkeypatch.setattr(kept_rubric, "_READ_BY", ("rubric.py",))
    assert kept_rubric.kept(path, beside) is None


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"of": 3}', '{"of": "x", "says": {}}'])
def test_a_damaged_file_is_passed_over(text: str, tmp_path: Path) -> None:
    (tmp_path / "kept.json").write_text(text)
    assert kept_rubric.kept(COURSE / "autograder" / "rubric.yaml", tmp_path / "kept.json") is None
