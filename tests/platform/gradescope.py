"""The platform, emulated for real: its folders, its root with Docker's capabilities, its two calls, its contract."""

import ctypes
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from tests.sandbox_lab import DOCKER_CAPABILITIES, open_python

VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}

METADATA = {
    "id": 123456,
    "created_at": "2026-11-14T22:59:30.123456-08:00",
    "assignment": {
        "due_date": "2026-11-14T23:59:00.000000-08:00",
        "late_due_date": None,
        "release_date": "2026-11-01T00:00:00.000000-08:00",
        "group_size": None,
        "group_submission": False,
        "id": 98765,
        "course_id": 4321,
        "title": "Attention, from scratch",
        "total_points": "105.0",
    },
    "submission_method": "upload",
    "users": [{"email": "ada@example.edu", "id": 1, "name": "Ada Example"}],
    "previous_submissions": [],
}


class Platform:
    """One image: the zip unpacked to `source`, set up once, then run for each submission."""

    def __init__(self, autograder_zip: Path) -> None:
        # World-readable, as /autograder is; pytest's own temporary folders are closed to other users.
        self.root = Path(tempfile.mkdtemp(prefix="softmark-platform-", dir="/tmp"))
        self.root.chmod(0o755)
        self.source = self.root / "source"
        with zipfile.ZipFile(autograder_zip) as archive:
            archive.extractall(self.source)
            for entry in archive.infolist():
                (self.source / entry.filename).chmod(entry.external_attr >> 16 & 0o777)

    def call(self, script: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        kept = {name: text for name, text in os.environ.items() if name.startswith("PIP_") or name in ("PATH", "LANG")}
        env = {**kept, "HOME": "/root", "SOFTMARK_ROOT": str(self.root), **variables}
        return subprocess.run(
            [str(script)], cwd=self.root, env=env, capture_output=True, text=True, encoding="utf-8", timeout=900,
            preexec_fn=_only_what_docker_leaves,
        )  # fmt: skip

    def set_up(self) -> subprocess.CompletedProcess[str]:
        done = self.call(self.source / "setup.sh", SOFTMARK_PYTHON=open_python())
        shutil.copy(self.source / "run_autograder", self.root / "run_autograder")
        return done

    def submit(self, files: dict[str, str]) -> tuple[dict, str]:
        """Run the autograder on some files; the results document and what was printed."""
        submission = self.root / "submission"
        shutil.rmtree(submission, ignore_errors=True)
        submission.mkdir()
        for name, text in files.items():
            (submission / name).write_text(text, encoding="utf-8")
        shutil.rmtree(self.root / "results", ignore_errors=True)
        (self.root / "submission_metadata.json").write_text(json.dumps(METADATA), encoding="utf-8")
        done = self.call(self.root / "run_autograder")
        assert done.returncode == 0, done.stderr
        document = json.loads((self.root / "results" / "results.json").read_text(encoding="utf-8"))
        validate(document)
        return document, done.stdout + done.stderr

    def close(self) -> None:
        shutil.rmtree(self.root, ignore_errors=True)


def _only_what_docker_leaves() -> None:
    for number in range(64):
        if number not in DOCKER_CAPABILITIES:
            ctypes.CDLL(None).prctl(24, number, 0, 0, 0)  # PR_CAPBSET_DROP; fails quietly past the last


def validate(document: dict) -> None:
    """The contract of results.json: required fields, known values, sane numbers."""
    assert set(document) <= {
        "score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility",
        "stdout_visibility", "extra_data", "tests", "leaderboard",
    }  # fmt: skip
    assert document["score"] >= 0
    for name in ("visibility", "stdout_visibility"):
        assert document.get(name, "visible") in VISIBILITIES
    for name in ("output_format", "test_output_format", "test_name_format"):
        assert document.get(name, "text") in FORMATS
    assert isinstance(document.get("execution_time", 0), int | float)
    for test in document.get("tests", []):
        assert set(test) <= {
            "score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags",
            "visibility", "extra_data",
        }  # fmt: skip
        assert 0 <= test["score"] <= test["max_score"]
        assert test["status"] in ("passed", "failed")
        assert isinstance(test["number"], str)
        assert test["visibility"] in VISIBILITIES
        assert test["output_format"] in FORMATS
    total = sum(test["score"] for test in document.get("tests", []))
    assert abs(total - document["score"]) < 1e-9
