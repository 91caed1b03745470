"""Which functions are right, and what stands on a wrong one: one mistake costs once.

The unit is one class of checks, with the functions that it asks for. Where it fails and something below it is wrong, it
is made again on top of the reference's version of that; where nobody can stand in (at home) it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..checks.module_names import module_of
from ..running.collect import Check
from .assignment import Task
from .bench import Bench
from .program import Program
from .tape import Tape


@dataclass(frozen=True)
class Part:
    """What one class of checks found out about the functions of a task that it asks for."""

    task: Task
    names: frozenset[str]
    """Those functions: "attention.softmax"."""
    checks: Sequence[Check]
    tapes: Sequence[Tape]
    """None where it waits."""
    on_top_of: frozenset[str] = frozenset()
    """The wrong functions that the reference stood in for."""
    waits_for: frozenset[str] = frozenset()
    """The wrong functions below it, where nobody can stand in."""
    left_out: Sequence[Check] = ()
    """Checks of a student's own earlier work, at no cost."""
    left_out_for: frozenset[str] = frozenset()
    """What of that is wrong; if nothing is, they were left out because they take too long."""

    @property
    def right(self) -> bool:
        return not self.waits_for and all(tape.passed for tape in self.tapes)

    @property
    def failed(self) -> list[Tape]:
        return [tape for tape in self.tapes if tape.passed is False]

    @property
    def unwritten(self) -> bool:
        """Whether the function itself is still the stub: nothing below it can help."""
        return bool(self.failed) and self.failed[0].unwritten == self.task.id

    @property
    def stopped(self) -> bool:
        """Whether it hangs, or ends the process, in more than one odd case: whoever calls it does, too."""
        return [tape.stopped for tape in self.tapes[:1]] == [True] or sum(tape.stopped for tape in self.tapes) > 1

    @property
    def met(self) -> set[str]:
        """Tasks whose stub was met on the way."""
        return {tape.unwritten for tape in self.failed if tape.unwritten} - {self.task.id}


@dataclass
class Judging:
    """Of one program. The build makes the signatures of known mistakes in this way, too."""

    bench: Bench
    program: Program
    parts: dict[str, Part] = field(default_factory=dict)
    """Class of checks → what it found out."""

    def of(self, task: Task) -> list[Part]:
        """All that is found out about a task, in the order of its checks; each class is made once."""
        checks = self.bench.checks.of(task.id)
        for name, family in groupby(checks, lambda check: check.family):
            if name not in self.parts:
                self.parts[name] = self._part(task, list(family))
        return [self.parts[name] for name in dict.fromkeys(check.family for check in checks)]

    def once_more(self) -> Iterator[Task]:
        """What a function may call can stand after it: tasks of which something is new now."""
        for name, part in list(self.parts.items()):
            if self.program.carries and (more := self._wrong_below(part)):
                self.parts[name] = self._made(part.task, part.checks, part.on_top_of | more)
                yield part.task

    def _part(self, task: Task, checks: Sequence[Check]) -> Part:
        first = self._made(task, checks, self._below(task, checks, self._uses(task), lambda part: part.stopped))
        more = self._wrong_below(first)
        return self._made(task, checks, first.on_top_of | more) if more else first

    def _made(self, task: Task, checks: Sequence[Check], below: frozenset[str]) -> Part:
        """Checks of a student's own earlier work are left out while some of it is wrong, and where only that takes too
        long."""
        names = self._names(task, checks)
        if below and not self.program.carries:
            return Part(task, names, checks, (), waits_for=below)
        spoiled = below | self._spoiled(task)
        kept = [check for check in checks if not (spoiled and check.own_work)]
        tapes = self.bench.run(kept, self.program.on_top_of(below))
        late = [tape for tape in tapes if tape.check.own_work and tape.late]
        if all(tape.passed for tape in tapes if tape not in late):
            tapes = [tape for tape in tapes if tape not in late] + self._late_with_the_reference_too(task, late)
        made = {tape.check.name for tape in tapes}
        return Part(
            *(task, names, checks, tapes, below),
            left_out=[check for check in checks if check.name not in made],
            left_out_for=spoiled,
        )

    def _late_with_the_reference_too(self, task: Task, late: Sequence[Tape]) -> list[Tape]:
        """What takes too long on top of the reference's functions as well: it is not the earlier work that is slow."""
        below = frozenset(name for each in self.bench.assignment.below(task) for name in each.full_names)
        if not self.program.carries:
            return []
        again = self.bench.make([tape.check for tape in late], self.program.on_top_of(below), alone=False)
        return [tape for tape in again if not tape.passed]

    def _spoiled(self, task: Task) -> frozenset[str]:
        """What it uses of that is known to be wrong, and for which the reference could stand in."""
        used = self._uses(task) - {task.id} if self.program.carries else ()
        wrong = [part.names for part in self.parts.values() if part.task.id in used and not part.right]
        return frozenset().union(*wrong)

    def _names(self, task: Task, checks: Sequence[Check]) -> frozenset[str]:
        if len(task.names) == 1:
            return task.full_names
        asked = frozenset(name for check in checks for name in self.bench.numbers.asked.get(check.name, ()))
        return task.full_names & asked or task.full_names

    def _wrong_below(self, part: Part) -> frozenset[str]:
        """The wrong functions that the reference does not stand in for yet."""
        if part.right or part.unwritten or part.waits_for:
            return frozenset()
        used = self._uses(part.task) | (part.met & self.bench.assignment.by_id.keys())
        if self.program.carries:
            listed = self._listed(part.task)
        else:  # whether they are right matters only now, and nobody may have asked for them
            listed = frozenset()
            for earlier in [task for task in self.bench.assignment.tasks if task.id in used - {part.task.id}]:
                self.of(earlier)
        found = self._below(part.task, part.checks, used, lambda other: not other.right) | listed
        return found - part.on_top_of - part.names

    def _uses(self, task: Task) -> set[str]:
        """The tasks that it stands on, and itself."""
        return {task.id, *(each.id for each in self.bench.assignment.below(task))}

    def _below(
        self, task: Task, checks: Sequence[Check], used: set[str], counts: Callable[[Part], bool]
    ) -> frozenset[str]:
        """The functions of the parts before these checks that count. Where a task can only wait, it waits for nothing
        that it does not use."""
        found = frozenset[str]()
        for name, part in self.parts.items():
            if name == checks[0].family:
                break
            if counts(part) and task.id not in part.task.contains and self._matters(part, task, checks, used):
                found |= part.names
        return found - self._names(task, checks)

    def _matters(self, part: Part, task: Task, checks: Sequence[Check], used: set[str]) -> bool:
        """Whether the checks can fail by what is wrong in that part."""
        if self.program.carries or part.task.id != task.id:
            return self.program.carries or part.task.id in used
        return f"{module_of(task.file)}.{checks[0].uses}" in part.names

    def _listed(self, task: Task) -> frozenset[str]:
        """The wrong functions that the task may call wherever they stand, and that call nothing themselves: no two
        stand on each other."""
        listed = {*task.uses, *task.contains}
        parts = [part for part in self.parts.values() if part.task.id in listed and not part.task.uses]
        return frozenset(name for part in parts if not part.right for name in part.names)
