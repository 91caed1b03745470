"""A process that is killed loses nothing that it recorded."""

import sqlite3
import subprocess
import sys

from softmark.classes.journal import Journal
from tests.mini_class import surroundings
from tests.mini_course import ROOT

RECORDS_FOREVER = """
import sys
from pathlib import Path
from softmark.classes.journal import Journal
from tests.mini_class import graded
with Journal.open(Path(sys.argv[1]), "mini-scaling") as journal:
    for number in range(100_000):
        journal.record(graded(f"s{number:06}"))
        print(number, flush=True)
"""


def test_kill_loses_nothing_that_was_recorded(tmp_path):
    path, out = f"{ROOT / 'autograder'}:{ROOT}", tmp_path / "out"
    for _ in range(2):
        command = [sys.executable, "-c", RECORDS_FOREVER, str(out)]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings(PYTHONPATH=path))
        for _ in range(25):
            running.stdout.readline()
        running.kill()
        recorded = 25 + len(running.stdout.readlines())
        running.wait()
        with Journal.open(out) as journal:
            assert len(list(journal.graded())) >= recorded
    check = sqlite3.connect(out / "journal.sqlite").execute("PRAGMA integrity_check").fetchone()
    assert check == ("ok",)
