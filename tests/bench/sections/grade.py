"""One grade: what an isolated grade costs beside an unisolated one, how much memory it takes, and on half a core."""

from __future__ import annotations

import sys

from .. import measure
from ..course import ROOT
from ..figures import Row, at_most, ratios, row, unmeasured
from ..measure import Failed
from ..session import Session, reference

TITLE = "one grade"


def run(session: Session) -> list[Row]:
    count = session.prepared["tests"]
    submission = reference()
    torch, theirs, ours = [], [], []
    for turn in range(session.rounds):
        session.say(f"one grade, round {turn + 1} of {session.rounds}")
        torch.append(session.run([sys.executable, "-c", "import torch"]))
        theirs.append(session.peer(session.peers.gradescope_utils(submission)))
        out = session.fresh("grade")
        ours.append(session.softmark("grade", submission, "--course", session.course, "--out", out))
    compared = ratios([used.cpu for used in ours], [used.cpu for used in theirs])
    clock = ratios([used.wall for used in ours], [used.wall for used in theirs])
    busy = session.others([used.load for used in (*ours, *theirs)])
    rows = [
        row(TITLE, "a grade in the sandbox ÷ gradescope-utils without one, processor time", "×", compared,
            at_most(1.0), note=f"{count} tests each, training apart"),
        row(TITLE, "the same on the clock", "×", clock, busy=busy),
        row(TITLE, "a grade in the sandbox, processor time", "s", [used.cpu for used in ours]),
        row(TITLE, "gradescope-utils, processor time", "s", [used.cpu for used in theirs]),
        row(TITLE, "`import torch` alone, processor time", "s", [used.cpu for used in torch], note="a limit"),
    ]  # fmt: skip
    rows += _warm(session)
    rows += _memory(session)
    rows += _half_a_core(session)
    return rows


def _warm(session: Session) -> list[Row]:
    name = "a grade on a warm server without training, processor time"
    session.say("one grade on a warm server")
    rounds = []
    for _ in range(session.rounds):
        found, _ = session.inside("rate", session.course, "1", *[reference()] * 8)
        rounds.append(found["cpu"])
    return [row(TITLE, name, "s", rounds, at_most(0.8), note="the whole process tree, mean of 6 grades a round")]


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
    name = "a whole grade on half a core, on the clock"
    session.say("one grade on half a core")
    with measure.limited_to(0.5) as place:
        if place is None:
            return [unmeasured(TITLE, name, "s", "no control group could be made here", at_most(9))]
        try:
            used = session.softmark(
                "grade", reference(), "--course", ROOT, "--out", session.fresh("grade"), cgroup=place
            )
        except Failed as problem:
            return [unmeasured(TITLE, name, "s", str(problem), at_most(9))]
    # others can only have made it slower: a time below the goal is below the goal
    return [row(TITLE, name, "s", [used.wall], at_most(9), note="training included; others can only slow it down")]
