"""The line where a wrong value left the right way, in the assignment itself, on the server."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.mini_course import ROOT, softmark

pytestmark = pytest.mark.slow
REFERENCE = ROOT / "solutions" / "reference"


def submission(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    shutil.copytree(REFERENCE, folder, ignore=shutil.ignore_patterns("__pycache__", "README.md"))
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")
    return folder


SWAPPED = ("heads, _ = attend(q, k, v, mask)", "heads, _ = attend(q, v, k, mask)")
FFN_FIRST = (("t2 = self.attention(t1)", "t2 = self.ffn(t1)"), ("t5 = self.ffn(t4)", "t5 = self.attention(t4)"))


def line_of(folder: Path, file: str, text: str) -> int:
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_the_first_line_with_a_wrong_result_is_shown_on_the_server(tmp_path: Path) -> None:
    folder = submission(tmp_path / "s", "block.py", *FFN_FIRST)
    done = softmark("grade", folder, "--course", ROOT, "--out", tmp_path / "o", "--json")
    where = {task["id"]: task["line"] for task in json.loads(done.stdout)["tasks"]}
    line = line_of(folder, "block.py", FFN_FIRST[0][1])
    assert where["3.3"]["file"] == "block.py" and where["3.3"]["line"] == line and not where["3.3"]["missing"]
    assert [ident for ident, place in where.items() if place] == ["3.3"]
    shown = json.loads((tmp_path / "o" / "results.json").read_text(encoding="utf-8"))
    row = next(row["output"] for row in shown["tests"] if row["number"] == "3.3")
    assert f"Line {line} of block.py is the first whose result is not what this task needs" in row
    assert f"{line} | {FFN_FIRST[0][1]}" in row


def test_a_call_of_an_earlier_task_that_is_carried_is_one_step(tmp_path: Path) -> None:
    """`attend` is wrong too, so that 2.2 is graded on top of the reference's, which nobody sees inside."""
    folder = submission(tmp_path / "s", "multihead.py", SWAPPED)
    text = (folder / "attention.py").read_text(encoding="utf-8")
    (folder / "attention.py").write_text(text.replace("apply_mask(scores, mask)", "scores + 1"), encoding="utf-8")
    done = softmark("explain", folder, "2.2", "--course", ROOT)
    assert "graded on top of a correct" in done.stdout, done.stdout + done.stderr
    line = line_of(folder, "multihead.py", SWAPPED[1])
    assert f"Line {line} of multihead.py is the first whose result" in done.stdout
