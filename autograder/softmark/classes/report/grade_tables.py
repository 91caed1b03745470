"""Writes grades as CSV files for Gradescope, Canvas and Moodle, and a table of the tasks.

One row a person, so the members of a group have one each. Whoever cannot be matched is in `unmatched.csv` with the
reason, and still in every file: nobody is dropped. What lateness costs has a column of its own; the score that counts
already has it taken off. So have the marks of sheets, where there are any; they are in no score.

Whoever handed in and is not graded yet has an empty score, and no line at all in the files for Canvas and Moodle: an
import leaves alone whom it does not name, and may take an empty cell for a grade to delete.

Whoever is excused from the whole assignment has Canvas's word for it, EX, in the place of a score; Gradescope's file
has no score for them, and Moodle's no line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...files import tables
from ...files.tables import TableError, number
from ...grading.result import ItemResult, Result
from .. import sheet_marks
from ..entries import Entry, Person
from .canvas_gradebook import Gradebook, Matcher, canvas_person, ids, without_ids
from .class_deadlines import SENTENCE_FOR_STUDENTS, Timing, is_open
from .cohort import Cohort, attempts, deduction
from .override_table import Applied
from .person_grades import PersonGrade, Unmatched, marks, open_for
from .platform_scores import beside
from .report_cards import write_changed
from .same_person import first_and_last, identity
from .statistics import Figures, item_order

FOLDER = "grades"
FILES = ("gradescope.csv", "canvas.csv", "moodle.csv", "plain.csv", "items.csv", "unmatched.csv")
QUESTIONS = "questions.csv"
"""Only where sheets are marked."""
_DATES = ("Due Date", "Late Due Date", "Due Date From", "To Look At")
_PLATFORM = ("Platform Score", "Platform Difference", "Why They Differ")
Cell = str | float | None
Sheets = Mapping[str, float | None]
"""Who got what on a sheet, by identity; empty where none is marked."""
EX = "EX"
"""Canvas's word for a student who is excused."""
WITHDRAWN = "the grade files of an earlier report were removed from"
_EXCUSED = "excused: no score counts; Moodle is told by hand"
SHEET_POINTS = float(len(sheet_marks.QUESTIONS))


# --- the files --------------------------------------------------------------------------------------------


def gradescope(
    rows: Sequence[PersonGrade],
    absent: Sequence[Person],
    timings: Mapping[str, Timing],
    applied: Mapping[str, Sequence[Applied]],
    sheets: Sheets,
    waiting: Sequence[tuple[Person, Entry]] = (),
    nothing: Cell = None,
    excused: Sequence[Person] = (),
) -> str:
    """The shape of Gradescope's own “Download Grades”, and which date counted, and what the platform has; and where
    sheets are marked, what they got. Its word for whoever waits for a grade is Ungraded."""
    items = _items([mark.result for mark in rows])
    columns = [
        "First Name", "Last Name", "SID", "Email", "Sections", "Total Score", "Max Points", "Status", "Submission ID",
        "Submission Time", "Lateness (H:M:S)", "View Count", "Submission Count", "Late Penalty", *_DATES, *_PLATFORM,
    ]  # fmt: skip
    columns += [f"{item.id}: {item.title} ({number(item.points)} pts)" for item in items]
    columns += [f"Questions ({number(SHEET_POINTS)} pts, apart)"] if sheets else []
    body: list[list[Cell]] = []
    for mark in rows:
        one, scores = mark.graded, {item.id: item.score for item in mark.result.items}
        body.append([
            *_split(mark.person), mark.final, mark.result.points,
            "Excused" if mark.excused else "Ungraded" if mark.final is None else "Graded",
            _number_of(one.entry.id),
            one.entry.created_at, _clock(mark, timings), "", attempts(one), deduction(mark.result),
            *_dates(mark, timings), *_there(mark, applied), *(scores.get(item.id) for item in items),
            *_sheet(mark, sheets),
        ])  # fmt: skip
    whole = next((mark.result.points for mark in rows), None)
    for person, entry in waiting:
        rest = [""] * (len(columns) - 10 - bool(sheets))
        known = [*_split(person), None, whole, "Ungraded", _number_of(entry.id), entry.created_at]
        body.append([*known, *rest, *_sheet_of(person, entry, sheets)])
    for person, score, status in (*((p, nothing, "Missing") for p in absent), *((p, None, "Excused") for p in excused)):
        body.append([*_split(person), score, whole, status, *[""] * (len(columns) - 8)])
    return tables.write(columns, body)


