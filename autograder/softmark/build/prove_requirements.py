"""Proves that a course's packages can be installed beside the grader's, as in an environment that is empty.

pip looks for versions that fit together and installs nothing. Done once for each list: the answer is kept beside the
zips. Where the package index cannot be reached, that is said, and nothing is proved.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from ..checks.errors import GraderFault
from ..content import requirements
from ..content.course import Course
from ..files.atomic import write_atomically
from . import zips

KEPT = ".requirements"
_NO_INDEX = re.compile(r"connection|network|timed out|resolve|proxy|certificate|No route|unreachable", re.IGNORECASE)
_PATIENCE = 300


def prove(course: Course, out: Path, ask: Callable[[list[str]], tuple[int, str]] | None = None) -> list[str]:
    """A line to print. GraderFault if no versions fit together, or there is no such package."""
    listed = requirements.hold(course)
    if not listed:
        return []
    lists = zips.requirements(course)
    digest = hashlib.sha256(b"\0".join([sys.version.encode(), *lists.values()])).hexdigest()[:16]
    named = f"requirements: {', '.join(each.text for each in listed)}"
    kept = out / KEPT
    if kept.exists() and kept.read_text(encoding="utf-8").strip() == digest:
        return [f"{named}: proved before"]
    code, said = (ask or _pip)(_words(lists))
    if code == 0:
        out.mkdir(parents=True, exist_ok=True)
        write_atomically(kept, f"{digest}\n", mode=0o644)
        return [f"{named}: they can be installed beside the grader's"]
    why = [line for line in said.splitlines() if line.startswith("ERROR")] or said.strip().splitlines()[-1:] or [""]
    if _NO_INDEX.search(said) or "No module named pip" in said:
        return [f"{named}: not proved, because the package index cannot be reached ({why[0][:200]})"]
    raise GraderFault(f"{requirements.path_of(course)}: cannot be installed beside the grader's: {why[0][:300]}")


def _words(lists: Mapping[str, bytes]) -> list[str]:
    """What to hand to pip: all lines, without those for other Pythons' sake being read twice."""
    return [line for text in lists.values() for line in text.decode("utf-8").splitlines()]


def _pip(lines: list[str]) -> tuple[int, str]:
    with tempfile.TemporaryDirectory(prefix="softmark-requirements-") as place:
        path = Path(place) / "all.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        words = ["install", "--dry-run", "--ignore-installed", "--quiet", "--retries", "1", "--timeout", "15"]
        command = [sys.executable, "-m", "pip", *words, "--disable-pip-version-check", "-r", str(path)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return 1, "timed out"
    return done.returncode, done.stdout + done.stderr
