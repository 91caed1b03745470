"""Writes what people read: from a graded class the page, grade files and report cards; from two what a regrade
changed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ...checks.errors import GraderFault
from ...content import named_mistakes, salt
from ...content.rubric import Rubric
from ...files.escape import one_line
from ...files.tables import TableError
from ...render.progress import bar
from ...render.say import say, say_json
from ..entries import Graded
from ..shared_mistakes import naming
from . import (
    attempts,
    canvas_gradebook,
    class_deadlines,
    cohort,
    given,
    grade_tables,
    hold,
    mistakes,
    override_table,
    page,
    regrade,
    regrade_requests,
    release,
    report_cards,
)
from .canvas_gradebook import Gradebook
from .cohort import Cohort
from .given import Given, ReportInputs
from .pseudonyms import key_of
from .slip_days import Balance
from .statistics import figures, shown

PAGE = "report.html"
ANONYMOUS_PAGE = "report-anonymous.html"
COMPARISON = "compare"
"""compare.csv and compare.html"""


def run(
    out: Path,
    asked: ReportInputs,
    *,
    course: Path | None = None,
    section: str = "",
    anonymous: bool = False,
    anyway: bool = False,
    as_json: bool = False,
) -> int:
    """Everything a class's staff read; for one section, or without names, the page alone. 0 done; 1 without grade
    files, as something holds them back; 2 bad input, told in full before anything is written. What was given once
    counts until it is forgotten."""
    from ..journal import JournalError

    try:
        now = datetime.now()
        inputs = given.gathered(out, asked, now.date())
        group = read(out, course, inputs)
        book, questions = gradebook(inputs, group.title), inputs.word(given.QUESTIONS)
        grade_tables.read_sheets(out, group, questions)  # what is wrong with them is told before anything is written
        _require_grades(out, group)
        part = cohort.of_section(group, section) if section else group
        inputs.keep()
        about_inputs = _about(inputs, group, book)
        made_at = f"{now.day} {now:%B %Y, %H:%M}"
        if section or anonymous:
            summary = _write_page_alone(out, part, page_name(section, anonymous), made_at, anonymous=anonymous)
        else:
            summary = _write_everything(out, group, book, questions, made_at, anyway=anyway)
    except (TableError, JournalError, GraderFault) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    _tell({**summary, "inputs": about_inputs}, as_json)
    return 1 if summary.get("no grades") else 0


def _require_grades(out: Path, group: Cohort) -> None:
    """TableError where nothing is graded; grade files of an earlier report do not outlive their grades."""
    if not group.graded:
        gone = _withdrawn(out) if group.waiting else []
        raise TableError([_nothing(out, group), *gone])


def _withdrawn(out: Path) -> list[str]:
    """Grade files of an earlier report go; the sentence that says so, where there were any."""
    return [f"{grade_tables.WITHDRAWN} {out / grade_tables.FOLDER}"] if grade_tables.withdraw(out) else []


def _write_page_alone(out: Path, part: Cohort, name: str, made_at: str, *, anonymous: bool) -> dict[str, object]:
    """Of one section, or without names."""
    key = key_of(out)
    finished = page.render(part, made_at=made_at, key=key if anonymous else None, addresses=key)
    report_cards.write_changed(out / name, finished.html)
    return {"page": str(out / name), "submissions": len(part.graded)}


def _write_everything(
    out: Path, group: Cohort, book: Gradebook | None, questions: str, made_at: str, *, anyway: bool
) -> dict[str, object]:
    """Report cards, mistakes, grade files unless something holds them back, the page, and the instructor's; what there
    is to tell of them."""
    numbers = figures(group.graded)
    with bar("report cards") as progress:
        report_cards.write_all(out, group.graded, progress)
    report_cards.write_changed(out / mistakes.FILE, mistakes.to_csv(group))
    held = hold.reasons(group, anyway=anyway)
    unmatched = [] if held else grade_tables.write_all(out, group, numbers, book, questions)
    gone = _withdrawn(out) if held else []
    finished = page.render(group, made_at=made_at, addresses=key_of(out))
    report_cards.write_changed(out / PAGE, finished.html)
    summary: dict[str, object] = {
        "page": str(out / PAGE),
        "grades": str(out / grade_tables.FOLDER),
        "students": str(out / report_cards.STUDENTS),
        "mistakes": str(out / mistakes.FILE),
        "submissions": len(group.graded),
        "inputs": [],  # its place among the others; what was given is told by whoever read it
        "mean": shown(numbers.mean),
        "code in the page": finished.has_code,
        **_counted(group, unmatched=len(unmatched)),
    }
    if held:
        summary |= {"grades": None, "no grades": [*(reason.sentence for reason in held), *gone]}
    return summary


def _counted(group: Cohort, *, unmatched: int) -> dict[str, object]:
    """What staff should know of a class, besides its scores."""
    return {
        "not graded yet": len(group.waiting),
        "not started": len(group.not_started),
        "unmatched": unmatched,
        "overrides": sum(map(len, group.applied.values())),
        "overrides to check": list(group.obsolete),
        "attempts undecided": sum(attempts.is_open(row.result) for row in group.graded),
        "lateness undecided": sum(class_deadlines.is_open(row.result) for row in group.graded),
        "extensions to check": list(group.remarks),
        "rubric": group.changed,
        "requests": len(group.requests),
        "requests that wait": sum(each.request.waits for each in group.requests),
    }


def page_name(section: str, anonymous: bool) -> str:
    """Of a page besides the class's own: for one section, without names, or both."""
    name = (ANONYMOUS_PAGE if anonymous else PAGE).removesuffix(".html")
    return f"{name}{f'-section-{report_cards.folder_name(section)}' if section else ''}.html"


