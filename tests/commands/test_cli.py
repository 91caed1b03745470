"""The command line: every option stands once, and the process behind the launcher reads the same words."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from softmark.checks.errors import GraderFault
from softmark.commands import cli
from softmark.content.framework import preload
from tests.mini_course import COURSE, ROOT

COMMANDS = ROOT / "autograder" / "softmark" / "commands"


def test_every_command_is_a_file_and_every_file_a_command() -> None:
    shared = {"__init__", "cli", "behind_launcher"}
    assert {path.stem for path in COMMANDS.glob("*.py")} - shared == set(cli.COMMANDS)


def test_no_other_part_of_the_engine_reads_options() -> None:
    """The launcher has two of its own, and check.py is another program; everything else is read by one parser."""
    readers = {
        path.relative_to(COMMANDS.parent).as_posix()
        for path in COMMANDS.parent.rglob("*.py")
        if "shipped" not in path.parts and "ArgumentParser(" in path.read_text(encoding="utf-8")
    }
    assert readers == {"commands/cli.py", "sandbox/launcher.py", "home/app.py"}


@pytest.mark.parametrize(
    ("written", "packages"),
    [
        ("framework: torch", ["numpy", "torch"]),
        ('framework: "torch"', ["numpy", "torch"]),
        ("framework: 'torch'  # quoted", ["numpy", "torch"]),
        ("framework:\n  torch", ["numpy", "torch"]),
        ("framework: numpy", ["numpy"]),
        ("framework: [torch", ["numpy"]),
        ("", ["numpy"]),
    ],
)
def test_what_is_preloaded_is_what_the_rubric_says_however_it_is_written(
    tmp_path: Path, written: str, packages: list[str]
) -> None:
    course = shutil.copytree(COURSE, tmp_path / "course")
    rubric = course / "autograder" / "rubric.yaml"
    text = re.sub(r"(?m)^framework:.*$", lambda _: written, rubric.read_text(encoding="utf-8"))
    rubric.write_text(text, encoding="utf-8")
    assert preload(course) == packages


def test_no_course_has_nothing_to_preload(tmp_path: Path) -> None:
    with pytest.raises(GraderFault, match=r"there is no rubric\.yaml"):
        preload(tmp_path)
