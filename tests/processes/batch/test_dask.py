"""The same batch on a real Dask cluster on this machine: a scheduler, two workers, and one of them is killed."""

import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from distributed.comm import CommClosedError

from softmark.checks.errors import GraderFault
from softmark.classes.dask_pool import DaskPool
from softmark.classes.journal import Journal
from softmark.grading.result import Result
from softmark.grading.server import GradingJob
from tests.mini_class import (
    MINI,
    RIGHT,
    a_class,
    batch,
    command,
    count,
    grades,
    numbered,
    scores,
    surroundings,
    told,
    write,
)
from tests.mini_course import COURSE, built
from tests.proc import A_HANG

pytestmark = pytest.mark.slow

EXPECTED = {f"student_{number:02}": (10, 6, 4)[number % 3] for number in range(16)}


class Cluster:
    """A scheduler and workers that know Dask and no softmark."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = folder / "places"
        (self.places / "tmp").mkdir(parents=True)
        (self.places / "bare" / "softmark").mkdir(parents=True)
        bare = self.places / "bare" / "softmark" / "__init__.py"
        bare.write_text("raise ImportError('this host has no softmark')\n", encoding="utf-8")
        self.running: dict[str, subprocess.Popen] = {}

    def start(self, name: str, module: str, *options: str) -> subprocess.Popen:
        environment = {**os.environ, "PYTHONPATH": str(self.places / "bare"), "TMPDIR": str(self.places / "tmp")}
        file = ("--scheduler-file", str(self.folder / "scheduler.json"), "--no-dashboard")
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *file, *options],
                stdout=log, stderr=log, env=environment, cwd=self.folder,
            )  # fmt: skip
        return self.running[name]

    def worker(self, name: str) -> subprocess.Popen:
        return self.start(name, "dask_worker", "--name", name, "--nthreads", "1", "--no-nanny")

    @property
    def address(self) -> str:
        told = self.folder / "scheduler.json"
        until(lambda: told.exists() and told.read_text(encoding="utf-8").strip().endswith("}"))
        return json.loads(told.read_text(encoding="utf-8"))["address"]

    def folders(self) -> list[Path]:
        return list((self.places / "tmp").glob("softmark-host-*"))


def until(true, seconds=A_HANG):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "this takes too long"
        time.sleep(0.02)


@pytest.fixture
def cluster():
    folder = Path(tempfile.mkdtemp(prefix="softmark-dask-"))  # short and open: sockets and workers live in it
    folder.chmod(0o755)
    made = Cluster(folder)
    made.start("scheduler", "dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    yield made
    for running in made.running.values():
        running.kill()
        running.wait()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_lost_worker_costs_nobody_a_grade(cluster, tmp_path):
    address = cluster.address
    lost = cluster.worker("lost")
    cluster.worker("kept")
    students, out = numbered(tmp_path / "in", 16), tmp_path / "out"
    arguments = command(students, "--out", out, "--course", built(), "--scheduler", address, "--json")
    running = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings()
    )  # fmt: skip
    until(lambda: count(out) >= 4 or running.poll() is not None)
    lost.kill()
    shown, said = running.communicate(timeout=A_HANG)
    assert running.returncode == 0, said
    assert json.loads(shown)["graded"] == 16
    assert scores(out) == EXPECTED
    with Journal.open(out) as journal:
        assert [len(journal.history(each.id)) for each in journal.entries()] == [1] * 16, "one grade for everybody"

    # on the cluster as on this machine: the same results, and nothing is done twice
    assert batch(students, tmp_path / "here").returncode == 0
    here, there = (
        {ident: [(item.id, item.score, item.checks) for item in each.result.items] for ident, each in found.items()}
        for found in (grades(tmp_path / "here"), grades(out))
    )
    assert here == there
    write(students / "student_01", RIGHT)
    again = told(batch(students, out, "--scheduler", address, "--json"))
    assert (again["graded"], again["unchanged"]) == (1, 15)
    assert scores(out) == {**EXPECTED, "student_01": 10}
    assert cluster.folders() == [], "the reference was left behind on a host"


@pytest.mark.full
def test_a_host_that_cannot_grade_says_why(cluster, tmp_path):
    address = cluster.address
    cluster.worker("only")
    course = tmp_path / "course"
    shutil.copytree(COURSE, course)
    (course / "autograder" / "graders" / "test_scaling.py").write_text("import nothing_like_this\n", encoding="utf-8")
    until(lambda: "Registered to" in (cluster.folder / "only.log").read_text(encoding="utf-8"))
    done = batch(a_class(tmp_path / "in", anna=RIGHT), tmp_path / "out", "--scheduler", address, course=course)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "cannot grade: the graders could not be collected" in done.stderr
    assert done.stderr.count("\n") == 1


def certificate(folder):
    """As the page on clusters says."""
    folder.mkdir(mode=0o700)
    about = (
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=softmark cluster",
    )
    where = ("-keyout", folder / "cluster.key", "-out", folder / "cluster.pem")
    subprocess.run(["openssl", "req", "-x509", *about, *where], check=True, capture_output=True)


def test_a_locked_cluster_grades_for_whoever_has_the_certificate(tmp_path):
    folder = Path(tempfile.mkdtemp(prefix="softmark-dask-"))
    folder.chmod(0o755)
    locked = Cluster(folder)
    lock, other = tmp_path / "lock", tmp_path / "other"
    for each in (lock, other):
        certificate(each)
    keys = (
        "--tls-ca-file",
        lock / "cluster.pem",
        "--tls-cert",
        lock / "cluster.pem",
        "--tls-key",
        lock / "cluster.key",
    )
    options = tuple(map(str, keys))
    try:
        listen = ("--protocol", "tls", "--host", "127.0.0.1", "--port", "0")
        locked.start("scheduler", "dask_scheduler", *listen, *options)
        address = locked.address
        assert address.startswith("tls://")
        locked.start("worker", "dask_worker", "--nthreads", "1", "--no-nanny", *options)
        students = numbered(tmp_path / "in", 3)
        stranger = batch(students, tmp_path / "out", "--scheduler", address, "--certificates", other)
        assert stranger.returncode == 2 and "no scheduler answers at" in stranger.stderr
        done = batch(students, tmp_path / "out", "--scheduler", address, "--certificates", lock)
        assert done.returncode == 0, done.stderr
        assert scores(tmp_path / "out") == dict(list(EXPECTED.items())[:3])
    finally:
        for running in locked.running.values():
            running.kill()
            running.wait()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.full
def test_a_scheduler_that_goes_away_leaves_what_was_graded(cluster, tmp_path):
    address = cluster.address
    cluster.worker("only")
    students, out = numbered(tmp_path / "in", 16), tmp_path / "out"
    for number in range(4, 16):  # whoever looks late finds the batch still at work
        endless = {**RIGHT, "stats.py": f"def mean(x):\n    while True:\n        pass  # {number}\n"}
        write(students / f"student_{number:02}", endless)
    arguments = command(students, "--out", out, "--course", built(), "--scheduler", address)
    running = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings())
    until(lambda: count(out) >= 3 or running.poll() is not None)
    cluster.running["scheduler"].kill()
    _, said = running.communicate(timeout=A_HANG)
    kept = scores(out)
    assert running.returncode == 2, said
    assert f"the scheduler at {address} is gone" in said
    assert f"{len(kept)} of 16 are done and kept; run the same command again to go on" in said
    assert "Traceback" not in said
    early = {ident: score for ident, score in kept.items() if ident < "student_04"}
    assert early == {ident: EXPECTED[ident] for ident in early} and len(early) >= 3


def test_an_answer_that_is_lost_on_its_way_is_asked_for_again_and_never_a_zero(cluster, tmp_path, monkeypatch):
    address = cluster.address
    cluster.worker("only")
    monkeypatch.setattr(logging.root.manager, "disable", 0)  # the pool silences Dask for its whole process
    with DaskPool(address, MINI, 60, place=str(tmp_path)) as pool:
        scheduler, lost = pool._client.scheduler, []
        answers = scheduler.gather

        async def breaks_once(**asked):
            if not lost:
                lost.append(asked)
                raise CommClosedError("in communication closed: Stream is closed")
            return await answers(**asked)

        monkeypatch.setattr(scheduler, "gather", breaks_once, raising=False)
        pool.hand_in(GradingJob("anna", RIGHT))
        done = pool.take()
        assert lost and (done.error, Result.from_line(done.text.encode()).score) == ("", 10)

        # the same, and the scheduler turns out to be gone: nothing is said about anybody's work
        pool.hand_in(GradingJob("ben", RIGHT))
        lost.clear()
        pool._client.status = "connecting"
        with pytest.raises(GraderFault, match=r"the scheduler at .* is gone"):
            pool.take()
        pool._client.status = "running"


def test_an_unknown_scheduler_is_one_sentence_soon(tmp_path):
    students = a_class(tmp_path / "in", anna=RIGHT)
    for address, said in (
        ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1: is it running, and reachable from here?\n"),
        ("somewhere", "somewhere is not the address of a scheduler: expected one like tls://host:8786\n"),
        ("ftp://127.0.0.1:8786", "ftp://127.0.0.1:8786 is not the address of a scheduler"),
    ):
        done = batch(students, tmp_path / "out", "--scheduler", address)
        assert done.returncode == 2
        assert done.stderr.startswith(said)
        assert done.stderr.count("\n") == 1
