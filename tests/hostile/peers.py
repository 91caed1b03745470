"""The same cheats given to other graders: which of them hand out full marks?

Both peers get what their own documentation shows. gradescope-utils: unittest with its JSON runner, student files copied
beside the tests. Otter: `otter run` on the student's file with a test of its own format. Each runs in a process and a
folder of its own, under a clock.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from .rows import ROOT, Places, Row, code

OTTER = ROOT / "dist" / "peers" / "otter"
OTTER_PINS = ("otter-grader==7.0.0", "numpy==2.4.6")
SECONDS = 40

HIDDEN_TEST = code("""
    import unittest
    import numpy as np
    from gradescope_utils.autograder_utils.decorators import number, weight
    from stats import mean

    class TestMean(unittest.TestCase):
        @weight(4)
        @number("1.1")
        def test_mean(self):
            x = np.arange(12.0).reshape(3, 4) ** 2
            expected = x.sum(axis=-1) / 4
            np.testing.assert_allclose(mean(x), expected)
""")

RUN_TESTS = code("""
    import unittest
    from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

    if __name__ == "__main__":
        suite = unittest.defaultTestLoader.discover("tests")
        with open("results/results.json", "w") as f:
            JSONTestRunner(visibility="visible", stream=f).run(suite)
""")

OTTER_TEST = code('''
    OK_FORMAT = True

    test = {
        "name": "q1",
        "points": 4,
        "suites": [{
            "type": "doctest", "scored": True, "setup": "", "teardown": "",
            "cases": [{
                "code": r"""
                >>> x = np.arange(12.0).reshape(3, 4) ** 2
                >>> expected = x.sum(axis=-1) / 4
                >>> bool(np.allclose(mean(x), expected))
                True
                """,
                "hidden": False, "locked": False,
            }],
        }],
    }
''')


@dataclass(frozen=True)
class Verdict:
    """What a peer made of a row."""

    score: float | None
    """Out of 4; None when there was no result at all."""
    says: str

    @property
    def fooled(self) -> bool:
        return self.score is not None and self.score >= 4


def gradescope_utils(row: Row) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="softmark-peer-") as name:
        folder = Path(name)
        _submission(row, folder)
        (folder / "tests").mkdir(exist_ok=True)
        (folder / "results").mkdir(exist_ok=True)
        (folder / "tests" / "test_mean.py").write_text(HIDDEN_TEST, encoding="utf-8")
        (folder / "run_tests.py").write_text(RUN_TESTS, encoding="utf-8")
        said = _run([sys.executable, "run_tests.py"], folder)
        return _verdict(folder / "results" / "results.json", said)


def otter(row: Row) -> Verdict:
    python = OTTER / "bin" / "python"
    with tempfile.TemporaryDirectory(prefix="softmark-peer-") as name:
        folder = Path(name)
        _submission(row, folder / "all")
        (folder / "results").mkdir()
        shutil.copy(folder / "all" / "stats.py", folder / "stats.py")  # Otter takes one file
        with zipfile.ZipFile(folder / "autograder.zip", "w") as archive:
            archive.writestr("otter_config.json", json.dumps({"lang": "python", "show_hidden": True}))
            archive.writestr("tests/q1.py", OTTER_TEST)
        said = _run([str(python), "-m", "otter", "run", "-a", "autograder.zip", "-o", "results", "stats.py"], folder)
        return _verdict(folder / "results" / "results.json", said)


def set_up_otter() -> str | None:
    """Install Otter into an environment of its own; a sentence if that is not possible."""
    if not (OTTER / "bin" / "otter").exists():
        made = subprocess.run([sys.executable, "-m", "venv", str(OTTER)], capture_output=True)
        pip = [str(OTTER / "bin" / "pip"), "install", "--quiet", *OTTER_PINS]
        if made.returncode or subprocess.run(pip, capture_output=True).returncode:
            shutil.rmtree(OTTER, ignore_errors=True)
            return "Otter could not be installed (is there a network?); its column is empty"
    return None


def _submission(row: Row, folder: Path) -> None:
    """The row's files where a harness puts them; what the attack aims at is this folder's own results file."""
    folder.mkdir(exist_ok=True)
    results = folder.parent / "results" if folder.name == "all" else folder / "results"
    places = Places(folder, folder / "metadata.json", folder, results, os.getpid(), os.getpid(), "")
    made = row.write(folder / "made", places)
    for path in made.iterdir():
        shutil.copytree(path, folder / path.name) if path.is_dir() else shutil.copy(path, folder / path.name)
    shutil.rmtree(folder / "made")


def _run(command: list[str], folder: Path) -> str:
    env = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    env["PYTHONPATH"] = str(folder)
    try:
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, text=True, timeout=SECONDS, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return "hangs"
    return done.stderr.strip().splitlines()[-1][:80] if done.returncode and done.stderr.strip() else ""


def _verdict(path: Path, said: str) -> Verdict:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Verdict(None, said or "no results at all")
    scores = [test.get("score", 0) for test in found.get("tests", []) if "score" in test]
    score = found["score"] if found.get("score") else sum(scores)
    return Verdict(min(float(score or 0), 4.0), "full marks" if (score or 0) >= 4 else f"{score or 0:g} of 4")
