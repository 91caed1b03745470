"""The command line: every option stands once, and the process behind the launcher reads the same words."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from softmark.checks.errors import GraderFault
from softmark.commands import cli
from softmark.content.framework import preload
from softmark.render.platforms import FORMATS
from tests.mini_course import COURSE, ROOT, softmark, submit

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


def test_a_command_that_is_named_is_the_only_one_imported_and_a_wrong_name_gets_the_whole_list() -> None:
    code = "import sys; from softmark.commands import cli; cli.parser(sys.argv[1:]); print(*sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder")}
    for words, batch in ((["grade", "somewhere"], False), (["grad"], True), (["--help"], True)):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, env=env)
        loaded = done.stdout.split()
        assert "softmark.commands.grade" in loaded
        assert ("softmark.commands.batch" in loaded) == batch


def test_options_reach_the_process_behind_the_launcher(tmp_path: Path) -> None:
    done = softmark("grade", submit(tmp_path / "s"), "--course", COURSE, "--out", tmp_path / "o", "--format", "csv")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "o" / "result.csv").exists() and "10 of 10 points" in done.stdout


def test_a_folder_that_is_no_course_is_one_sentence(tmp_path: Path) -> None:
    done = softmark("grade", submit(tmp_path / "s"), "--course", tmp_path)
    assert done.returncode == 2
    assert done.stderr.strip() == (
        f"there is no rubric.yaml in {tmp_path} or {tmp_path / 'autograder'}; run this in the repository"
    )


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


def test_every_platform_is_offered_where_people_look_for_it() -> None:
    offered = " ".join(softmark("grade", "--help").stdout.split())
    rubric = (ROOT / "autograder" / "rubric.yaml").read_text(encoding="utf-8")
    for name in FORMATS:
        assert name == "gradescope" or name in offered.replace("- ", "-"), name
        assert name in rubric, name
