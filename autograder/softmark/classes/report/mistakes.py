"""Writes OUT/mistakes.csv: who made which mistake, named ones and those that several share without a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...files import tables
from ..entries import Graded
from ..shared_mistakes.groups import groups
from .cohort import Cohort
from .statistics import known_mistakes

FILE = "mistakes.csv"
_COLUMNS = ("Task", "Mistake", "What It Is", "Shared By", "Name", "Email", "SID", "Section", "Submission")


def to_csv(cohort: Cohort) -> str:
    """One line a person and mistake, the most frequent first."""
    return tables.write(_COLUMNS, list(_lines(cohort.graded)))


def _lines(graded: Sequence[Graded]) -> Iterator[list[str | float | None]]:
    by_id = {one.entry.id: one for one in graded}
    for known in known_mistakes(graded):
        for ident in known.entries:
            yield from _of(by_id[ident], ", ".join(known.items), known.name, known.says, len(known.entries))
    for group in groups(graded):
        if len(group.entries) > 1:
            for ident in group.entries:
                yield from _of(by_id[ident], group.item, f"unnamed {group.id}", group.sentence, len(group.entries))


def _of(one: Graded, task: str, mistake: str, says: str, shared: int) -> Iterator[list[str | float | None]]:
    for person in one.entry.people:
        yield [task, mistake, says, shared, person.name, person.email, person.sid, person.section, one.entry.id]
