"""The table of what each known mistake keeps of its points, for lecturers: is it charged what it should be?

The audit writes it. Our own lies in solutions/keeps.csv, so that a change of a weight shows what it does.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..bank import Answer
from ..files.tables import write
from .judged import Judged

COLUMNS = ("task", "mistake", "what is wrong", "keeps", "of", "loses")


def table(mistakes: Sequence[Answer], verdicts: Sequence[Judged]) -> str:
    """A line for each task that a mistake loses, sorted by task and by what is kept."""
    says = {answer.name: answer.says for answer in mistakes}
    rows = [
        (kept.task, verdict.title, says[verdict.title], kept.score, kept.points, "; ".join(kept.labels))
        for verdict in verdicts
        for kept in verdict.keeps
    ]
    return write(COLUMNS, sorted(rows, key=lambda row: (row[0], row[3], row[1])))
