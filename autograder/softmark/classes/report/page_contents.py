"""What the class page unpacks in the browser: columns for its table and filters at once, report cards when opened."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from ...checks.points import amount
from ...files.escape import one_line, plain
from ...grading.check_result import ItemStatus
from ...policy.decisions import ATTEMPTS, LATE, TOTAL
from ...render import sentences
from ..entries import Graded, Person
from . import attempts as which_attempt
from . import page_data, report_cards, task_checks
from .cohort import DIFFERS, FLAGS, HELP, NOTES, Flag, attempts, deduction, name_of, progress
from .integrity import is_observation
from .late_work import TOLD, Timing
from .overrides import Applied
from .platform_scores import signed
from .statistics import BROKEN, Figures

_LETTERS: dict[ItemStatus, str] = {
    "passed": "p",
    "failed": "f",
    "not_written": "n",
    "rule_broken": "r",
    "not_checked": "q",
    "grader_error": "e",
}
_KINDS = {"pass": "p", "fail": "f", "open": "o", "detail": "d", "lost": "l", "where": "w"}
_KINDS |= {"mistake": "m", "hint": "h", "explain": "e", "next": "x", "staff": "s"}
MOST_NOTES = 20
"""Of staff, on one report card."""


def addresses(rows: Sequence[Graded], key: bytes) -> dict[str, str]:
    """What a link calls each submission: nobody's name, number or folder, and the same in every report of a folder."""
    return {
        one.entry.id: hmac.new(key, f"address\0{one.entry.id}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()[
            :10
        ]
        for one in rows
    }


def core(
    rows: Sequence[Graded],
    found: Mapping[str, Mapping[Flag, str]],
    numbers: Figures,
    timings: Mapping[str, Timing],
    addresses: Mapping[str, str],
) -> dict[str, Any]:
    """What the table, the heat map and the filters need, column by column: like next to like compresses well."""
    place = {one.entry.id: index for index, one in enumerate(rows)}
    items = [{row.id: row for row in one.result.items} for one in rows]
    keys = list(FLAGS)
    has_history = any(one.entry.history for one in rows)
    timed = [timings[one.entry.id] for one in rows] if timings else []
    return {
        "points": numbers.points,
        "items": [[item.id, one_line(item.title), item.points, int(item.bonus)] for item in numbers.items],
        "bars": [[bar.low, bar.high] for bar in numbers.histogram],
        "flags": [[flag, word] for flag, word in FLAGS.items()],
        "help": [keys.index(flag) for flag in HELP],
        "differs": [keys.index(flag) for flag in DIFFERS],
        "mistakes": [
            [one_line(each.name), [place[ident] for ident in each.entries], one_line(each.says, limit=400),
             one_line(each.section), ", ".join(each.items)]
            for each in numbers.misconceptions
        ],
        "key": [addresses[one.entry.id] for one in rows],
        "people": [[section_of(person) for person in one.entry.people] or [""] for one in rows],
        "counted": "".join("01"[one.result.status not in BROKEN] for one in rows),
        "done": "".join("01"[one.result.final >= one.result.points > 0] for one in rows),
        "name": [name_of(one) for one in rows],
        "email": [_joined(one, "email") for one in rows],
        "sid": [_joined(one, "sid") for one in rows],
        "section": [sections_of(one) for one in rows],
        "id": [one_line(one.entry.id) for one in rows],
        "when": [one_line(one.entry.created_at, limit=40) for one in rows],
        "score": [one.result.final for one in rows],
        "late": [deduction(one.result) for one in rows],
        "there": [one.entry.platform_score for one in rows] if _has_platform(rows) else [],
        "due": [each.due_in_words for each in timed],
        "latest": [each.late_due_in_words for each in timed],
        "by": [each.clock for each in timed],
        "full": [progress(one.result)[0] for one in rows],
        "scores": [
            [row[item.id].score if item.id in row else 0 for row in items] for item in numbers.items
        ],
        "statuses": [
            "".join(_LETTERS[row[item.id].status] if item.id in row else "-" for row in items)
            for item in numbers.items
        ],
        "flagged": [sum(1 << keys.index(flag) for flag in found[one.entry.id]) for one in rows],
        "attempts": [attempts(one) for one in rows] if has_history else [],
    }  # fmt: skip


