"""Proves that a course's packages can be installed beside the grader's, and that they are all that it needs.

The platform's own set-up installs them into an environment that was empty, and there the reference is imported and
makes one public check (try_reference.py). This is done once for each list: a cache folder of the user's keeps the
digests of those that were proved, and nothing else. Where the package index cannot be reached, that is said, and
nothing is proved.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from ..checks.errors import GraderFault
from ..content import requirements
from ..content.course import Course
from ..files.atomic import write_atomically
from ..files.engine import ENGINE, SHIPPED
from . import zips

_NO_INDEX = re.compile(
    r"connection|network|timed out|name resolution|proxy|certificate|No route|unreachable", re.IGNORECASE
)
_PATIENCE = 1800
Trial = Callable[[Mapping[str, bytes], Path], "tuple[str, str]"]
"""Takes the lists and the course's folder; gives "" or what failed, "install" or "run", and what was said."""


def cache() -> Path:
    """Where the digests are kept: no course's folder, for another course may have the same list."""
    usual = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return Path(os.environ.get("XDG_CACHE_HOME") or usual) / "softmark" / "requirements"


def prove(course: Course, root: Path, kept: Path | None = None, trial: Trial | None = None) -> list[str]:
    """A line to print. GraderFault if no versions fit together, there is no such package, or the reference needs
    another one."""
    listed = requirements.hold(course)
    if not listed:
        return []
    lists = zips.requirements(course)
    version = f"{sys.platform} {sys.version_info.major}.{sys.version_info.minor}"
    digest = hashlib.sha256(b"\0".join([version.encode(), *lists.values()])).hexdigest()[:32]
    named = f"requirements: {', '.join(each.text for each in listed)}"
    mark = (kept or cache()) / digest
    if mark.exists():
        return [f"{named}: proved before"]
    if trial is None:
        print(f"{named}: installing them into an empty environment, once for this list", flush=True)
    failed, said = (trial or _tried)(lists, root)
    why = [line for line in said.splitlines() if line.startswith("ERROR") and "ERROR: Ignored" not in line]
    why = why or said.strip().splitlines()[-1:] or [""]
    if failed == "run":
        raise GraderFault(f"{requirements.path_of(course)}: with these packages alone it does not work: {why[0][:300]}")
    if failed and (_NO_INDEX.search(said) or "No module named pip" in said):
        return [f"{named}: not proved, because the package index cannot be reached ({why[0][:200]})"]
    if failed:
        raise GraderFault(f"{requirements.path_of(course)}: cannot be installed beside the grader's: {why[0][:300]}")
    with suppress(OSError):  # without a cache it is proved again next time
        mark.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(mark, "", mode=0o644)
    return [f"{named}: installed into an empty environment, where the reference passes a check"]


def _tried(lists: Mapping[str, bytes], root: Path) -> tuple[str, str]:
    with tempfile.TemporaryDirectory(prefix="softmark-requirements-") as name:
        place = Path(name)
        for path, text in lists.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(text)
        # by a link: beside an engine that is installed lies everything else that is
        (place / "engine").mkdir()
        (place / "engine" / ENGINE.name).symlink_to(ENGINE)
        python = place / "env" / "bin" / "python"
        env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        env |= {"PIP_RETRIES": "1", "PIP_TIMEOUT": "15", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        packages = ["bash", str(SHIPPED / "gradescope" / "setup.sh"), "packages", str(python)]
        trying = [str(python), "-m", f"{ENGINE.name}.build.try_reference", str(root.resolve())]
        try:
            venv.create(place / "env", with_pip=True)
            failed = _ran([*packages, *(str(place / path) for path in lists)], env)
            if failed:
                return "install", failed
            failed = _ran(trying, {**env, "PYTHONPATH": str(place / "engine"), "PYTHONDONTWRITEBYTECODE": "1"})
            return ("run", failed) if failed else ("", "")
        except subprocess.TimeoutExpired:
            return "install", "timed out"
        except (OSError, subprocess.CalledProcessError) as problem:  # no bash, no ensurepip
            return "install", f"No module named pip: {problem}"


def _ran(command: list[str], env: Mapping[str, str]) -> str:
    """What it said, if it failed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, env=env, check=False)
    return (done.stdout + done.stderr).strip() or f"exit code {done.returncode}" if done.returncode else ""
