"""What students read: runs `check.py` in this process on folders as they may have them, and keeps the whole screen.

Everything is real but the child process. situations.yaml says what is in each folder and what is typed;
snapshots/student.txt has what is read then. After a change, write it anew and review the difference as you would review
a text:

    python -m tests.home.student_screens [SITUATION …]
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml

from softmark.checks.module_names import module_of
from softmark.content import stubs
from softmark.content.course import Course
from softmark.home import app, session, supervisor
from tests.mini_course import ROOT

HERE = Path(__file__).parent
SNAPSHOT = HERE / "snapshots" / "student.txt"
COURSE = Course.at(ROOT)
SITUATIONS = yaml.safe_load((HERE / "situations.yaml").read_text(encoding="utf-8"))
TASKS = [item.id for item in COURSE.rubric.items]
OWN = {module_of(name) for name in (*COURSE.rubric.files, *COURSE.rubric.given)} | {"probes"}


class InThisProcess(supervisor.Supervisor):
    """Instead of a child, and of its channel: does all that it is ordered at once, and tells it afterwards."""

    def _start(self) -> None:
        self._told: list[str] = []

    def _events(self, found: supervisor.Found) -> Iterator[dict[str, Any]]:
        self._order = json.dumps(vars(found), default=vars)
        with as_it_was(OWN), patch.object(sys, "stdin", Path(os.devnull).open()):  # exit() closes it
            session.run(self, self.folder, self.assignment)
        return map(json.loads, self._told)

    def receive(self) -> dict[str, Any]:
        return json.loads(self._order)

    def tell(self, event: str, **fields: Any) -> None:
        self._told.append(json.dumps({"event": event, **fields}, default=vars))

    ends = tell

    def begins(self, doing: str, seconds: float, **where: Any) -> None:
        self.tell("at", doing=doing, seconds=seconds, **where)

    def end(self) -> None: ...


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


def kept() -> dict[str, str]:
    """Situation → the screen that was reviewed."""
    parts = SNAPSHOT.read_text(encoding="utf-8").split("=== ")[1:]
    return {name: text.rstrip("\n") for name, _, text in (part.partition("\n") for part in parts)}


def shown(name: str) -> str:
    """The screen of a situation, after the command."""
    said = dict(SITUATIONS[name])
    typed, files = said.pop("types", ""), said.pop("files", {})
    until = said.pop("until", next((word for word in typed.split() if word in TASKS), TASKS[-1]))
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), said, until, files)
        return f"$ python check.py {typed}".rstrip() + "\n" + _read(Path(folder), typed.split())


def _read(folder: Path, words: list[str]) -> str:
    """What comes to the terminal, 80 columns wide."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.ExitStack() as around:
        around.enter_context(patch.object(app, "Supervisor", InThisProcess))
        around.enter_context(patch.dict(os.environ, {"COLUMNS": "80"}))
        around.enter_context(contextlib.redirect_stdout(out))
        around.enter_context(contextlib.redirect_stderr(out))
        app.main(words, str(folder))
    out.seek(0)
    return "\n".join(line.rstrip() for line in out.read().replace(str(folder), "FOLDER").splitlines())


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


def main(names: Sequence[str]) -> None:
    """Write these screens anew, or all."""
    screens = {**kept(), **{name: shown(name) for name in names or SITUATIONS}}
    text = "\n\n".join(f"=== {name}\n{screens[name]}" for name in SITUATIONS)
    SNAPSHOT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
