"""What ran although the fence did not see it: notes for staff, who decide what they mean; never points.

One check of each task with a rule is watched. Which one is as secret as the hidden numbers, so that nobody can behave
well in this one alone, and the same submission is watched in the same one each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from ..content.rubric import Rubric
from ..core.judging import Judging
from ..running.collect import Check, Checks
from ..sandbox.evidence import APART, BLIND, IN_C, OFF, SIGNS, TOUCHED
from .watching import Watching

_SAYS = {
    APART: "worth a look: task {} ran threads of its own while it was watched; what ran in them was not seen",
    IN_C: "worth a look: the code behind task {} calls functions of C by hand (ctypes); what ran in them was not seen",
    OFF: "evasion? task {} switched off what watches torch's operators; what ran then was not seen",
    BLIND: "worth a look: the grader does not know the profiler of the installed torch, so it could not see which "
    "operators ran in task {}",
}


def watching(rubric: Rubric, checks: Checks, key: str) -> Watching:
    """For one submission on the numbers of `key`. Only torch has operators that can be watched."""
    ruled = [item.id for item in rubric.items if item.not_allowed and rubric.framework == "torch"]
    return Watching([_chosen(checks.of(task), key).name for task in ruled])


def _chosen(checks: Sequence[Check], key: str) -> Check:
    """A check that draws no numbers may call nothing."""
    drawn = [check for check in checks if check.draws] or checks
    return min(drawn, key=lambda check: hashlib.sha256(f"{key} {check.name}".encode()).digest())


def sentences(rubric: Rubric, judging: Judging, watched: Watching) -> Iterator[str]:
    if any(TOUCHED in notes for notes in watched.seen.values()):
        yield (
            "evasion? this code replaced functions of the grader's own in the process that ran it: what the fence saw "
            "there, and what that process says of inputs that were changed, may be forged"
        )
    for item in rubric.items:
        tapes = [tape for part in judging.parts.values() if part.task.id == item.id for tape in part.tapes]
        seen = {note for tape in tapes for note in watched.seen.get(tape.check.name, ())}
        if any(tape.passed and tape.check.name in watched.lost for tape in tapes):
            yield f"worth a look: task {item.id} failed while it was watched, and passed when it was not"
        yield from (says.format(item.id) for sign, says in _SAYS.items() if sign in seen)
        if ran := sorted(seen - SIGNS)[:4]:
            says = ", ".join(rule.says for rule in rubric.rules_of(item.id))
            yield (
                f"evasion? {', '.join(ran)} ran in task {item.id} (not allowed: {says}), and the fence did not see it; "
                "this is evidence from the student's own process, not proof"
            )
