"""What is learnt of a submission by reading it: not-allowed calls, foreign imports, what each task leans on.

Nothing of it is run. Code made to be unreadable is not read for ever, and does not get round the rules that way.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..checks.rules import forbidden, observations
from ..checks.rules.leaning import Leaning
from ..content.rubric import Rubric
from ..sandbox.walls.limits import Exhausted, bounded
from .intake import foreign_imports
from .result import RULE, CheckResult, Note

READING_SECONDS, READING_MB = 10.0, 512
"""What reading the source for not-allowed calls may take; a right answer takes a fraction of a second."""


@dataclass
class SourceRead:
    trees: dict[str, ast.Module] = field(default_factory=dict)
    """File → what it says, as far as it can be read."""
    notes: list[Note] = field(default_factory=list)
    broken: dict[str, list[CheckResult]] = field(default_factory=dict)
    """Item → the rules that it breaks."""
    staff: list[str] = field(default_factory=list)
    """What staff may want to look at."""


def read(files: Mapping[str, str], rubric: Rubric, leaning: Leaning) -> SourceRead:
    found = SourceRead()
    try:
        with bounded(READING_SECONDS, READING_MB):
            _read(files, rubric, leaning, found)
    except (Exhausted, MemoryError, RecursionError):
        sentence = "your code takes longer to read than any answer needs: write shorter lines and plainer expressions"
        unread = CheckResult(
            name="not allowed: unreadable", title="Can be read for calls that are not allowed", passed=False,
            category=RULE, message=sentence, safe_message=sentence, staff=sentence, weight=0.0,
        )  # fmt: skip
        found.broken |= {item.id: [unread] for item in rubric.items if item.not_allowed}
    return found


def _read(files: Mapping[str, str], rubric: Rubric, leaning: Leaning, found: SourceRead) -> None:
    sources = {name.removesuffix(".py"): text for name, text in files.items()}
    contract = {f"{i.file.removesuffix('.py')}.{name}" for i in rubric.items for name in i.names}
    reading = forbidden.Reading(sources, contract)
    found.trees = {f"{name}.py": tree for name, tree in reading.trees.items()}
    found.notes += foreign_imports(found.trees, rubric)
    leaning.read(reading)
    seen = [("", note) for note in reading.import_notes()]
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
    found.staff += [f"worth a look: {sentence}" for sentence in observations.folded(seen)]
