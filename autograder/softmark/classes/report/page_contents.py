"""Collects what the class page unpacks in the browser: columns for its table and filters at once, report cards when
opened."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from ...checks.points import amount
from ...files.escape import one_line, plain
from ...grading.check_result import ItemStatus
from ...policy.apply_overrides import ATTEMPTS, LATE, TOTAL
from ...render import sentences
from ..entries import Graded, Person
from . import attempts as which_attempt
from . import page_data, report_cards, task_checks
from .class_deadlines import SENTENCE_FOR_STUDENTS
from .cohort import DIFFERS, FLAGS, HELP, NOTES, Cohort, Flag, attempts, deduction, name_of, progress
from .override_table import Applied
from .platform_scores import signed
from .same_person import handed_in, identity
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


@dataclass(frozen=True)
class ShownClass:
    """A class as one page shows it: with names or without."""

    cohort: Cohort
    rows: Sequence[Graded]
    applied: Mapping[str, Sequence[Applied]]
    flags: Mapping[str, Mapping[Flag, str]]
    """By submission: what to look at, in words."""
    numbers: Figures
    addresses: Mapping[str, str]
    """By submission: what links call it."""
    anonymous: bool = False

    @property
    def places(self) -> dict[str, int]:
        """Of each submission: its row."""
        return {row.entry.id: place for place, row in enumerate(self.rows)}


def core(shown: ShownClass) -> dict[str, Any]:
    """What the table, the heat map and the filters need, column by column: like next to like compresses well."""
    return {**_assignment(shown), **_people(shown), **_handed_in(shown), **_scores(shown), **_flagged(shown)}


def _assignment(shown: ShownClass) -> dict[str, Any]:
    """Its tasks, the bars of its histogram, and the mistakes that were made in it."""
    places = shown.places
    return {
        "points": shown.numbers.points,
        "items": [[item.id, one_line(item.title), item.points, int(item.bonus)] for item in shown.numbers.items],
        "bars": [[bar.low, bar.high] for bar in shown.numbers.histogram],
        "mistakes": [
            [one_line(mistake.name), [places[ident] for ident in mistake.entries], one_line(mistake.says, limit=400),
             one_line(mistake.section), ", ".join(mistake.items)]
            for mistake in shown.numbers.known_mistakes
        ],
    }  # fmt: skip


def _people(shown: ShownClass) -> dict[str, Any]:
    return {
        "key": [shown.addresses[row.entry.id] for row in shown.rows],
        "people": [[section_of(p) for p in each] or [""] if each is not None else [] for each in people_of(shown.rows)],
        "name": [name_of(row) for row in shown.rows],
        "email": [_joined(row, "email") for row in shown.rows],
        "sid": [_joined(row, "sid") for row in shown.rows],
        "section": [sections_of(row) for row in shown.rows],
        "id": [one_line(row.entry.id) for row in shown.rows],
    }


def people_of(rows: Sequence[Graded]) -> list[tuple[Person, ...] | None]:
    """Whose each submission is; None where it is nobody's grade. Somebody in two submissions is in the later one."""
    latest = {
        identity(person, row.entry.id): row.entry.id
        for row in sorted(rows, key=lambda row: handed_in(row.entry))
        for person in row.entry.people
    }
    return [
        tuple(p for p in row.entry.people if latest[identity(p, row.entry.id)] == row.entry.id) if row.counts else None
        for row in rows
    ]


def why_not(rows: Sequence[Graded]) -> str:
    """Why some submissions are in no figure, in words."""
    failed = ["the grader failed there"] if any(row.result.status in BROKEN for row in rows) else []
    return ", or ".join([*failed, *(["they are nobody's grade"] if not all(row.counts for row in rows) else [])])


def _handed_in(shown: ShownClass) -> dict[str, Any]:
    """When, and how often. Dates can tell who somebody is: a page without names has none but the platform's."""
    timings = {} if shown.anonymous else shown.cohort.timings
    timed = [timings[row.entry.id] for row in shown.rows] if timings else []
    has_history = any(row.entry.history for row in shown.rows)
    return {
        "when": [one_line(row.entry.created_at, limit=40) for row in shown.rows],
        "due": [timing.due_in_words for timing in timed],
        "latest": [timing.late_due_in_words for timing in timed],
        "by": [timing.clock for timing in timed],
        "attempts": [attempts(row) for row in shown.rows] if has_history else [],
    }


