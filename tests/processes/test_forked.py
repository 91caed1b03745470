"""tests/forked.py: several processes run the tests, and what pytest says of them is what one process would say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import forked
from tests.mini_course import ROOT
from tests.proc import A_HANG

CONFTEST = """
import os
import pathlib
import pytest

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="session")
def shared():
    (HERE / f"made-{os.getpid()}").touch()
    yield
    (HERE / f"made-{os.getpid()}").rename(HERE / f"torn-down-{os.getpid()}")
"""

INI = "[pytest]\ntmp_path_retention_policy = failed"

EVERY_OUTCOME = """
import warnings
import pytest

def test_passes(shared): ...

def test_fails(tmp_path):
    (tmp_path / "stays").touch()
    print("what it printed")
    assert tmp_path == 1

def test_is_skipped(): pytest.skip("no reason")

@pytest.mark.xfail(reason="known")
def test_is_expected_to_fail(): assert 0

def test_warns(): warnings.warn("beware", FutureWarning)

@pytest.fixture
def broken(): raise ValueError("no fixture")

def test_has_no_fixture(broken): ...

@pytest.fixture
def breaks_later():
    yield
    raise ValueError("no end")

def test_has_no_end(breaks_later): ...

@pytest.mark.parametrize("number", range(3))
def test_again(number, shared): ...
"""


def run(folder: Path, *options: str, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A suite of its own, run for real."""
    folder.mkdir(exist_ok=True)
    for name, text in {"conftest.py": CONFTEST, "pytest.ini": INI, **files}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-ra", "-p", "tests.forked", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_DEBUG_TEMPROOT": str(folder),
        },
        capture_output=True,
        text=True,
        timeout=A_HANG,
    )


def said(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Every line, whatever the order of the files, without what differs between any two runs."""
    text = re.sub(r"in [\d.]+s|\[ *\d+%\]|\S*/pytest-of-\S+|=+|pid \d+", "", done.stdout)
    return sorted(line.rstrip() for line in text.splitlines() if not re.fullmatch("[.sxFE]+ *", line))


def test_all_that_can_become_of_a_test_is_told_as_by_one_process(tmp_path):
    files = {f"test_{letter}.py": EVERY_OUTCOME for letter in "abc"}
    one, three = (run(tmp_path / number, "--processes", number, files=files) for number in "13")
    assert said(one) == said(three)
    assert one.returncode == three.returncode == 1
    assert "3 failed, 18 passed, 3 skipped, 3 xfailed" in three.stdout
    assert "3 warnings, 6 errors" in three.stdout and three.stdout.count("\nwhat it printed\n") == 3
    assert [len([*(tmp_path / number).rglob("stays")]) for number in "13"] == [3, 3]


def test_what_a_session_shares_is_made_and_torn_down_in_each_process(tmp_path):
    files = {f"test_{letter}.py": "def test_it(shared): ..." for letter in "abcdef"}
    done = run(tmp_path, "--processes", "2", files=files)
    assert done.returncode == 0 and "6 passed" in done.stdout
    assert 1 <= len([*tmp_path.glob("torn-down-*")]) <= 2 and not [*tmp_path.glob("made-*")]
    assert not [*tmp_path.glob("pytest-of-*/pytest-*/*")]  # nothing failed, nothing stays


def test_a_test_that_ends_its_process_fails_and_the_rest_of_its_file_runs(tmp_path):
    dies = "import os\ndef test_before(): ...\ndef test_dies(): {end}\ndef test_after(): ...\n"
    ends = {"test_a.py": "os._exit(3)", "test_b.py": "os.kill(os.getpid(), 9)"}
    done = run(tmp_path, "--processes", "2", files={file: dies.format(end=end) for file, end in ends.items()})
    assert done.returncode == 1 and "2 failed, 4 passed" in done.stdout
    for file, says in {"test_a.py": "exit code 3", "test_b.py": "signal 9, Killed"}.items():
        assert f"FAILED {file}::test_dies" in done.stdout and f"({says})" in done.stdout


WAITS = """
import pathlib, time

def test_waits(shared):
    pathlib.Path("waits").touch()
    time.sleep(300)
"""
STOPS = """
import pathlib, pytest, time

def test_stops():
    while not pathlib.Path("waits").exists():
        time.sleep(0.01)
    {how}
"""


@pytest.mark.parametrize(
    ("how", "code", "says"),
    [
        ("assert 0", 1, "stopping after 1 failures"),
        ("raise KeyboardInterrupt", 2, "KeyboardInterrupt"),
        ("pytest.exit('enough', 7)", 7, "enough"),
    ],
)
def test_where_one_process_stops_the_others_tear_down_what_they_have(tmp_path, how, code, says):
    done = run(tmp_path, "--processes", "2", "-x", files={"test_a.py": WAITS, "test_b.py": STOPS.format(how=how)})
    assert done.returncode == code and says in done.stdout
    assert len([*tmp_path.glob("torn-down-*")]) == 1


def test_one_that_has_ended_when_its_last_word_is_heard_is_not_told_to_stop(monkeypatch):
    here, there = Pipe()
    pid = os.fork()
    if pid == 0:
        there.send([("interrupt",)])
        os._exit(0)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    monkeypatch.setattr(forked, "wait", lambda connections, timeout: [])  # it spoke right after this look
    parent = forked.Parent.__new__(forked.Parent)
    parent.forks = {here: forked.Fork(pid)}
    with pytest.raises(KeyboardInterrupt):
        parent.listen()
    parent.stop()


def test_a_thread_that_collecting_leaves_behind_is_named_since_no_fork_would_have_it(tmp_path):
    thread = "import threading\nthreading.Thread(target=threading.Event().wait, name='left', daemon=True).start()\n"
    files = {"test_a.py": thread + "def test_it(): ...", "test_b.py": "def test_it(): ..."}
    done = run(tmp_path, "--processes", "2", files=files)
    assert done.returncode == 4 and "these run: left" in done.stderr


def shuffled(seed):
    """Tests as (file, number), in the order in which they would run."""
    items = [SimpleNamespace(path=path, number=number) for path in "abc" for number in range(3)]
    forked.pytest_collection_modifyitems(SimpleNamespace(getoption={"shuffle": seed}.get), items)
    return [(item.path, item.number) for item in items]


def test_the_same_seed_shuffles_files_and_their_tests_in_the_same_way():
    plain, one, again, two = map(shuffled, (None, 1, 1, 2))
    assert one == again and sorted(one) == sorted(two) == plain == sorted(plain)
    assert one != two and plain not in (one, two)
    assert [path for path, _ in one[::3]] == [path for path, _ in one[2::3]], "a file's tests stay together"
