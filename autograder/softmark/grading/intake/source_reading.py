"""Reads a submission's source for not-allowed calls and foreign imports.

Nothing of it is run. Where reading gives up, because it would take too much work or memory, nobody loses points for it:
what was found until then stays found, and staff are told which tasks to look at by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...content.rubric import Rubric
from ...reading.leftovers import reused_names
from ...reading.rules import forbidden, observations
from ...sandbox.layers.limits import bounded_memory
from ..check_result import RULE, CheckResult
from ..result import Note
from .submission import foreign_imports

READING_MB = 512
"""What reading may take on top of its steps, counted by `reading/rules/budget.py`; a right answer takes a hundredth."""
IMPORTED = "what runs when the files are imported"


@dataclass
class SourceRead:
    trees: dict[str, ast.Module] = field(default_factory=dict)
    """File → what it says, as far as it can be read."""
    notes: list[Note] = field(default_factory=list)
    broken: dict[str, list[CheckResult]] = field(default_factory=dict)
    """Task → the rules that it breaks."""
    staff: list[str] = field(default_factory=list)
    """What staff may want to look at."""


def read(files: Mapping[str, str], given: Mapping[str, str], rubric: Rubric) -> SourceRead:
    """`given`: the files that students were handed, whose names are read through."""
    found, seen = SourceRead(), list[tuple[str, observations.Observation]]()
    unread = [item.id for item in rubric.items if item.not_allowed]
    unread += [IMPORTED] if unread else []
    try:
        with bounded_memory(READING_MB):
            _read(files, given, rubric, found, seen, unread)
    except (MemoryError, RecursionError):
        pass  # what is still in `unread` is told
    found.staff += [f"worth a look: {sentence}" for sentence in observations.folded(seen)]
    if unread:
        found.staff.insert(0, _by_hand(unread))
    return found


def _by_hand(unread: list[str]) -> str:
    tasks = [each for each in unread if each != IMPORTED]
    what = [f"{'task' if len(tasks) == 1 else 'tasks'} {', '.join(tasks)}"] if tasks else []
    if IMPORTED in unread:
        what.append(IMPORTED)
    return (
        f"look by hand for calls that are not allowed in {' and in '.join(what)}: the grader could not read this "
        "code to the end. The student lost no points for that"
    )


def _read(
    files: Mapping[str, str],
    given: Mapping[str, str],
    rubric: Rubric,
    found: SourceRead,
    seen: list[tuple[str, observations.Observation]],
    unread: list[str],
) -> None:
    """Fill `found` and `seen` step by step; whatever has been read to the end is taken out of `unread`."""
    sources, handed_out = (_modules(texts) for texts in (files, given))
    contract = {f"{i.file.removesuffix('.py')}.{name}" for i in rubric.items for name in i.names}
    reading = forbidden.Reading(sources, contract, handed_out)
    found.trees = {f"{name}.py": tree for name, tree in reading.trees.items()}
    found.notes += foreign_imports(found.trees, rubric)
    found.notes += [Note("student", sentence) for sentence in reused_names(found.trees)]
    seen += [("", note) for note in reading.import_notes()]
    if unread and not reading.imports_unread():
        unread.remove(IMPORTED)
    for item in rubric.items:
        names = [f"{item.file.removesuffix('.py')}.{name}" for name in item.names]
        for key in item.not_allowed:
            rule, bound = rubric.rules[key], rubric.bound_by(key)
            seen += [(item.id, note) for note in reading.notes(names, rule.calls, bound)]
            hits = reading.hits(names, rule.calls, bound)
            for hit in hits:
                sentence = forbidden.sentence(hit, item.id, rule.says)
                found.broken.setdefault(item.id, []).append(
                    CheckResult(
                        name=f"not allowed: {hit.call}", title=f"Does not use {rule.says}", passed=False,
                        category=RULE, message=sentence, safe_message=sentence, staff=sentence,
                        line=f"{hit.file} line {hit.line}", weight=0.0,
                    )
                )  # fmt: skip
            if hidden := [hit for hit in hits if hit.evasion]:
                more = f", and {len(hidden) - 1} more places" if len(hidden) > 1 else ""
                found.staff.append(f"evasion? {forbidden.sentence(hidden[0], item.id, rule.says)}{more}")
        bounds = [rubric.bound_by(key) for key in item.not_allowed]
        if bounds and not any(reading.unread(names, bound) for bound in bounds):
            unread.remove(item.id)


def _modules(texts: Mapping[str, str]) -> dict[str, str]:
    return {name.removesuffix(".py"): text for name, text in texts.items() if name.endswith(".py")}
