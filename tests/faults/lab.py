"""The miniature assignment on an emulated platform, quickly: unpacked once, no installation, this very Python."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from softmark.sandbox import clean_start
from tests.mini_course import COURSE, RIGHT, ROOT, frozen
from tests.platform.gradescope import METADATA, validate
from tests.proc import A_HANG

NOT_YOURS = "not your mistake"
INSIDE = "tests.faults.inside:main"
SCRIPT = ROOT / "autograder" / "run_autograder"


def unpacked(folder: Path, more_rules: str = "") -> Path:
    """The miniature's frozen grader, where the platform puts it; `more_rules` go into its rubric."""
    course = shutil.copytree(COURSE, folder / "course")
    with (course / "autograder" / "rubric.yaml").open("a", encoding="utf-8") as rubric:
        rubric.write(more_rules)
    return shutil.copytree(frozen(course), folder / "source")


class Place:
    """One submission on the platform: its folders, the script that is called, and what is there afterwards."""

    def __init__(self, root: Path, source: Path) -> None:
        self.root = root
        self.source = source
        self.results = root / "results"
        self.target = self.results / "results.json"
        self.submission = root / "submission"
        self.metadata = root / "submission_metadata.json"
        self.submission.mkdir(parents=True)
        for name, text in RIGHT.items():
            (self.submission / name).write_text(text, encoding="utf-8")
        self.metadata.write_text(json.dumps(METADATA), encoding="utf-8")
        python = root / "venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        python.chmod(0o755)

    def run(self, *, before: str = "true", after: str = "true", wrap: tuple[str, ...] = (), **variables: str):
        """Call run_autograder; `before` and `after` are shell commands around it, in the same mounts and limits."""
        env = {**os.environ, "SOFTMARK_ROOT": str(self.root), "SOFTMARK_SOURCE": str(self.source), **variables}
        line = f'{before} && {{ bash "{SCRIPT}"; code=$?; }}; {after}; exit $code'
        command = [*wrap, "bash", "-c", line]
        return subprocess.run(
            command, env=env, cwd=self.root, capture_output=True, encoding="utf-8", timeout=A_HANG, check=False
        )

    def document(self) -> dict:
        """results.json, held against the platform's contract."""
        document = json.loads(self.target.read_text(encoding="utf-8"))
        validate(document)
        return document


def inside(scenario: str, *arguments: object) -> dict:
    """Run a scenario in a grader's process and read what it saw."""
    command = clean_start.command(INSIDE, [scenario, *map(str, arguments)], preload=["numpy"])
    path = os.pathsep.join([str(ROOT), str(ROOT / "autograder")])
    env = clean_start.environment({**os.environ, "PYTHONPATH": path})
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, encoding="utf-8", timeout=A_HANG, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def scores(document: dict) -> dict[str, float]:
    return {row["number"]: row["score"] for row in document["tests"]}