def _scores(shown: ShownClass) -> dict[str, Any]:
    """Of the whole and of each task, here and on the platform."""
    results = [row.result for row in shown.rows]
    items = [{item.id: item for item in result.items} for result in results]
    ids = [item.id for item in shown.numbers.items]
    return {
        "counted": "".join("01"[row.counts and row.result.status not in BROKEN] for row in shown.rows),
        "uncounted": why_not(shown.rows),
        "done": "".join("01"[result.final >= result.points > 0] for result in results),
        "score": [result.final for result in results],
        "late": [deduction(result) for result in results],
        "there": [row.entry.platform_score for row in shown.rows] if _has_platform(shown.rows) else [],
        "full": [progress(result)[0] for result in results],
        "scores": [[known[ident].score if ident in known else 0 for known in items] for ident in ids],
        "statuses": [
            "".join(_LETTERS[known[ident].status] if ident in known else "-" for known in items) for ident in ids
        ],
    }


def _flagged(shown: ShownClass) -> dict[str, Any]:
    """The flags there are, which of them mean what, and who has which: a bit each."""
    keys = list(FLAGS)
    return {
        "flags": [[flag, word] for flag, word in FLAGS.items()],
        "help": [keys.index(flag) for flag in HELP],
        "differs": [keys.index(flag) for flag in DIFFERS],
        "flagged": [sum(1 << keys.index(flag) for flag in shown.flags[row.entry.id]) for row in shown.rows],
    }


def details(shown: ShownClass, *, with_code: bool) -> dict[str, Any]:
    """What a drawer shows. Reports that several students share are stored once, and so are their sentences."""
    texts, reports = page_data.Shelf(), page_data.Shelf()
    links = not (shown.anonymous or with_code)
    students = [_student(shown, row, texts, reports, links=links) for row in shown.rows]
    tasks = task_checks.of(shown.rows, [item.id for item in shown.numbers.items])
    data: dict[str, Any] = {"tasks": tasks, "texts": texts.things, "reports": reports.things, "students": students}
    if with_code:
        code = page_data.code([row.files for row in shown.rows])
        data["code"] = {"names": code.names, "shared": code.shared, "own": code.own, "students": code.students}
    return data


def _student(
    shown: ShownClass, row: Graded, texts: page_data.Shelf, reports: page_data.Shelf, *, links: bool
) -> list[Any]:
    """One student's drawer: reports, notes, flags, decisions, earlier attempts, and a link to their own file."""
    ident, flags = row.entry.id, shown.flags[row.entry.id]
    mine = []
    for item in row.result.items:
        lines = tuple((_KINDS[line.kind], texts.place(line.text)) for line in report_cards.report(item, row.result))
        mine.append(reports.place((item.id, texts.place(sentences.verdict(item)), lines)))
    said = {SENTENCE_FOR_STUDENTS, which_attempt.SENTENCE_FOR_STUDENTS, *flags.values()}
    notes = [text for text in sentences.circumstances(row.result) if text not in said]
    decided = {each.override.item: _decision(each) for each in shown.applied.get(ident, ())}
    return [
        mine,
        [texts.place(text) for text in notes],
        [texts.place(text) for text in _staff_notes(row)],
        {flag: texts.place(text) for flag, text in flags.items()},
        {item: texts.place(text) for item, text in decided.items()},
        [[one_line(attempt.created_at, limit=40), attempt.score] for attempt in row.entry.history],
        f"{report_cards.STUDENTS}/{quote(report_cards.folder_name(ident))}/report.html" if links else "",
    ]


def _staff_notes(one: Graded) -> list[str]:
    """What staff are told and no flag says; of very many, the first, and how many more."""
    notes = [
        plain(text, limit=600, lines=6)
        for text in one.result.notes_for("staff")
        if not text.startswith(tuple(NOTES.values()))
    ]
    more = len(notes) - MOST_NOTES
    return notes if more <= 0 else [*notes[:MOST_NOTES], f"and {more} more, which softmark explain prints"]


def _decision(each: Applied) -> str:
    """For staff: who, when and why."""
    override, points = each.override, each.override.points
    if override.of_everything:
        said = "Excused from this assignment"
    elif override.item == LATE:
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
    note_lines = "; ".join(f"for {voice}: {note}" for voice, note in notes if note)
    return one_line(f"{said} ({note_lines})" if note_lines else said, limit=600)


def _has_platform(rows: Sequence[Graded]) -> bool:
    return any(one.entry.platform_score is not None for one in rows)


def _joined(one: Graded, field: str) -> str:
    values = (one_line(getattr(person, field), limit=120) for person in one.entry.people)
    return ", ".join(value for value in values if value)


def sections_of(one: Graded) -> str:
    return ", ".join(sorted({section_of(person) for person in one.entry.people if person.section}))


def section_of(person: Person) -> str:
    return one_line(person.section, limit=60)
