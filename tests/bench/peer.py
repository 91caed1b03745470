"""The peers: graders that courses use today, each in an environment of its own.

They share the project's torch and NumPy through a path file, so that everybody runs on the same build; what else they
need is pinned in tests/bench/peers/. Every choice between two ways of running a peer is made in the peer's favour.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

from .course import ROOT
from .twins import DATA, SUPPORT

PINS = Path(__file__).parent / "peers"
HOME = ROOT / "dist" / "peers"


class NotAvailable(Exception):
    """A peer cannot be run here; the text says why."""


def environment() -> dict[str, str]:
    """One thread each, as ours has; nothing else of what happens to be set."""
    kept = {name: text for name, text in os.environ.items() if name in ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL")}
    return {**kept, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def set_up(name: str) -> Path:
    """The Python of a peer's environment, made if it is not there yet or its pins have changed."""
    pins = PINS / f"{name}.txt"
    home = HOME / name
    python = home / "bin" / "python"
    mark = home / "pins.sha256"
    wanted = hashlib.sha256(pins.read_bytes() + sys.version.encode()).hexdigest()
    if mark.exists() and mark.read_text(encoding="ascii") == wanted:
        return python
    shutil.rmtree(home, ignore_errors=True)
    print(f"setting up {name} in {home.relative_to(ROOT)} (once)", flush=True)
    for command in (
        [sys.executable, "-m", "venv", str(home)],
        [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "-r", str(pins)],
    ):
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            shutil.rmtree(home, ignore_errors=True)
            raise NotAvailable(f"{name} could not be installed here: {last}")
    site = home / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (site / "project.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    mark.write_text(wanted, encoding="ascii")
    return python


@dataclass(frozen=True)
class Peer:
    """A way to grade one submission in a fresh process."""

    name: str
    command: list[str]
    env: dict[str, str]
    cwd: Path


class Peers:
    """The graders among the peers, standing over one set of twin tests."""

    def __init__(self, twins: Path, given: dict[str, str], work: Path) -> None:
        self._twins = twins
        self._work = work
        self._given = work / "given"
        self._given.mkdir(parents=True, exist_ok=True)
        for name, text in given.items():
            (self._given / name).write_text(text, encoding="utf-8")
        self._out = work / "out"
        self._out.mkdir(exist_ok=True)

    def gradescope_utils(self, submission: Path) -> Peer:
        """Its runner over unittest, as its own sample harness calls it."""
        place = self._twins / "unittest"
        runner = Path(__file__).parent / "run_gradescope_utils.py"
        command = [sys.executable, str(runner), str(self._out / f"gradescope-{submission.name}.json")]
        return Peer("gradescope-utils", command, self._env(submission), place)

    def pytest(self, submission: Path) -> Peer:
        """A fresh pytest, without the plugins that happen to be installed."""
        place = self._twins / "pytest"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", "test_twin.py"]
        env = {**self._env(submission), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        return Peer("pytest", command, env, place)

    def otter(self, submission: Path) -> Peer:
        """`otter run` with its exception-based tests. It takes one script: ours imports the submitted files."""
        python = set_up("otter")
        packed = self._work / "otter" / f"{submission.name}.zip"
        packed.parent.mkdir(exist_ok=True)
        script = 'import os, sys\nsys.path[:0] = [os.path.abspath("work"), os.path.abspath("given")]\n'
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("submission.py", script)
            for path in sorted(submission.glob("*.py")):
                archive.write(path, f"work/{path.name}")
        out = self._out / f"otter-{submission.name}"
        out.mkdir(exist_ok=True)
        command = [str(python), "-m", "otter", "run", str(packed), "-a", str(self._otter_zip()), "-o", str(out)]
        # it prints a table of every test without --no-logo; there is no option for less
        env = {**environment(), "PATH": f"{python.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
        return Peer("otter run", [*command, "--no-logo"], env, self._work)

    def _otter_zip(self) -> Path:
        path = self._work / "otter.zip"
        if not path.exists():
            source = self._twins / "otter"
            with zipfile.ZipFile(path, "w") as archive:
                for test in sorted(source.glob("q*.py")):
                    archive.write(test, f"tests/{test.name}")
                for name in (DATA, f"{SUPPORT}.py"):
                    archive.write(source / name, f"files/given/{name}")
                for given in sorted(self._given.glob("*.py")):
                    archive.write(given, f"files/given/{given.name}")
                archive.writestr("otter_config.json", '{"print_summary": false}')
        return path

    def _env(self, submission: Path) -> dict[str, str]:
        return {**environment(), "PYTHONPATH": os.pathsep.join([str(submission.resolve()), str(self._given.resolve())])}
