"""What students hold their work against is what the reference says today."""

import subprocess
import sys

import pytest

from softmark.content.course import PUBLIC_RECORDING
from tests.mini_course import ROOT

FOLDER = ROOT / "assignment"


@pytest.mark.full  # whether the sources changed is known without recording again
def test_the_recorded_reference_fits_its_source():
    """In a process of its own: recording collects the graders with pytest."""
    code = (
        "import sys, torch; torch.set_num_threads(1)\n"
        "from pathlib import Path\n"
        "from softmark.running import recording as recorded\n"
        "from softmark.build import student_folder as assignment\n"
        "from softmark.content.course import Course\n"
        f"course = Course.at(Path({str(ROOT)!r}))\n"
        f"old = recorded.read(Path({str(FOLDER / PUBLIC_RECORDING)!r}))\n"
        "sys.exit(0 if assignment.equivalent(old, assignment.record(course)[0]) else 'stale: run `make`')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONPATH": "autograder"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
