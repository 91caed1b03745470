"""Disks that are full or closed: the grade goes on, what was written stays valid, and staff read what happened."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.faults.lab import NOT_YOURS, Place, inside, scores, unpacked
from tests.mini_course import built, frozen, submit
from tests.platform.gradescope import validate

pytestmark = pytest.mark.slow

FULL_MARKS = {"1.1": 4.0, "1.2": 6.0}
OWN_MOUNTS = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--map-root-user", "--mount")
"""A program started so may mount what it likes; nobody else sees it, and it is gone afterwards."""


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return unpacked(tmp_path_factory.mktemp("source"))


@pytest.fixture
def place(tmp_path, source):
    made = Place(tmp_path / "place", source)
    made.results.mkdir()
    return made


@pytest.fixture(scope="module")
def mounts():
    """Whether this machine lets us mount; Docker's default does not."""
    tried = subprocess.run([*OWN_MOUNTS, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip("this machine lets nobody mount a disk; the limits on file sizes below stand for it")
    return OWN_MOUNTS


def mounted(place, options):
    """A shell command: a disk of our own under results/."""
    return f'mount -t tmpfs -o {options} none "{place.results}"'


def kept(place):
    """A shell command: carry what is on that disk out of it."""
    return f'cp -a "{place.results}/." "{place.root}/kept/" 2>/dev/null'


def test_a_disk_that_is_full_after_the_first_file(place, mounts):
    """One block: the first sentence takes it, and nothing else has room."""
    (place.root / "kept").mkdir()
    done = place.run(wrap=mounts, before=mounted(place, "size=4k"), after=kept(place))
    assert "The grader could not write its results: [Errno 28] No space left on device" in done.stdout
    assert "10 of 10 points" in done.stdout, "what was graded is not lost"
    assert "Traceback" not in done.stdout + done.stderr
    document = json.loads((place.root / "kept" / "results.json").read_text(encoding="utf-8"))
    assert NOT_YOURS in document["output"]
    assert document["stdout_visibility"] == "hidden"
    assert not [path for path in (place.root / "kept").iterdir() if path.name.endswith(".part")]


def test_a_disk_without_a_single_free_byte(place, mounts):
    (place.root / "kept").mkdir()
    fill = f'{mounted(place, "size=4k")} && {{ head -c 4096 /dev/zero > "{place.results}/other"; true; }}'
    done = place.run(wrap=mounts, before=fill, after=kept(place))
    assert "The grader could not write its results" in done.stdout
    assert "10 of 10 points" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_a_results_folder_that_is_read_only(place, mounts):
    """Nothing can be written: then what was graded is at least printed, where staff can read it."""
    done = place.run(wrap=mounts, before=mounted(place, "size=1m,ro"))
    assert "The grader could not write its results: [Errno 30] Read-only file system" in done.stdout
    assert "10 of 10 points" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_files_that_may_not_grow(place):
    """A quota, without mounting anything: no file may have more than 1 KB. Works for every user."""
    done = place.run(before="ulimit -f 1")
    assert "The grader could not write its results: [Errno 27] File too large" in done.stdout
    assert "10 of 10 points" in done.stdout
    document = json.loads(place.target.read_text(encoding="utf-8"))
    assert document["score"] == 0 and NOT_YOURS in document["output"]
    assert [path.name for path in place.results.iterdir()] == ["results.json"]


@pytest.mark.parametrize(("first", "last"), [(1, 1), (2, 3), (3, 4)])
def test_a_disk_that_is_full_for_a_while_costs_nothing(tmp_path, first, last):
    """Somebody else's files filled it and were removed: later writes bring everything."""
    seen = inside(
        "disk_full_for_a_while", frozen(built()), submit(tmp_path / "s"), tmp_path / "results.json", first, last
    )
    validate(seen["document"])
    assert scores(seen["document"]) == FULL_MARKS
    assert seen["writes"] > last
    assert seen["status"] == "graded"


def test_a_full_disk_for_the_workers_is_no_mistake_of_the_students(place, mounts):
    """The private folders of workers lie in the temporary folder; without room for one, nothing can run."""
    with tempfile.TemporaryDirectory(dir="/tmp") as temporary:
        Path(temporary).chmod(0o755)  # every user must be able to reach it, or the workers are put elsewhere
        full = f'mount -t tmpfs -o nr_inodes=2,mode=1777 none "{temporary}"'  # itself, and one folder
        done = place.run(wrap=mounts, before=full, TMPDIR=temporary)
    document = json.loads(place.target.read_text(encoding="utf-8"))
    assert "No space left on device" in done.stdout + done.stderr
    assert document["score"] == 0
    assert NOT_YOURS in document["output"]
    assert "your code" not in json.dumps(document)


def test_grading_at_home_into_a_full_folder(tmp_path, mounts):
    out = tmp_path / "out"
    out.mkdir()
    grade = [sys.executable, "-m", "softmark", "grade", submit(tmp_path / "s"), "--course", built(), "--out", out]
    line = f"mount -t tmpfs -o size=4k none {out} && {shlex.join(map(str, grade))}"
    done = subprocess.run([*mounts, "bash", "-c", line], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "Total: 10 of 10 points" in done.stdout
    assert "The grader could not write its results: [Errno 28]" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
