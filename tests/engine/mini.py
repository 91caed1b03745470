"""The miniature assignment as a scenario: write a submission, grade it through the whole engine, read the result."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COURSE = ROOT / "tests" / "mini"
REFERENCE = COURSE / "solutions" / "reference"

RIGHT = {path.name: path.read_text(encoding="utf-8") for path in sorted(REFERENCE.glob("*.py"))}


@dataclass
class Graded:
    """What `softmark grade --json` printed, with a few ways to look at it."""

    code: int
    result: dict
    stderr: str
    folder: Path

    @property
    def scores(self):
        return {row["id"]: row["score"] for row in self.result["items"]}

    @property
    def statuses(self):
        return {row["id"]: row["status"] for row in self.result["items"]}

    def item(self, ident):
        return next(row for row in self.result["items"] if row["id"] == ident)

    def text(self, ident):
        """Everything a student may read about an item."""
        gradescope = json.loads((self.folder / "results.json").read_text(encoding="utf-8"))
        return next(row["output"] for row in gradescope["tests"] if row["number"] == ident)

    @property
    def visible(self):
        """Everything in results.json that students can see, as one text."""
        gradescope = json.loads((self.folder / "results.json").read_text(encoding="utf-8"))
        return gradescope.get("output", "") + "\n".join(row["name"] + row["output"] for row in gradescope["tests"])


def softmark(*arguments, **options):
    """Run the command line as a user would."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "autograder"), **options.pop("env", {})}
    command = [sys.executable, "-m", "softmark", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, timeout=120, **options)


def submit(folder: Path, **files: str | None) -> Path:
    """A submission: the right answer with some files replaced (or left out, with None)."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**RIGHT, **{f"{stem}.py": text for stem, text in files.items()}}.items():
        if text is not None:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def grade(folder: Path, course: Path = COURSE, **files: str | None) -> Graded:
    """Submit, grade, and read what came of it."""
    submission = submit(folder / "submission", **files)
    out = folder / "out"
    done = softmark("grade", submission, "--course", course, "--out", out, "--json")
    try:
        result = json.loads(done.stdout)
    except ValueError:
        raise AssertionError(f"no result: {done.stdout[-2000:]}{done.stderr[-2000:]}") from None
    return Graded(done.returncode, result, done.stderr, out)