def moodle(
    title: str,
    rows: Sequence[PersonGrade],
    timings: Mapping[str, Timing],
    applied: Mapping[str, Sequence[Applied]],
    sheets: Sheets,
    zeros: Sequence[Person] = (),
) -> str:
    """For Moodle's “Import grades from CSV”: map by e-mail or ID number, and each column of points to a grade item.
    Feedback comments go to students."""
    columns = ["First name", "Last name", "ID number", "Email address", title, "Late penalty", "Feedback comments"]
    own = [f"{title}: questions"] if sheets else []
    body: list[list[Cell]] = [[
        *first_and_last(mark.person.name), mark.person.sid, mark.person.email, mark.final, deduction(mark.result),
        _feedback(mark.result), *_dates(mark, timings), *_there(mark, applied), *_sheet(mark, sheets),
    ] for mark in rows if not mark.excused]  # fmt: skip
    rest = [""] * (len(_DATES) + len(_PLATFORM) + len(own))
    for person in zeros:
        body.append(
            [*first_and_last(person.name), person.sid, person.email, 0.0, None, "Nothing was handed in.", *rest]
        )
    return tables.write([*columns, *_DATES, *_PLATFORM, *own], body)


def _feedback(result: Result) -> str:
    """What a student must know about the number: which attempt it is of, or what lateness cost."""
    if result.standing is not None:
        return result.standing.sentence
    return result.late.sentence if result.late else SENTENCE_FOR_STUDENTS if is_open(result) else ""


def plain(
    rows: Sequence[PersonGrade],
    absent: Sequence[Person],
    sheets: Sheets,
    waiting: Sequence[tuple[Person, Entry]] = (),
    nothing: Cell = None,
    excused: Sequence[Person] = (),
) -> str:
    """One line a person, for a spreadsheet or a system that is none of these; no points where nothing is graded yet,
    and `nothing` where nothing was handed in."""
    columns = ["Name", "Email", "SID", "Section", "Score", "Points", "Late Penalty", "Handed In"]
    columns += ["Questions", "Questions Points"] if sheets else []
    body: list[list[Cell]] = [
        [
            *_who(mark.person), _score(mark), mark.result.points, None if mark.excused else deduction(mark.result),
            mark.graded.entry.created_at,
            *_sheet(mark, sheets), *([SHEET_POINTS] if sheets else []),
        ]
        for mark in rows
    ]  # fmt: skip
    whole = next((mark.result.points for mark in rows), None)
    apart: list[Cell] = [SHEET_POINTS] if sheets else []
    for person, entry in waiting:
        at, own = entry.created_at or "not graded yet", _sheet_of(person, entry, sheets)
        body.append([*_who(person), None, whole, None, at, *own, *apart])
    none = [None, *apart] if sheets else []
    for person, score in (*((p, nothing) for p in absent), *((p, EX) for p in excused)):
        body.append([*_who(person), score, whole, None, "", *none])
    return tables.write(columns, body)


def items_table(figures: Figures) -> str:
    """The tasks and what the class says about them; – where a figure has no meaning."""
    columns = [
        "Task", "Title", "Points", "Bonus", "Mean", "Difficulty (share earned)", "Discrimination (item-rest)",
        "Alpha without it", "Full marks", "Part of the points", "No points", "Not written",
    ]  # fmt: skip

    def figure(value: float | None) -> Cell:
        return "–" if value is None else round(value, 3)

    rows: list[list[Cell]] = [
        [
            item.id, item.title, item.points, "yes" if item.bonus else "", figure(item.mean), figure(item.difficulty),
            figure(item.discrimination), figure(item.alpha_without), item.full, item.part, item.none, item.unwritten,
        ]
        for item in figures.items
    ]  # fmt: skip
    rows.append(["", "All (Cronbach's alpha)", figures.points, "", figure(figures.mean), "", "", figure(figures.alpha),
                 *[""] * 4])  # fmt: skip
    return tables.write(columns, rows)


# --- Canvas -----------------------------------------------------------------------------------------------


