"""One grade: what an isolated grade costs beside an unisolated one, how much memory it takes, and on half a core."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.answers import everyone, files

from .. import measure
from ..course import ROOT
from ..figures import Row, at_most, ratios, row, unmeasured
from ..measure import Failed, Used
from ..session import Session, reference

TITLE = "one grade"


ELSEWISE = "right-1/070_karpathy_lecture"
"""A right answer by somebody who had not seen the reference: its last bits are its own."""


def run(session: Session) -> list[Row]:
    count = session.prepared["tests"]
    submissions = {"": reference(), "a right answer of other bits": _right_otherwise(session)}
    torch: list[Used] = []
    theirs: dict[str, list[Used]] = {name: [] for name in submissions}
    ours: dict[str, list[Used]] = {name: [] for name in submissions}
    for turn in range(session.rounds):
        session.say(f"one grade, round {turn + 1} of {session.rounds}")
        torch.append(session.run([sys.executable, "-c", "import torch"]))
        for name, submission in submissions.items():
            theirs[name].append(session.peer(session.peers.gradescope_utils(submission)))
            out = session.fresh("grade")
            ours[name].append(session.softmark("grade", submission, "--course", session.course, "--out", out))
    busy = session.others([used.load for found in (ours, theirs) for each in found.values() for used in each])
    rows = []
    for name in submissions:
        what = f"a grade in the sandbox ÷ gradescope-utils without one{', ' * bool(name)}{name}"
        rows += [
            row(TITLE, f"{what}, processor time", "×", ratios(_cpu(ours[name]), _cpu(theirs[name])), at_most(0.95),
                note=f"{count} tests each, training apart"),
            row(TITLE, f"{what}, on the clock", "×",
                ratios([used.wall for used in ours[name]], [used.wall for used in theirs[name]]), busy=busy),
        ]  # fmt: skip
    rows += [
        row(TITLE, "a grade in the sandbox, processor time", "s", _cpu(ours[""])),
        row(TITLE, "gradescope-utils, processor time", "s", _cpu(theirs[""])),
        row(TITLE, "`import torch` alone, processor time", "s", _cpu(torch), note="a limit"),
    ]
    rows += _warm(session, _cpu(torch))
    rows += _memory(session)
    rows += _half_a_core(session)
    return rows


def _cpu(used: list[Used]) -> list[float]:
    return [each.cpu for each in used]


def _right_otherwise(session: Session) -> Path:
    folder = session.fresh("otherwise")
    for path in reference().glob("*.py"):
        shutil.copy(path, folder / path.name)
    for name, text in files(everyone()[ELSEWISE]).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _warm(session: Session, torch: list[float]) -> list[Row]:
    name = "a grade on a warm server without training"
    session.say("one grade on a warm server")
    rounds = []
    for _ in range(session.rounds):
        found, _ = session.inside("rate", session.course, "1", *[reference()] * 8)
        rounds.append(found["cpu"])
    note = "the whole process tree, mean of 6 grades a round"
    return [
        row(TITLE, f"{name} ÷ `import torch`, processor time", "×", ratios(rounds, torch), at_most(0.4), note=note),
        row(TITLE, f"{name}, processor time", "s", rounds),
    ]


def _memory(session: Session) -> list[Row]:
    session.say("one grade, its memory (with training)")
    out = session.fresh("grade")
    name = "peak proportional memory of a whole grade, training included"
    used = session.softmark("grade", reference(), "--course", ROOT, "--out", out, memory=True)
    theirs = session.peer(session.peers.gradescope_utils(reference()), memory=True)
    if used.peak_mb is None:
        return [unmeasured(TITLE, name, "MB", "this system does not let us read it", at_most(400))]
    return [
        row(TITLE, name, "MB", [used.peak_mb], at_most(400), note="grader, fork server and worker together"),
        row(TITLE, "gradescope-utils' peak memory, no training", "MB", [theirs.peak_mb] if theirs.peak_mb else []),
    ]


def _half_a_core(session: Session) -> list[Row]:
    name = "a whole grade on half a core ÷ gradescope-utils on half a core, on the clock"
    goal = at_most(1.5)
    session.say("one grade on half a core")
    peer = session.peers.gradescope_utils(reference())
    ours, theirs = [], []
    for _ in range(2):
        with measure.limited_to(0.5) as place:
            if place is None:
                return [unmeasured(TITLE, name, "×", "no control group could be made here", goal)]
            try:
                out = session.fresh("grade")
                ours.append(session.softmark("grade", reference(), "--course", ROOT, "--out", out, cgroup=place))
                theirs.append(session.peer(peer, cgroup=place))
            except Failed as problem:
                return [unmeasured(TITLE, name, "×", str(problem), goal)]
    busy = session.others([used.load for used in (*ours, *theirs)])
    mine = [used.wall for used in ours]
    return [
        row(TITLE, name, "×", ratios(mine, [used.wall for used in theirs]), goal, busy=busy,
            note="ours with training, theirs without"),
        row(TITLE, "a whole grade on half a core, on the clock", "s", mine, note="training included"),
    ]  # fmt: skip
