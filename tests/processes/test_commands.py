"""The command line: every option stands once, and the process behind the launcher reads the same words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.mini_course import ROOT, built, softmark, submit


def test_a_command_that_is_named_is_the_only_one_imported_and_a_wrong_name_gets_the_whole_list() -> None:
    code = "import sys; from softmark.commands import cli; cli.parser(sys.argv[1:]); print(*sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder")}
    for words, batch in ((["grade", "somewhere"], False), (["grad"], True), (["--help"], True)):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, env=env)
        loaded = done.stdout.split()
        assert "softmark.commands.grade" in loaded
        assert ("softmark.commands.batch" in loaded) == batch


def test_options_reach_the_process_behind_the_launcher(tmp_path: Path) -> None:
    done = softmark(
        "grade", submit(tmp_path / "s"), "--course", built(), "--out", tmp_path / "o", "--format", "prairielearn"
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "o" / "prairielearn" / "results.json").exists() and "10 of 10 points" in done.stdout


def test_a_folder_that_is_no_course_is_one_sentence(tmp_path: Path) -> None:
    done = softmark("grade", submit(tmp_path / "s"), "--course", tmp_path)
    assert done.returncode == 2
    assert done.stderr.strip() == (
        f"there is no course in {tmp_path}: give its repository, or an unpacked autograder zip (--course)"
    )


def test_staff_see_what_a_student_reads_at_home(tmp_path: Path) -> None:
    wrong = submit(tmp_path / "wrong", stats="def mean(x):\n    return x.sum(axis=0) / x.shape[0]\n")
    done = softmark("check", wrong, "1.1", "--course", built())
    assert done.returncode == 0, done.stderr
    assert "✗ 1.1  The mean" in done.stdout and "(mean.wrong_axis)" in done.stdout
    nothing = softmark("check", tmp_path / "nowhere", "--course", built())
    assert nothing.returncode == 2
    assert nothing.stderr.strip() == f"{tmp_path / 'nowhere'} is no folder: give one with stats.py, scale.py"