def canvas(
    title: str,
    rows: Sequence[PersonGrade],
    points: float,
    book: Gradebook | None,
    sheets: Sheets,
    questions: str = "",
    waiting: Sequence[tuple[Person, Entry]] = (),
    nothing: Cell = None,
    absent: Sequence[Person] = (),
    excused: Sequence[Person] = (),
) -> tuple[str, list[Unmatched]]:
    """For Canvas's gradebook import, a `Points Possible` row first; and whom the gradebook does not know. Nothing but
    the score is in here, and the marks of sheets where `questions` names an assignment for them: Canvas would make an
    assignment of every column that it does not know."""
    columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", book.column if book else title]
    columns += [(book.questions if book else "") or questions] if questions else []
    sheets = sheets if questions else {}
    body: list[list[Cell]] = [["Points Possible", "", "", "", "", points, *([SHEET_POINTS] if questions else [])]]
    unmatched, seen = [], set()
    finder = Matcher(book) if book else None
    strangers: list[list[Cell]] = []
    for mark in rows:
        person = mark.person
        line = finder.find(person) if finder else None
        if line is not None:
            seen.add(line.number)
            body.append([*ids(line), _score(mark), *_sheet(mark, sheets)])
            continue
        known: list[Cell] = [*without_ids(person), _score(mark), *_sheet(mark, sheets)]
        if book is None:
            body.append(known)
        else:
            strangers.append(known)
            unmatched.append(Unmatched(person, "not in the Canvas gradebook", mark.graded.entry.id, mark.final))
    seen |= {line.number for person, _ in waiting if finder and (line := finder.find(person))}
    none: list[Cell] = [None] if questions else []
    for person in excused:
        line = finder.find(person) if finder else None
        seen |= {line.number} if line else set()
        body.append([*(ids(line) if line else without_ids(person)), EX, *none])
    if book is None and nothing is not None:
        body += [[*without_ids(person), nothing, *none] for person in absent]
    for line in book.lines if book else ():
        if line.number not in seen:
            if nothing is not None:
                body.append([*ids(line), nothing, *none])
            unmatched.append(Unmatched(canvas_person(line), "in the Canvas gradebook, handed in nothing"))
    return tables.write(columns, [*body, *strangers]), unmatched


# --- all of them ------------------------------------------------------------------------------------------


def write_all(
    out: Path, cohort: Cohort, figures: Figures, book: Gradebook | None = None, questions: str = ""
) -> list[Unmatched]:
    """Writes OUT/grades/*.csv and returns everybody who did not match. `questions`: Canvas's assignment for the marks
    of sheets."""
    texts, unmatched = contents(out, cohort, figures, book, questions)
    folder = out / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_changed(folder / name, text)
    if QUESTIONS not in texts:
        (folder / QUESTIONS).unlink(missing_ok=True)
    return unmatched


def contents(
    out: Path, cohort: Cohort, figures: Figures, book: Gradebook | None = None, questions: str = ""
) -> tuple[dict[str, str], list[Unmatched]]:
    """Every grade file by its name, as it is to be written, and everybody who did not match."""
    rows, unmatched = marks(cohort)
    sheets = read_sheets(out, cohort, questions)
    everybody_open = list(open_for(cohort).values())
    waiting = [(person, entry) for person, entry in everybody_open if not cohort.is_excused(person)]
    excused = [*cohort.excused_absent, *(person for person, _ in everybody_open if cohort.is_excused(person))]
    zero = cohort.rubric is not None and cohort.rubric.late.missing == "zero"
    nothing, absent = 0.0 if zero else None, cohort.not_started
    canvas_text, not_in_canvas = canvas(
        cohort.title, rows, figures.points, book, sheets, questions, waiting, nothing, absent, excused
    )
    unmatched += [
        Unmatched(mark.person, _EXCUSED, mark.graded.entry.id, mark.result.final) for mark in rows if mark.excused
    ]
    unmatched += [Unmatched(person, _EXCUSED) for person in excused]
    unmatched += [Unmatched(person, "handed in, not graded yet", entry.id) for person, entry in waiting]
    unmatched += [
        Unmatched(person, "not on the roster", one.entry.id, one.result.final) for person, one in cohort.strangers
    ]
    unmatched += not_in_canvas
    unmatched += [Unmatched(person, "on the roster, handed in nothing") for person in absent]
    listed = tables.write(
        ["Name", "Email", "SID", "Section", "Submission", "Score", "Why"],
        ([*_who(u.person), u.submission, u.score, u.why] for u in unmatched),
    )
    texts = {
        "gradescope.csv": gradescope(rows, absent, cohort.timings, cohort.applied, sheets, waiting, nothing, excused),
        "canvas.csv": canvas_text,
        "moodle.csv": moodle(cohort.title, rows, cohort.timings, cohort.applied, sheets, absent if zero else ()),
        "plain.csv": plain(rows, absent, sheets, waiting, nothing, excused),
        "items.csv": items_table(figures),
        "unmatched.csv": listed,
    }
    return texts | ({QUESTIONS: _questions(rows, sheets, waiting)} if sheets else {}), unmatched


