"""Runs `check.py` in this process on a folder as a student may have it, and keeps the whole screen.

Everything is real but the child process: one assignment, one torch, thirty folders.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from softmark.checks.module_names import module_of
from softmark.content import stubs
from softmark.content.course import Course
from softmark.home import app, choose, session, supervisor
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
TASKS = [item.id for item in COURSE.rubric.items]
OWN = {module_of(name) for name in (*COURSE.rubric.files, *COURSE.rubric.given)} | {"probes"}


class ChildHere:
    """Instead of a process: does all that it is ordered at once, and tells it afterwards."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._events: list[dict[str, Any]] = []

    def send(self, order: dict[str, Any]) -> None:
        self._order = order
        with as_it_was(OWN), Path(os.devnull).open("w") as stack:
            session.Session(self, stack, self._folder, choose.read(self._folder)).run()

    def tell(self, event: str, **fields: Any) -> None:
        self._events.append({"event": event, **fields})

    def receive(self, timeout: float = 0.0) -> dict[str, Any]:
        return self._events.pop(0) if timeout else self._order

    def clean_up(self) -> None: ...


@contextlib.contextmanager
def as_it_was(names: Collection[str]) -> Iterator[None]:
    """Forgets what the student's files left in this process."""
    finders, path, folder = [*sys.meta_path], [*sys.path], Path.cwd()
    try:
        yield
    finally:
        sys.meta_path[:], sys.path[:] = finders, path
        os.chdir(folder)
        for name in names & sys.modules.keys():
            del sys.modules[name]


def screen(folder: Path, command: str, capture: Any) -> str:
    """What a student reads who types this."""
    here = patch.object(app, "Child", ChildHere), patch.object(supervisor, "Child", ChildHere)
    with here[0], here[1], patch.dict(os.environ, {"COLUMNS": "80"}):
        app.main(command.split(), str(folder))
    out, err = capture.readouterr()
    return "".join(f"{line.rstrip()}\n" for line in f"{out}{err}".replace(str(folder), "FOLDER").splitlines())


def make(folder: Path, written: Mapping[str, str], until: str, files: Mapping[str, str | None]) -> None:
    """`written`: task → the body of its function (1.3b: of its second); right ones up to the task `until`, then stubs.
    `files`: whole files; none, where one is missing."""
    (folder / "public_tests").symlink_to(COURSE.given_folder / "public_tests")
    right = TASKS[: TASKS.index(until) + 1] if until else []
    modes = {ident: "given" if ident in {*right, *(key[:3] for key in written)} else "task" for ident in TASKS}
    for name in COURSE.rubric.given:
        (folder / name).write_bytes((COURSE.given_folder / name).read_bytes())
    for name in COURSE.rubric.files:
        text = _with_bodies(COURSE.reference[name.removesuffix(".py")], written)
        (folder / name).write_text(stubs.cut(text, name, modes), encoding="utf-8")
    for name, text in files.items():
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text, encoding="utf-8")


def _with_bodies(text: str, bodies: Mapping[str, str]) -> str:
    count: dict[str, int] = {}

    def body(found: re.Match[str]) -> str:
        count[found[2]] = count.get(found[2], 0) + 1
        wanted = bodies.get(found[2] + ("b" if count[found[2]] > 1 else ""))
        if wanted is None:
            return found[0]
        lines = "".join(f"{found[1]}{line}\n" if line else "\n" for line in wanted.rstrip().split("\n"))
        return f"{found[1]}# BEGIN SOLUTION {found[2]}\n{lines}{found[1]}# END SOLUTION"

    return re.sub(r"^( *)# BEGIN SOLUTION (\S+).*\n(?:.*\n)*?\s*# END SOLUTION", body, text, flags=re.MULTILINE)
