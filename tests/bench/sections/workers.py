"""Two launchers instead of one, and a cluster instead of launchers."""

from __future__ import annotations

import json
import subprocess
import sys

from ..course import ROOT
from ..figures import Row, at_least, ratios, row, unmeasured
from ..measure import Failed
from ..session import Session
from . import classes

TITLE = "many cores"


def run(session: Session) -> list[Row]:
    folder = session.people(100)
    chosen = sorted(folder.iterdir())[:20]
    one, two, loads = [], [], []
    rounds = min(session.rounds, classes.MOST_ROUNDS)
    for turn in range(rounds):
        session.say(f"two launchers and one, round {turn + 1} of {rounds}")
        for workers, kept in ((2, two), (1, one)):
            found, used = session.inside("rate", session.course, str(workers), *chosen)
            kept.append(found["rate"])
            loads.append(used.load)
    rows = [
        row(TITLE, "two launchers ÷ one, submissions a second", "×", ratios(two, one), at_least(1.8),
            busy=session.others(loads), note="warm, on an idle machine of two cores"),
        row(TITLE, "submissions a second, two launchers", "1/s", two),
    ]  # fmt: skip
    return rows + _cluster(session)


def _cluster(session: Session) -> list[Row]:
    name, goal = "Dask on loopback ÷ the local pool, 500 submissions", at_least(0.9)
    if not session.full:
        return [unmeasured(TITLE, name, "×", "only under FULL=1", None)]
    session.say("500 submissions, here and on a Dask cluster on loopback")
    local = classes.batch(session, 500)
    standing = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.inside", "cluster", "2"],
        cwd=ROOT, env=session.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert standing.stdout is not None
        address = json.loads(standing.stdout.readline())["address"]
        spread = classes.batch(session, 500, "--scheduler", address)
    except (Failed, ValueError) as problem:
        return [unmeasured(TITLE, name, "×", str(problem), goal)]
    finally:
        standing.kill()
        standing.communicate()
    busy = session.others([local.load])
    return [row(TITLE, name, "×", ratios([local.wall], [spread.wall]), goal, busy=busy)]
