"""What a regrade changed, for whom and why: two journals, side by side in one question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files import tables
from .journal import FILE, Journal
from .problem import Problem

CHANGED = """
WITH both AS (
  SELECT mine.key, new.name, new.email, new.task, new.place, old.score AS before, new.score AS after,
    old.status AS was, new.status AS is_now, old.mistake AS old_mistake, new.mistake AS new_mistake,
    newer.work != older.work AS again, newer.grader != older.grader AS grader, newer.texts != older.texts AS texts,
    new.decided IS NOT old.decided AS staff, new.decided AS decided
  FROM answer AS new
  JOIN counted AS mine ON mine.id = new.person JOIN grade AS newer ON newer.number = mine.grade
  JOIN old.counted AS theirs ON theirs.key = mine.key JOIN old.grade AS older ON older.number = theirs.grade
  JOIN old.answer AS old ON old.person = theirs.id AND old.task = new.task)
SELECT *, CASE WHEN staff THEN 'course staff decided' || COALESCE(': ' || NULLIF(decided, ''), '')
  WHEN again THEN 'handed in again' WHEN before IS NULL THEN 'the grader had failed' WHEN grader THEN 'another grader'
  WHEN texts THEN 'other known mistakes' ELSE 'another name by staff' END AS why
FROM both WHERE before IS NOT after OR old_mistake IS NOT new_mistake OR was != is_now ORDER BY name, place
"""

TOTALS = """
SELECT mine.key, mine.name, mine.email, theirs.final AS before, mine.final AS after, theirs.why AS why_before, mine.why,
  mine.taken_off != theirs.taken_off AS late, mine.adjusted != theirs.adjusted AS adjusted
FROM counted AS mine LEFT JOIN old.counted AS theirs ON theirs.key = mine.key
WHERE mine.final IS NOT theirs.final ORDER BY ABS(COALESCE(mine.final, 0) - COALESCE(theirs.final, 0)) DESC, mine.name
"""


def compared(journal: Journal, old: Path) -> dict[str, Any]:
    """Changed totals, each with its reasons, and changed tasks."""
    with Journal(old) as other:
        if not other.rows("SELECT 1 FROM counted LIMIT 1"):
            raise Problem(f"{old} has no report yet: run softmark report {old} first, so that totals can be compared")
        if other.about("assignment") != journal.about("assignment"):
            raise Problem(f"{old} holds grades of another assignment")
    journal.db.execute("ATTACH ? AS old", [str(old / FILE)])
    try:
        tasks, totals = journal.rows(CHANGED), journal.rows(TOTALS)
    finally:
        journal.db.execute("DETACH old")
    people = [
        {**dict(row), "reasons": _reasons(row, tasks), "tasks": [t for t in tasks if _same(t, row)]} for row in totals
    ]
    told = [t for t in tasks if t["before"] == t["after"]]
    return {"people": people, "told": told, "old": old.name, "tasks": tasks}


def _same(task: Any, row: Any) -> bool:
    return bool(task["key"] == row["key"])


def _reasons(row: Any, tasks: list[Any]) -> list[str]:
    found = [f"{t['task']}: {t['why']}" for t in tasks if _same(t, row) and t["before"] != t["after"]]
    found += ["lateness is charged differently"] if row["late"] else []
    found += ["the course staff adjusted the total"] if row["adjusted"] else []
    return found or [row["why"] or row["why_before"] or "not in the old one"]


def changes_csv(found: dict[str, Any]) -> str:
    """One line for each changed total, then one for each changed task."""
    lines = [
        [p["name"], p["email"], "total", p["before"], p["after"], "; ".join(p["reasons"])] for p in found["people"]
    ]
    lines += [[t["name"], t["email"], t["task"], t["before"], t["after"], t["why"]] for t in found["tasks"]]
    return tables.write(["name", "email", "task", "before", "after", "why"], lines)
