"""Say what a student's own check.py says of a folder of files.

Lay a folder's files into a copy of assignment/ and run check.py there. They run as on a student's machine, in no
sandbox: give it only files that you would run yourself.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from ..files.problem import Problem


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument("folder", type=Path, metavar="FOLDER", help="the files, such as solutions/reference")
    reader.add_argument("tasks", nargs="*", metavar="TASK", help="tasks, parts, files or functions; all when left out")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository (default: here)")
    reader.add_argument("--plain", action="store_true", help="words instead of symbols, colour and boxes")
    reader.add_argument("--json", action="store_true", help="the result for machines")


def run(asked: argparse.Namespace) -> int:
    from ..content.course import Course
    from ..home import app

    course = Course.at(Path(asked.course))
    if not (course.given_folder / "public_tests").is_dir():
        raise Problem(f"{course.given_folder} has no public_tests: run `softmark build` first")
    if not asked.folder.is_dir():
        raise Problem(f"{asked.folder} is no folder: give one with {', '.join(course.rubric.files)}")
    with tempfile.TemporaryDirectory(prefix="softmark-check-") as name:
        folder = shutil.copytree(course.given_folder, Path(name) / course.rubric.name)
        for file in course.rubric.files:
            (folder / file).unlink(missing_ok=True)
            if (asked.folder / file).is_file():
                shutil.copy(asked.folder / file, folder / file)
        shown = [option for option in ("--plain", "--json") if getattr(asked, option[2:])]
        return app.main([*asked.tasks, *shown], str(folder))