def details(
    rows: Sequence[Graded],
    found: Mapping[str, Mapping[Flag, str]],
    applied: Mapping[str, Sequence[Applied]],
    items: Sequence[str],
    *,
    with_code: bool,
    links: bool,
) -> dict[str, Any]:
    """What a drawer shows. Reports that several students share are stored once, and so are their sentences."""
    texts, reports = page_data.Shelf(), page_data.Shelf()
    students = []
    for one in rows:
        decided = {each.override.item: _decision(each) for each in applied.get(one.entry.id, ())}
        mine = []
        for item in one.result.items:
            lines = tuple((_KINDS[line.kind], texts.place(line.text)) for line in report_cards.report(item, one.result))
            mine.append(reports.place((item.id, texts.place(sentences.verdict(item)), lines)))
        said = {TOLD, which_attempt.TOLD, *found[one.entry.id].values()}
        notes = [text for text in sentences.circumstances(one.result) if text not in said]
        staff = _staff_notes(one)
        students.append([
            mine,
            [texts.place(text) for text in notes],
            [texts.place(text) for text in staff],
            {flag: texts.place(text) for flag, text in found[one.entry.id].items()},
            {ident: texts.place(text) for ident, text in decided.items()},
            [[one_line(attempt.created_at, limit=40), attempt.score] for attempt in one.entry.history],
            f"{report_cards.STUDENTS}/{quote(report_cards.folder_name(one.entry.id))}/report.html" if links else "",
        ])  # fmt: skip
    tasks = task_checks.of(rows, items)
    data: dict[str, Any] = {"tasks": tasks, "texts": texts.things, "reports": reports.things, "students": students}
    if with_code:
        code = page_data.code([one.files for one in rows])
        data["code"] = {"names": code.names, "shared": code.shared, "own": code.own, "students": code.students}
    return data


def _staff_notes(one: Graded) -> list[str]:
    """What staff are told and no flag says; of very many, the first, and how many more."""
    told = [
        plain(text, limit=600, lines=6)
        for text in one.result.notes_for("staff")
        if not text.startswith(tuple(NOTES.values())) and not is_observation(text)
    ]
    more = len(told) - MOST_NOTES
    return told if more <= 0 else [*told[:MOST_NOTES], f"and {more} more, which softmark explain prints"]


def _decision(each: Applied) -> str:
    """For staff: who, when and why."""
    override, points = each.override, each.override.points
    if override.item == LATE:
        said = "Override: the late deduction is waived"
    elif points is None:
        said = "A comment"
    elif override.item == ATTEMPTS:
        said = f"Override: {amount(points)} attempts"
    elif override.item == TOTAL:
        said = f"Override: {signed(points)} points on the total"
    else:
        said = f"Override: {amount(points)} points instead of {amount(each.before or 0.0)}"
    said += f", for everybody with {override.mistake}" if override.mistake else ""
    if override.who:
        said += f", by {override.who}" + (f" on {override.when}" if override.when else "")
    notes = (("staff", override.note_staff), ("student", override.note_student))
    told = "; ".join(f"for {voice}: {note}" for voice, note in notes if note)
    return one_line(f"{said} ({told})" if told else said, limit=600)


def _has_platform(rows: Sequence[Graded]) -> bool:
    return any(one.entry.platform_score is not None for one in rows)


def _joined(one: Graded, field: str) -> str:
    values = (one_line(getattr(person, field), limit=120) for person in one.entry.people)
    return ", ".join(value for value in values if value)


def sections_of(one: Graded) -> str:
    return ", ".join(sorted({section_of(person) for person in one.entry.people if person.section}))


def section_of(person: Person) -> str:
    return one_line(person.section, limit=60)
