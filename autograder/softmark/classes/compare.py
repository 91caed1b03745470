"""What a regrade changed, for whom and why: two journals, side by side, asked in SQL."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..checks.points import amount
from ..content.dates import in_words, moment
from ..files import tables
from ..files.problem import Problem
from .journal import FILE, Journal

TASKS = """
WITH both AS (
  SELECT mine.key, new.name, new.email, new.task, new.title, new.place, old.score AS before, new.score AS after,
    old.status AS was, new.status AS is_now, old.mistake AS old_mistake, new.mistake AS new_mistake,
    new.points, old.points AS points_before,
    newer.work != older.work AS again, newer.grader != older.grader AS grader, newer.texts != older.texts AS texts,
    (old.decided, IIF(old.decided IS NULL, 0, old.score)) IS NOT (new.decided, IIF(new.decided IS NULL, 0, new.score))
      AS staff, new.decided, old.decided AS decided_before
  FROM answer AS new
  JOIN counted AS mine ON mine.id = new.person JOIN grade AS newer ON newer.number = mine.grade
  JOIN old.counted AS theirs ON theirs.key = mine.key JOIN old.grade AS older ON older.number = theirs.grade
  JOIN old.answer AS old ON old.person = theirs.id AND old.task = new.task)
SELECT *, CASE
  WHEN staff AND decided IS NULL THEN 'an override is gone'
  WHEN staff THEN 'an override' || COALESCE(': ' || NULLIF(decided, ''), '')
  WHEN again THEN 'handed in again' WHEN before IS NULL OR after IS NULL THEN 'the grader had failed'
  WHEN grader THEN 'another grader' WHEN texts THEN 'other known mistakes' ELSE 'a name by staff' END
  || IIF(points = points_before, '', printf(' (worth %g now, %g before)', points, points_before)) AS why
FROM both WHERE before IS NOT after OR old_mistake IS NOT new_mistake OR was != is_now ORDER BY name, place
"""
"""Tasks with another score or another name."""

TOTALS = """
WITH both AS (
  SELECT mine.key, mine.name, mine.email, theirs.final AS before, mine.final AS after, theirs.why AS why_before,
    mine.why, theirs.taken_off AS taken_before, mine.taken_off, theirs.due AS due_before, mine.due,
    theirs.handed_in AS handed_in_before, mine.handed_in, theirs.adjusted AS adjusted_before, mine.adjusted,
    theirs.earned AS earned_before, mine.earned,
    theirs.key IS NULL AS new, 0 AS gone
  FROM counted AS mine LEFT JOIN old.counted AS theirs ON theirs.key = mine.key
  UNION ALL SELECT key, name, email, final, NULL, why, 'not here any more', taken_off, 0, due, NULL, handed_in, NULL,
    adjusted, 0, earned, NULL, 0, 1
  FROM old.counted WHERE key NOT IN (SELECT key FROM counted))
SELECT * FROM both WHERE before IS NOT after OR new OR gone
ORDER BY gone DESC, new DESC, ABS(COALESCE(after, 0) - COALESCE(before, 0)) DESC, name
"""
"""People with another score, and those who are in one of the two journals alone."""


def compared(journal: Journal, old: Path) -> dict[str, Any]:
    """Changed totals, each with its reasons; changed tasks; people who are missing from one of the two."""
    tasks, totals = _asked(journal, old)
    by_person: dict[str, list[sqlite3.Row]] = defaultdict(list)
    for task in tasks:
        by_person[task["key"]].append(task)
    people = [{**dict(row), "reasons": _reasons(row, by_person[row["key"]])} for row in totals]
    return {
        "old": old.resolve().name,
        "people": [one for one in people if not one["new"] and not one["gone"]],
        "missing": [one for one in people if one["gone"]],
        "added": [one for one in people if one["new"]],
        "tasks": tasks,
        "told": [task for task in tasks if task["before"] == task["after"]],
    }


def _asked(journal: Journal, old: Path) -> tuple[list[sqlite3.Row], list[sqlite3.Row]]:
    if old.resolve() == journal.folder.resolve():
        raise Problem(f"{old} is the folder of this class itself: compare with a copy from before the regrade")
    with Journal(old) as other:
        if not other.rows("SELECT 1 FROM counted LIMIT 1"):
            raise Problem(f"{old} has no report yet: run softmark report {old} first, so that totals can be compared")
        if other.about("assignment") != journal.about("assignment"):
            raise Problem(f"{old} holds grades of another assignment")
    journal.db.execute("ATTACH ? AS old", [str(old / FILE)])
    try:
        return journal.rows(TASKS), journal.rows(TOTALS)
    finally:
        journal.db.execute("DETACH old")


def _reasons(row: sqlite3.Row, tasks: Sequence[sqlite3.Row]) -> list[str]:
    """Why one person's score is another one: their tasks, then what is taken off and added."""
    if row["gone"] or row["new"]:
        return ["not in this class any more" if row["gone"] else "not in the old one"]
    if row["before"] is None or row["after"] is None:
        return [row["why"] or f"before: {row['why_before']}"]
    found = [_task_in_words(task) for task in tasks if task["before"] != task["after"]]
    if row["taken_off"] != row["taken_before"]:
        found += _lateness(row)
    if row["adjusted"] != row["adjusted_before"]:
        found.append("staff adjusted the total")
    return found or ["the grades were counted differently"]


def _task_in_words(task: sqlite3.Row) -> str:
    before, after = ("–" if points is None else amount(points) for points in (task["before"], task["after"]))
    return f"{task['task']}: {before} → {after}, {task['why']}"


def _lateness(row: sqlite3.Row) -> list[str]:
    if row["due"] != row["due_before"]:
        return [f"another due date: {_when(row['due_before'])} → {_when(row['due'])}"]
    if row["handed_in"] != row["handed_in_before"]:
        return [f"handed in again: {_when(row['handed_in'])}"]
    before, after = row["taken_before"] * row["earned"], row["taken_off"] * row["earned_before"]
    rounding = 0.01 * max(row["earned"], row["earned_before"])
    return [] if abs(before - after) <= rounding else ["late work is charged differently"]


def _when(text: str | None) -> str:
    return in_words(moment(text)) if text else "none"


def changes_csv(found: dict[str, Any]) -> str:
    """One line for each changed total and each missing person, then one for each changed task."""
    lines = [
        [one["name"], one["email"], "total", one["before"], one["after"], "; ".join(one["reasons"])]
        for one in [*found["missing"], *found["added"], *found["people"]]
    ]
    lines += [
        [task["name"], task["email"], task["task"], task["before"], task["after"], task["why"]]
        for task in found["tasks"]
    ]
    return tables.write(["name", "email", "task", "before", "after", "why"], lines)