def read(
    out: Path, course: Path | None = None, inputs: Given | None = None, slips: Sequence[Balance] | None = None
) -> Cohort:
    """The class in a folder, with its overrides and extensions, with what its course has now (the late policy, and the
    names that staff gave), and with the roster that a report was given. `slips` are slip days in the place of those in
    the folder. JournalError, TableError or GraderFault in words."""
    from ..journal_reading import JournalReader

    inputs = inputs or Given.at(out)
    roster = inputs.roster
    with JournalReader.open(out) as journal:
        graded, entries, rubric = list(journal.graded()), journal.entries(), journal.rubric()
    changed = ""
    if course is not None and rubric is not None:
        graded = _with_names(graded, rubric, course)
        rubric, changed = class_deadlines.current(rubric, course)
    graded = list(release.opened(graded)) if release.is_released(out) else graded
    judged = class_deadlines.judged(out, entries, rubric, roster, inputs.word(given.ATTEMPTS), slips)
    group = cohort.gather(graded, override_table.read(out / override_table.FILE), roster, judged, rubric, entries)
    return replace(
        group,
        requests=regrade_requests.matched(regrade_requests.read(out / regrade_requests.FILE), group.graded),
        changed=changed,
    )


def gradebook(inputs: Given, title: str) -> Gradebook | None:
    """Canvas's, where this report or an earlier one was given it."""
    table = inputs.table(given.GRADEBOOK)
    if table is None:
        return None
    return canvas_gradebook.gradebook_in(
        table, inputs.kept[given.GRADEBOOK].column or title, inputs.word(given.QUESTIONS)
    )


def _about(inputs: Given, group: Cohort, book: Gradebook | None) -> list[str]:
    """What was used of what was given, a line each, and what was forgotten."""
    said = []
    if group.roster is not None:
        said.append(inputs.said(given.ROSTER, _students(len(group.roster.people))))
    if book is not None:
        said.append(inputs.said(given.GRADEBOOK, f"{_students(len(book.lines))}, “{one_line(book.column)}”"))
    if questions := inputs.word(given.QUESTIONS):
        said.append(inputs.said(given.QUESTIONS, f"Canvas's assignment “{one_line(questions)}”"))
    if choice := inputs.word(given.ATTEMPTS):
        said.append(inputs.said(given.ATTEMPTS, f"{choice}, so {attempts.MEANING.get(choice, choice)}"))
    return said + inputs.forgotten()


def _students(count: int) -> str:
    return f"{count} student{'' if count == 1 else 's'}"


