"""Shows mistakes without a name on the class page: who shares one, what differs, and how they wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...content.rubric import Rubric
from ...files.escape import plain
from ..entries import Graded
from ..shared_mistakes import excerpts
from ..shared_mistakes.groups import Group

LONGEST = 160
"""Characters of a line of code."""


def core(found: Sequence[Group], place: Mapping[str, int], *, anonymous: bool) -> list[list[Any]]:
    """For the list: id, task, members, the sentence, the located line, the checks, whether on hidden numbers alone, how
    many in the whole class. Without names only what is ours."""
    return [
        [
            each.id,
            each.item,
            [place[entry] for entry in each.entries],
            "" if anonymous else each.sentence,
            "" if anonymous else each.line,
            list(each.checks),
            int(each.hidden_only),
            each.whole,
        ]
        for each in found
    ]


def samples(found: Sequence[Group], rows: Sequence[Graded], rubric: Rubric | None) -> list[list[Any]]:
    """Group by group, those that are shared: who wrote it, and lines, each with a mark where it differs."""
    if rubric is None:
        return []
    by_id = {one.entry.id: one for one in rows}
    items = {item.id: item for item in rubric.items}
    table: list[list[Any]] = []
    for each in found:
        item = items.get(each.item)
        if item is None or len(each.entries) < 2:
            table.append([])
            continue
        files = [by_id[entry].files for entry in each.entries]
        table.append([
            [[plain(row.text, limit=LONGEST, lines=1), int(row.differs)] for row in sample]
            for sample in excerpts.samples(files, item.file, item.names)
        ])  # fmt: skip
    return table