def read_sheets(out: Path, cohort: Cohort, questions: str = "") -> Sheets:
    """TableError for a mark that is none or nobody's, and where Canvas is to get marks and no sheet has any."""
    path = out / sheet_marks.FILE
    entries = (*(one.entry for one in cohort.graded), *cohort.waiting)
    sheets = sheet_marks.totals(
        path, ((person, entry.id) for entry in entries for person in entry.people or (Person(entry.id),))
    )
    if questions and not sheets:
        raise TableError([f"{path}: no sheet is marked to the end yet: leave out --canvas-questions, or "
                          "--forget questions if an earlier report was given them"])  # fmt: skip
    return sheets


def _sheet(mark: PersonGrade, sheets: Sheets) -> list[Cell]:
    """The cell of a column that is only there where sheets are marked."""
    return _sheet_of(mark.person, mark.graded.entry, sheets)


def _sheet_of(person: Person, entry: Entry, sheets: Sheets) -> list[Cell]:
    return [sheets.get(identity(person, entry.id))] if sheets else []


def _questions(rows: Sequence[PersonGrade], sheets: Sheets, waiting: Sequence[tuple[Person, Entry]]) -> str:
    """The marks of the sheets, a line a person, for a column of their own in any gradebook; nothing of it is in the
    score of the code."""
    columns = ["First Name", "Last Name", "SID", "Email", "Sections", "Questions", "Max Points"]
    everybody = [*((mark.person, mark.graded.entry) for mark in rows), *waiting]
    return tables.write(columns, ([*_split(who), *_sheet_of(who, of, sheets), SHEET_POINTS] for who, of in everybody))


def withdraw(out: Path) -> bool:
    """While something holds grades back no file may say what anybody's is, nor one of an earlier report; whether there
    were any."""
    found = [path for name in (*FILES, QUESTIONS) if (path := out / FOLDER / name).exists()]
    for path in found:
        path.unlink(missing_ok=True)
    return bool(found)


def _score(mark: PersonGrade) -> Cell:
    return EX if mark.excused else mark.final


def _who(person: Person) -> list[Cell]:
    return [person.name, person.email, person.sid, person.section]


def _split(person: Person) -> list[Cell]:
    return [*first_and_last(person.name), person.sid, person.email, person.section]


def _items(results: Sequence[Result]) -> list[ItemResult]:
    rows = {item.id: item for result in results for item in result.items}
    return [rows[ident] for ident in sorted(rows, key=item_order)]


def _dates(mark: PersonGrade, timings: Mapping[str, Timing]) -> list[Cell]:
    """Which dates counted and who says so; of somebody without one, that it is undecided; and where an earlier attempt
    counts, that the points of the tasks are not what the score is made of."""
    timing = timings.get(mark.graded.entry.id)
    if timing is None:
        return [""] * len(_DATES)
    due, late_due = (date.isoformat() if date else "" for date in (timing.dates.due, timing.dates.late_due))
    earlier = "an earlier attempt counts" if mark.result.standing is not None else ""
    return [due, late_due, timing.source, "lateness undecided" if is_open(mark.result) else earlier]


def _there(mark: PersonGrade, applied: Mapping[str, Sequence[Applied]]) -> list[Cell]:
    """The platform's own score, by how much it differs, and why; not for Canvas, which would take it for grades."""
    there = beside(mark.graded, applied.get(mark.graded.entry.id, ()))
    return [there.theirs, there.difference, there.why]


def _clock(mark: PersonGrade, timings: Mapping[str, Timing]) -> str:
    """How late, as Gradescope writes it: H:M:S."""
    timing = timings.get(mark.graded.entry.id)
    if timing is not None:
        return timing.clock
    seconds = max(0, mark.result.late.seconds) if mark.result.late else 0
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _number_of(ident: str) -> str:
    """Gradescope's own number where the id holds it."""
    return ident.removeprefix("submission_")
