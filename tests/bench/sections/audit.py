"""The audit: what it costs to grade one known answer."""

from __future__ import annotations

import json

from ..course import ROOT
from ..figures import Row, at_most, row
from ..session import Session

TITLE = "the audit"


def run(session: Session) -> list[Row]:
    from softmark.content.course import Course

    course = Course.at(ROOT)
    slow = {item.file.removesuffix(".py") for item in course.rubric.items if item.slow}
    near = {
        course.rubric.item(used).file.removesuffix(".py")
        for item in course.rubric.items
        if item.slow
        for used in item.uses
    }
    # fewer, and what two launchers learn at the beginning would weigh more than it does in an audit
    chosen = [answer.name for answer in course.known_mistakes if answer.module not in slow | near]
    session.say(f"the audit of {len(chosen)} known answers")
    rounds = []
    for _ in range(min(2, session.rounds)):
        out = session.fresh("audit")
        used = session.softmark("audit", "--only", *chosen, "--out", out, codes=(0, 1))
        found = json.loads((out / "audit.json").read_text(encoding="utf-8"))
        spent = [verdict["cpu_seconds"] for verdict in found["wrong"] if set(verdict["names"]) <= set(chosen)]
        rounds.append(sum(spent) / len(spent))
    name = "processor time for each known wrong answer, training apart"
    note = f"mean of {len(chosen)}; the whole command, start-up included, used {used.cpu:.1f} s"
    return [row(TITLE, name, "s", rounds, at_most(0.8), note=note)]
