"""The repository's miniature assignment (tests/mini) as a student's folder, built like the real one: stubs, public
tests, recorded reference, check.py. The tests build it once and copy it for every scenario.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.proc import A_HANG

ROOT = Path(__file__).resolve().parents[3]


def build(target):
    """Build the students' folder into `target`, and the right answers beside it."""
    from softmark.build import student_folder
    from softmark.content.course import Course

    course = Course.at(ROOT / "tests" / "mini")
    student_folder.write(course, target / "assignment")
    shutil.copytree(course.reference_folder, target / "right")


@dataclass
class Ran:
    """What a person sees of one command, and the report for machines where it was asked for."""

    code: int
    out: str
    err: str

    @property
    def report(self):
        return json.loads(self.out)

    def states(self):
        return {task["id"]: task["words"] for task in self.report["tasks"]}

    def task(self, ident):
        return next(task for task in self.report["tasks"] if task["id"] == ident)

    def panel(self, heading):
        """What is said below one heading."""
        section = next(section for section in self.report["sections"] if section["heading"] == heading)
        return "\n".join(f"{line['label']} {line['text']}" for line in section["lines"])


class Folder:
    """A student's folder."""

    def __init__(self, path, right, warm):
        self.path = path
        self._right = right
        self._warm = warm

    def solve(self, *names):
        """Put right answers in."""
        for source in self._right.glob("*.py"):
            if not names or source.name in names:
                whole = shutil.copy(source, self.path / f".{source.name}.saved")
                whole.replace(self.path / source.name)  # who watches never sees half a file
        return self

    def write(self, name, text):
        (self.path / name).write_text(text, encoding="utf-8")
        return self

    def change(self, name, old, new):
        text = (self.path / name).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}"
        return self.write(name, text.replace(old, new))

    def check(self, *words, **environment):
        """What `python check.py …` does, started from a Python that is warm."""
        return self._ran(self._warm.run("check", self.path, words, environment))

    def pytest(self, *words):
        """What plain `pytest` does there."""
        return self._ran(self._warm.run("pytest", self.path, words, {"COLUMNS": "200"}))

    def really(self, *words, python=(sys.executable,), cwd=None, **environment):
        """Run `python check.py …` itself, as a student would: the engine is the one that lies in their folder."""
        return self.start(*python, str(self.path / "check.py"), *words, cwd=cwd, **environment)

    def start(self, *command, cwd=None, **environment):
        around = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONPATH")}
        done = subprocess.run(
            command,
            cwd=cwd or self.path,
            env={**around, "PYTHONIOENCODING": "utf-8", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=A_HANG,
        )
        return self._ran(Ran(done.returncode, done.stdout, done.stderr))

    @staticmethod
    def _ran(done):
        assert "Traceback" not in done.err, done.err
        return Ran(done.code, done.out, done.err)
