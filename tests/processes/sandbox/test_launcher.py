"""The root of the process tree: a clean start, a server without secrets, and then the grader."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from softmark.sandbox import clean_start
from tests.proc import A_HANG
from tests.sandbox_lab import ENGINE, Lab, numpy_lab

GRADER = '''
import json, os, sys

def show(server, arguments):
    """What a grader finds when it is called."""
    with open("/proc/self/task/%d/status" % os.getpid()) as status:
        threads = [line for line in status if line.startswith("Threads")]
    print(json.dumps({"arguments": arguments, "environment": dict(os.environ), "threads": threads,
                      "level": server.level.name, "path": sys.path, "flags": sys.flags.hash_randomization,
                      "cmdline": open("/proc/self/cmdline").read().split(chr(0)), "pid": os.getpid()}))
    return 5

def fail(server, arguments):
    raise RuntimeError("a fault of ours")

def work(channel):
    return 0
'''


@pytest.fixture
def grader(tmp_path: Path) -> Path:
    (tmp_path / "a_grader.py").write_text(GRADER, encoding="utf-8")
    return tmp_path


def launch(
    folder: Path, *arguments: str, target: str = "show", preload: str = "", cwd: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    command = clean_start.command(
        f"a_grader:{target}", arguments, preload=[preload] if preload else [], entry="a_grader:work"
    )
    path = os.pathsep.join([str(ENGINE.parent), str(folder)])
    return subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path, **variables},
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=A_HANG,
    )


class TestStarting:
    def test_the_target_is_called_with_the_server_and_its_own_arguments(self, grader: Path) -> None:
        done = launch(grader, "--preload", "x", "--", "submissions/ada-lovelace", "ü")
        assert done.returncode == 5, done.stderr
        shown = _shown(done)
        assert shown["arguments"] == ["--preload", "x", "--", "submissions/ada-lovelace", "ü"]
        assert shown["threads"] == ["Threads:\t1\n"]
        # every other process may read a command line
        assert "a_grader:show" in str(shown["cmdline"]) and "ada-lovelace" not in str(shown["cmdline"])

    def test_it_starts_once_more_with_a_clean_environment(self, grader: Path) -> None:
        given = {"SECRET_TOKEN": "do-not-pass-on", "SOFTMARK_COLOUR": "blue", "NO_COLOR": "1", "OMP_NUM_THREADS": "8"}
        seen = _shown(launch(grader, **given))["environment"]
        assert "SECRET_TOKEN" not in seen
        assert (seen["SOFTMARK_COLOUR"], seen["NO_COLOR"]) == ("blue", "1")
        assert seen["OMP_NUM_THREADS"] == seen["OPENBLAS_NUM_THREADS"] == "1"
        assert seen["PYTHONHASHSEED"] == "0"

    def test_a_file_named_like_a_package_in_the_current_folder_is_not_imported(self, grader: Path) -> None:
        submission = grader / "submission"
        submission.mkdir()
        (submission / "wave.py").write_text("raise SystemExit('taken over')", encoding="utf-8")
        done = launch(grader, preload="wave", cwd=submission)
        assert done.returncode == 5, done.stderr
        path = _shown(done)["path"]
        assert isinstance(path, list) and not {str(submission), ""} & set(path)

    def test_packages_are_preloaded_before_the_fork(self) -> None:
        with Lab("preloaded", preload=("colorsys", "wave")) as lab:
            assert lab.attack("import sys; answer = sorted({'colorsys', 'wave'} & set(sys.modules))").answer == [
                "colorsys",
                "wave",
            ]

    def test_numpy_leaves_one_thread(self) -> None:
        with numpy_lab() as lab:
            assert lab.grader("result = len(os.listdir('/proc/self/task'))") == 1
            assert lab.attack("import sys; answer = 'numpy' in sys.modules").answer is True

    def test_the_clean_environment_finds_the_engine_again(self) -> None:
        seen = clean_start.environment({"PYTHONPATH": "/elsewhere", "AWS_SECRET": "x", "LANG": "C"})
        assert seen["PYTHONPATH"].split(os.pathsep) == ["/elsewhere", str(ENGINE.parent)]
        assert "AWS_SECRET" not in seen and seen["LANG"] == "C"
        assert clean_start.environment(seen) == seen


class TestMistakes:
    """One sentence each, for staff."""

    def test_a_package_that_is_not_there(self, grader: Path) -> None:
        done = launch(grader, preload="no_such_package")
        assert done.returncode == 1
        assert done.stderr.strip() == (
            "The grader cannot import no_such_package, which is to be preloaded: No module named 'no_such_package'."
        )

    def test_a_second_thread(self, grader: Path) -> None:
        (grader / "threaded.py").write_text(
            "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n",
            encoding="utf-8",
        )
        done = launch(grader, preload="threaded")
        assert done.returncode == 1
        assert done.stderr.strip() == "The grader found 2 threads after importing threaded; forking needs one."

    def test_a_grader_that_fails_takes_its_server_along(self, grader: Path) -> None:
        done = launch(grader, target="fail")
        assert done.returncode == 1
        assert "RuntimeError: a fault of ours" in done.stderr


def _shown(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert done.stdout, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found
