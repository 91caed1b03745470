"""What ran although the fence did not see it: notes for staff, who decide what they mean; never points.

In all checks of a task with a rule autograd's tape is looked at, and one is watched by all that is known. Which one is
as secret as the hidden numbers, so that nobody can behave well in this one alone, and the same submission is watched in
the same one each time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence

from ..content.rubric import Item, Rubric
from ..core.judging import Judging
from ..running.collect import Check, Checks
from ..running.fence_names import Names
from ..sandbox import calls_seen
from .watching import Watching

_SAYS = {
    calls_seen.APART: (
        "worth a look: task {} ran threads of its own while torch's hooks watched it; what ran in them was not seen"
    ),
    calls_seen.OFF: "evasion? task {} switched off what watches torch's operators; what ran then was not seen",
    calls_seen.BLIND: (
        "worth a look: the grader does not know the profiler of the installed torch, so it could not see which "
        "operators ran; a library call that the source hides may have gone unseen"
    ),
}


def watching(rubric: Rubric, checks: Checks, key: str) -> Watching:
    """For one submission on the numbers of `key`."""
    ruled = [checks.of(item.id) for item in rubric.items if item.not_allowed]
    return Watching([check.name for each in ruled for check in each], [_chosen(each, key).name for each in ruled])


def _chosen(checks: Sequence[Check], key: str) -> Check:
    """A check that draws no numbers may call nothing."""
    drawn = [check for check in checks if check.draws] or checks
    return min(drawn, key=lambda check: hashlib.sha256(f"{key} {check.name}".encode()).digest())


def sentences(rubric: Rubric, judging: Judging, watched: Watching) -> Iterator[str]:
    """What staff read about tasks that break no rule as far as the fence saw."""
    for item in rubric.items:
        tapes = [tape for part in judging.parts.values() if part.task.id == item.id for tape in part.tapes]
        seen = {path for tape in tapes for path in watched.seen.get(tape.check.name, ())}
        lost = any(tape.passed and tape.check.name in watched.lost for tape in tapes)
        if lost or calls_seen.DIFFERS in seen:
            yield (
                f"worth a look: task {item.id} failed while torch's hooks watched it, and passed without them; what "
                "ran then was not seen"
            )
        yield from (says.format(item.id) for sign, says in _SAYS.items() if sign in seen)
        if not any(tape.breaks_a_rule for tape in tapes):
            yield from _calls(rubric, item, seen)


def _calls(rubric: Rubric, item: Item, seen: Collection[str]) -> Iterator[str]:
    paths = {path for path in seen if "_backward" not in path}  # it only follows from another
    for rule in rubric.rules_of(item.id):
        names = Names.of(rule.calls)
        if ran := sorted(path for path in paths if names.entry(path.rpartition(".")[2]))[:4]:
            yield (
                f"evasion? {', '.join(ran)} ran in task {item.id} (not allowed: {rule.says}), and the fence did not "
                "see it; this is evidence from the student's own process, not proof"
            )
