"""Names that the reference does not have, a build that changes nothing unless it succeeds, and `make PARTS=1`."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from softmark.build import build
from tests.mini_course import COURSE


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The miniature in two parts: 1.1 the mean, 2.1 standard scores."""
    target = tmp_path / "course"
    shutil.copytree(COURSE, target)
    for path in target.rglob("*"):
        if path.suffix in (".py", ".yaml"):
            path.write_text(path.read_text(encoding="utf-8").replace("1.2", "2.1"), encoding="utf-8")
    return target


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- some parts ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_some_parts_are_built_rescaled_and_proved_beside_the_whole(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "assignment").mkdir()
    text = "You write `stats.py` and\n`scale.py`, in this order.\n"
    (course / "assignment" / "README.md").write_text(text, encoding="utf-8")
    before = files(course)
    out = course.parent / "dist"
    assert build.run(course, out, False, True, "1") == 0
    said = capsys.readouterr().out
    assert "✓ the reference: 10 points (expected: full marks)" in said and "named mean." in said
    assert "rescaled to 10" in said and f"--course {out / 'parts-1' / 'course'}" in said
    assert files(course) == before  # the repository stays what it is
    with zipfile.ZipFile(out / "parts-1" / "assignment.zip") as archive:
        inside = [name.removeprefix("mini-scaling/") for name in archive.namelist()]
        assert archive.read("mini-scaling/README.md") == b"You write `stats.py`, in this order.\n"
        tasks = json.loads(archive.read("mini-scaling/public_tests/tasks.json"))
    assert "stats.py" in inside and "scale.py" not in inside
    assert [(task["id"], task["points"]) for task in tasks["tasks"]] == [("1.1", 10)]
    assert build.run(course, out, False, False, "1") == 0  # again, over what was made before
