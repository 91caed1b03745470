"""The same batch on a real Dask cluster on this machine, spoken to by TLS; one of its two workers is killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.mini_class import batch, batch_here, command, count, numbered, rows, scores, surroundings, told
from tests.mini_course import built
from tests.proc import A_HANG, until

pytestmark = pytest.mark.slow
pytest.importorskip("distributed")

EXPECTED = {f"student_{number:02}": (10, 6, 4)[number % 3] for number in range(16)}
MAKE = (
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 200 -subj /CN=softmark"
    " -keyout cluster.key -out cluster.pem"
)
"""As the guide says."""


class Cluster:
    """A scheduler and workers that know Dask and no softmark."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(MAKE.split(), cwd=folder, check=True, capture_output=True)
        bare = folder / "bare" / "softmark"
        bare.mkdir(parents=True)
        (bare / "__init__.py").write_text("raise ImportError('this host has no softmark')\n", encoding="utf-8")
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, module: str, *options: str) -> subprocess.Popen[bytes]:
        tls = ("--tls-ca-file", "cluster.pem", "--tls-cert", "cluster.pem", "--tls-key", "cluster.key")
        words = (sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", "scheduler.json")
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "bare"), "TMPDIR": str(self.folder)}
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [*words, "--no-dashboard", *tls, *options], stdout=log, stderr=log, env=environment, cwd=self.folder
            )
        return self.running[name]

    def worker(self, name: str) -> subprocess.Popen[bytes]:
        return self.start(name, "dask_worker", "--name", name, "--nthreads", "1", "--no-nanny")

    @property
    def address(self) -> str:
        said = self.folder / "scheduler.json"
        until(lambda: said.exists() and said.read_text(encoding="utf-8").strip().endswith("}"))
        address: str = json.loads(said.read_text(encoding="utf-8"))["address"]
        return address


@pytest.fixture
def cluster():
    folder = Path(tempfile.mkdtemp(prefix="softmark-dask-"))  # short and open: sockets and workers live in it
    folder.chmod(0o755)
    made = Cluster(folder)
    made.start("scheduler", "dask_scheduler", "--host", "tls://127.0.0.1", "--port", "0", "--protocol", "tls")
    yield made
    for running in made.running.values():
        running.kill()
        running.wait()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_lost_worker_costs_nobody_a_grade_and_the_rows_are_those_of_this_machine(cluster, tmp_path):
    address = cluster.address
    lost = cluster.worker("lost")
    cluster.worker("kept")
    students, out = numbered(tmp_path / "in", 16), tmp_path / "out"
    where = ("--scheduler", address, "--certificates", cluster.folder)
    words = command(students, "--out", out, "--course", built(), *where, "--json")
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings())
    until(lambda: count(out) >= 4, running)
    lost.kill()
    shown, said = running.communicate(timeout=A_HANG)
    assert running.returncode == 0, said
    assert json.loads(shown)["graded"] == 16 and scores(out) == EXPECTED and count(out) == 16
    assert batch(students, tmp_path / "here").returncode == 0
    columns = "submission, task, score, latest.status, mistake, line, failed, lost"
    asked = f"SELECT {columns} FROM latest JOIN task ON grade = number"
    assert sorted(rows(out, asked)) == sorted(rows(tmp_path / "here", asked))
    again = batch(students, out, *where, "--json")
    assert told(again)["unchanged"] == 16
    cluster.worker("new")  # the next worker removes what a killed one has left
    until(lambda: not any(".salt" in names for _, _, names in os.walk(cluster.folder)))  # they vanish meanwhile


def test_a_scheduler_that_is_not_there_or_not_encrypted_is_one_sentence(tmp_path):
    students, out = numbered(tmp_path / "in", 1), tmp_path / "out"
    subprocess.run(MAKE.split(), cwd=tmp_path, check=True, capture_output=True)
    for words, says in (
        (("--scheduler", "tcp://127.0.0.1:8786"), "a cluster is reached by tls:// alone"),
        (("--scheduler", "tls://127.0.0.1:8786"), "wants certificates"),
        (("--scheduler", "tls://127.0.0.1:9", "--certificates", tmp_path), "no scheduler answers at tls://127"),
    ):
        done = batch_here(students, out, *words)
        assert done.returncode == 2 and says in done.stderr.splitlines()[-1], done.stderr
        assert "Traceback" not in done.stderr
