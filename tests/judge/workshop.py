"""A copy of the tree that is judged, built with salts of our own, in which its commands are run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SALTS = ("1f" * 32, "2e" * 32)
"""Names of checks seed their numbers, so one salt may hide what another shows."""
PLACE = Path("dist/judge/tree")
"""Below the judged tree, where git does not look: what is built there is built once."""
BUILD = ("build", "--no-proof", "--no-handouts")
LONGEST = 3 * 3600.0
_BY_THE_CLOCK = re.compile(r"^(  (?:task|grade)_seconds:) .*$", re.MULTILINE)
"""A search for repairs that ends by the clock finds other ones in another run: where there is one, it is off."""


class JudgeError(Exception):
    """The tree cannot be judged; one sentence."""


@dataclass(frozen=True)
class Workshop:
    """A folder with the whole tree in it."""

    root: Path

    @staticmethod
    def of(tree: Path) -> Workshop:
        """The copy of a tree, as the tree is now."""
        made = Workshop((tree / PLACE).resolve())
        made._bring(tree)
        made.give_salt(made.root)
        return made

    def _bring(self, tree: Path) -> None:
        """Copy what has changed, so that the build finds what it has built before, and remove what is gone."""
        told = _output(["git", "-C", str(tree), "ls-files", "-co", "--exclude-standard"])
        wanted = [name for name in told.splitlines() if (tree / name).is_file()]
        listing = self.root / ".brought"
        before = listing.read_text(encoding="utf-8").splitlines() if listing.exists() else []
        for name in set(before) - set(wanted):
            (self.root / name).unlink(missing_ok=True)
        for name in wanted:
            _copy(tree / name, self.root / name)
        listing.write_text("\n".join(wanted), encoding="utf-8")
        rubric = self.root / "autograder" / "rubric.yaml"
        if "\nrepairs:" in (text := rubric.read_text(encoding="utf-8")):
            rubric.write_text(_BY_THE_CLOCK.sub(r"\1 0", text), encoding="utf-8")

    def give_salt(self, course: Path) -> None:
        """Write the first salt into a course, unless it is there."""
        _keep(course / "autograder" / ".salt", SALTS[0])

    def build(self, course: str = ".") -> None:
        """Everything that a grade needs of a course; nothing where nothing has changed."""
        self._built(course, "--out", f"dist/built/{Path(course).name or 'here'}")

    def build_with_other_salt(self) -> str:
        """A second grader of the tree, with the second salt: the course to grade with."""
        file, out = self.root / "dist" / "other.salt", "dist/other-salt"
        _keep(file, SALTS[1])
        self._built(".", "--out", out, "--salt", str(file))
        return f"{out}/autograder"

    def _built(self, course: str, *words: str) -> None:
        done = self.softmark(*BUILD, "--course", course, *words)
        if done.returncode:
            raise JudgeError(f"{self.root / course} cannot be built: {(done.stderr or done.stdout).strip()[-500:]}")

    def softmark(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """One command of the tree, in the copy or in another folder."""
        return self.run([sys.executable, "-m", "softmark", *words], folder)

    def run(self, command: list[str], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        paths = [str(self.root / "autograder"), str(self.root)]
        surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "200", "NO_COLOR": "1"}
        surroundings |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        return subprocess.run(
            command,
            cwd=folder or self.root,
            env=surroundings,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LONGEST,
            check=False,
        )

    def batch(self, export: Path, course: str = ".", *words: str) -> Iterator[dict[str, Any]]:
        """The documented JSON of every submission in a folder."""
        out = export.with_name(f"{export.name}-out")
        shutil.rmtree(out, ignore_errors=True)
        done = self.softmark("batch", str(export), "--course", course, "--out", str(out), "--json", *words)
        try:
            told: dict[str, Any] = json.loads(done.stdout)
        except ValueError:
            raise JudgeError(f"`softmark batch` printed no JSON: {(done.stderr or done.stdout)[-500:]}") from None
        yield from told["submissions"]


def commit(tree: Path) -> str:
    """Which state of the project was judged."""
    return _output(["git", "-C", str(tree), "describe", "--always", "--dirty"]).strip()


def _output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise JudgeError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")
    return done.stdout


def _keep(path: Path, salt: str) -> None:
    """Write a salt, unless it is there."""
    said = f"{salt}\n"
    if not path.exists() or path.read_text(encoding="utf-8") != said:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(said, encoding="utf-8")
        path.chmod(0o600)


def _copy(source: Path, target: Path) -> None:
    if target.exists() and target.read_bytes() == source.read_bytes():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
