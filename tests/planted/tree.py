"""A copy of this tree in which faults are planted: its tests are run there, and the judge records it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from softmark.build import up_to_date
from softmark.files.engine import FROZEN
from tests.judge.compare import ORDER, differences
from tests.judge.recording import Recording
from tests.judge.workshop import PLACE, JudgeError

from .faults import Fault

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(tempfile.gettempdir()) / "softmark-planted"
"""What the judge recorded of trees without a fault, by the tree: it takes a minute, and another run needs it again."""
RECORDED = Path("assignment/public_tests")
"""Built and not in git: some tests need it, and hostile rows need the judge's own. It is brought along where it is."""


class NotTried(Exception):
    """Nobody could be asked whether they notice; one sentence."""


class Tree:
    """The copy; it is gone after the `with`."""

    def __init__(self, place: Path) -> None:
        self.root = place / "tree"

    @classmethod
    @contextmanager
    def copied(cls) -> Iterator[Tree]:
        with tempfile.TemporaryDirectory(prefix="softmark-planted-") as place:
            tree = cls(Path(place))
            tree._bring()
            yield tree

    def _bring(self) -> None:
        """The tree as it is now, changes that nobody has committed included, in a repository of its own."""
        _said(["git", "clone", "--quiet", "--shared", str(ROOT), str(self.root)])
        here = set(_said(["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"]).splitlines())
        there = set(_said(["git", "-C", str(self.root), "ls-files"]).splitlines())
        for name in there - here:
            (self.root / name).unlink()
        for name in (name for name in here if (ROOT / name).is_file()):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.root / name)
        for built in (RECORDED, PLACE / RECORDED, FROZEN):
            if (ROOT / built).is_dir():
                shutil.copytree(ROOT / built, self.root / built, dirs_exist_ok=True)
        if (stamp := up_to_date.of_grader(ROOT).path).exists():
            shutil.copy2(stamp, up_to_date.of_grader(self.root).path)

    @contextmanager
    def with_fault(self, fault: Fault) -> Iterator[None]:
        """The tree with this one fault in it."""
        path = self.root / fault.file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(fault.planted(text), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def failing_test(self, words: str) -> str:
        """The first test that fails, as pytest names it without its parameters; empty where all pass."""
        done = self._run([sys.executable, "-m", "pytest", "-q", "-x", *words.split()])
        found = re.search(r"^(?:FAILED|ERROR) ([^\s\[]+)", done.stdout, re.MULTILINE)
        if done.returncode and not found:
            raise NotTried(f"`pytest {words}` ended with {done.returncode}: {(done.stdout + done.stderr)[-300:]}")
        return found[1] if found else ""

    def recording(self, words: str) -> Recording:
        """What the judge says about the tree as it is."""
        with tempfile.TemporaryDirectory(prefix="softmark-planted-") as place:
            file = Path(place) / "recording.json"
            done = self._run([sys.executable, "-m", "tests.judge", "record", str(file), *words.split()])
            if done.returncode:
                raise JudgeError((done.stderr or done.stdout).strip().replace("\n", " ")[-200:])
            return Recording.read(file)

    def without_fault(self, words: str) -> Recording:
        """The same before anything is planted, kept for the next run on this very tree, whatever the list says."""
        _said(["git", "-C", str(self.root), "add", "--all"])
        _said(["git", "-C", str(self.root), "rm", "-r", "--quiet", "--cached", "--ignore-unmatch", "tests/planted"])
        mark = _said(["git", "-C", str(self.root), "write-tree"]).strip()
        file = KEPT / mark / f"{re.sub(r'[^a-z0-9]+', '-', words).strip('-')}.json"
        if not file.exists():
            made = self.recording(words)
            file.parent.mkdir(parents=True, exist_ok=True)
            made.write(file)
        return Recording.read(file)

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join([str(self.root / "autograder"), str(self.root)])
        surroundings = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "200"}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        return subprocess.run(
            command, cwd=self.root, env=surroundings, capture_output=True, text=True, encoding="utf-8", check=False
        )


def kinds(old: Recording, new: Recording) -> str:
    """The kinds of differences, what matters most first; empty where there is none."""
    found = {each.kind for each in differences(old, new)}
    return ", ".join(sorted(found, key=lambda kind: (kind not in ORDER, ORDER.index(kind) if kind in ORDER else kind)))


def _said(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