def _with_names(graded: list[Graded], rubric: Rubric, root: Path) -> list[Graded]:
    """A folder without a course, or with another one, has no names to give."""
    path = next(
        (place for place in (root / "autograder" / named_mistakes.FILE, root / named_mistakes.FILE) if place.exists()),
        None,
    )
    return (
        graded if path is None else naming.named(graded, named_mistakes.load(path), named_mistakes.numbers_of(rubric))
    )


def _salt(out: Path) -> str:
    from ..journal_reading import JournalReader

    with JournalReader.open(out) as journal:
        return journal.salt


def _nothing(out: Path, group: Cohort) -> str:
    if group.waiting:
        return f"{len(group.waiting)} handed in, none graded yet in {out}: let `softmark batch` finish first"
    return f"nothing is graded in {out} yet: run `softmark batch` first"


def _tell(summary: dict[str, object], as_json: bool) -> None:
    if as_json:
        say_json(summary)
        return
    ones = "submission" if summary["submissions"] == 1 else "submissions"
    say(f"{summary['submissions']} {ones}" + (f", mean {summary['mean']}" if "mean" in summary else ""))
    for sentence in _remarks(summary):
        say(sentence)
    places = [str(summary[name]) for name in ("page", "grades", "mistakes", "students") if summary.get(name)]
    say(f"written: {', '.join(places)}")


def _remarks(summary: dict[str, object]) -> list[str]:
    inputs = summary.get("inputs")
    said = list(map(str, inputs)) if isinstance(inputs, list) else []
    if summary.get("not graded yet") and not summary.get("no grades"):
        said.append(f"{summary['not graded yet']} handed in, not graded yet: their grades are empty in the grade files")
    if summary.get("not started"):
        said.append(f"not started, of those on the roster: {summary['not started']}")
    if summary.get("unmatched"):
        said.append(
            f"did not match somewhere: {summary['unmatched']}, in {Path(str(summary['grades'])) / 'unmatched.csv'}"
        )
    if summary.get("overrides"):
        said.append(f"overrides applied: {summary['overrides']}")
    check = summary.get("overrides to check")
    said += [f"override to check: {text}" for text in check] if isinstance(check, list) else []
    if summary.get("requests"):
        said.append(f"regrade requests: {summary['requests']}, {summary['requests that wait']} of them wait")
    if summary.get("rubric"):
        said.append(str(summary["rubric"]))
    held = summary.get("no grades")
    if isinstance(held, list):
        said += held
    elif summary.get("lateness undecided"):
        said.append(f"lateness undecided: {summary['lateness undecided']}, flagged, with nothing taken off")
    check = summary.get("extensions to check")
    said += [f"extension to check: {text}" for text in check] if isinstance(check, list) else []
    if summary.get("code in the page") is False:
        said.append("the class's code does not fit into one page; each report card links to its file in students/")
    return said


def run_compare(old: Path, new: Path, *, out: Path, as_json: bool = False) -> int:
    """What changed from one graded class to another. 0 done, 2 bad input."""
    from ..journal import JournalError

    try:
        before, after = read(old), read(new)
        for folder, group in ((old, before), (new, after)):
            if not group.graded:
                raise TableError([_nothing(folder, group)])
        if before.assignment != after.assignment:
            raise TableError(
                [f"{old} holds grades of {before.assignment!r}, {new} of {after.assignment!r}: they cannot be compared"]
            )
        salts = {folder: _salt(folder) for folder in (old, new)}
        if all(salts.values()) and salts[old] != salts[new]:
            raise TableError([f"{salt.another(str(old), salts[old], salts[new])}, and grade it again to compare"])
        found = regrade.compare(before, after, (str(old), str(new)))
        out.mkdir(parents=True, exist_ok=True)
        report_cards.write_changed(out / f"{COMPARISON}.csv", regrade.to_csv(found))
        report_cards.write_changed(out / f"{COMPARISON}.html", regrade.to_html(found))
    except (TableError, JournalError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or out}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    if as_json:
        say_json(regrade.to_data(found))
    else:
        regrade.show(found)
        for folder, group in ((old, before), (new, after)):
            if group.waiting:
                say(f"{folder}: {len(group.waiting)} handed in, not graded yet: here they are not in that run")
        say(f"written: {out / f'{COMPARISON}.csv'}, {out / f'{COMPARISON}.html'}")
    return 0
