"""Says where a class stands after the deadline: what is done, what is left, and the command that does it next.

Nothing here decides or writes a grade. Every line is worked out anew from the class's folder, so running it twice is
harmless. Only what happens elsewhere must be entered: which grade file somebody uploaded. That is kept in
OUT/uploaded.json, a keyed digest for each line of the file, so that it can say later whose line has changed.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from ...content.course import Course
from ...content.dates import in_words, moment, on_clock
from ...content.rubric import Rubric
from ...files.atomic import write_atomically
from ...files.escape import one_line
from ...files.tables import TableError
from ...policy.apply_overrides import ATTEMPTS, LATE
from ...policy.feedback import regrade_shows
from ...render.say import typed
from ..entries import Entry
from ..journal_reading import JournalReader
from . import (
    class_deadlines,
    given,
    grade_tables,
    hold,
    integrity,
    override_table,
    regrade_requests,
    release,
    slip_days,
    slip_days_spent,
    write,
)
from .cohort import Cohort
from .given import Given
from .pseudonyms import key_of
from .slip_days import Balance
from .statistics import figures

FILE = "uploaded.json"
State = Literal["done", "open", "none"]
SYMBOLS: Mapping[State, str] = {"done": "✓", "open": "○", "none": "–"}
_NAMED = 5
"""How many people a line names before it counts the others."""


@dataclass(frozen=True)
class ToDo:
    """One line of the list."""

    name: str
    state: State
    """none: there is nothing to do here."""
    says: str
    next: str = ""
    """What to do about it, where it is open."""


@dataclass(frozen=True)
class _Class:
    """What the steps are worked out from."""

    out: Path
    group: Cohort
    entries: Sequence[Entry]
    rubric: Rubric | None
    faulty: int
    now: datetime
    inputs: Given
    course: str | None
    """As it was named, for what is typed next."""


def steps(out: Path, course: str | None, now: datetime) -> list[ToDo]:
    """The whole list, in the order in which things are done. JournalError, TableError or GraderFault in words."""
    folder = Course.folder(course)
    with JournalReader.open(out) as journal:
        if not journal.is_there:
            raise TableError([f"nothing is graded in {out} yet: first run "
                              f"{typed('batch', 'EXPORT', '--out', out, course=course)}"])  # fmt: skip
        entries, rubric, faulty = journal.entries(), journal.rubric(), journal.counts()["faulty"]
    inputs = Given.at(out)
    graded = _Class(out, write.read(out, folder, inputs), entries, rubric, faulty, now, inputs, course)
    return [step for make in _STEPS for step in make(graded)]


def _dates(graded: _Class) -> Iterator[ToDo]:
    """Whether anybody may still hand in, and whether the export is from after that."""
    group, rubric = graded.group, graded.rubric
    if rubric is None:
        return
    still = release.still_open(graded.out, graded.entries, rubric, group.timings, graded.now)
    closing = [
        on_clock(timing.dates.closing, timing.dates.zone)
        for timing in group.timings.values()
        if timing.dates.closing is not None
    ]
    if still:
        last = max(still, key=lambda each: each.until)
        people = _people([each.who for each in still])
        yield ToDo(
            "dates",
            "open",
            f"may still hand in: {people}; the last until {in_words(last.until)}",
            "wait for them, then download a new export",
        )
    elif not closing:
        yield ToDo("dates", "none", "no due date is known here")
    else:
        yield ToDo("dates", "done", f"nobody may hand in any more; the last date was {in_words(max(closing))}")
    finished = [moment(one.finished_at) for one in group.graded if one.finished_at]
    if closing and finished and not still and max(finished) < max(closing):
        yield ToDo(
            "export",
            "open",
            f"{len(graded.entries)} submissions, all graded before the last date had passed",
            f"download the platform's export again, then: "
            f"{typed('batch', 'EXPORT', '--out', graded.out, course=graded.course)}",
        )
    else:
        yield ToDo("export", "done", f"{len(graded.entries)} submissions are listed")


def _grades(graded: _Class) -> Iterator[ToDo]:
    group, batch = graded.group, typed("batch", "EXPORT", "--out", graded.out, course=graded.course)
    if group.waiting:
        yield ToDo("grading", "open", f"{len(group.waiting)} of {len(graded.entries)} are not graded yet", batch)
    elif graded.faulty:
        yield ToDo("grading", "open", f"the grader failed on {graded.faulty} of {len(graded.entries)}", batch)
    elif class_deadlines.OTHER_POINTS in group.changed:
        yield ToDo("grading", "open", "the points of tasks changed in the rubric since the last batch", batch)
    else:
        yield ToDo("grading", "done", f"{len(group.graded)} of {len(graded.entries)} are graded")


def _platform(graded: _Class) -> Iterator[ToDo]:
    """Whether students on the platform read what the grader here says."""
    recorded = [one for one in graded.group.graded if one.entry.recorded is not None]
    other = [one for one in recorded if one.entry.recorded and one.entry.recorded.autograder != one.autograder]
    early = [one for one in recorded if one.entry.recorded and not one.entry.recorded.complete]
    shows = regrade_shows(graded.rubric) if early and graded.rubric else []
    if not recorded:
        yield ToDo("platform", "none", "the export holds no results of this grader")
    elif other:
        yield ToDo(
            "platform",
            "open",
            f"{len(other)} of {len(recorded)} were graded there by another version of the grader",
            "upload dist/autograder.zip there, press Regrade all submissions, and download a new export",
        )
    elif shows:
        yield ToDo(
            "platform",
            "open",
            f"{len(early)} of {len(recorded)} were graded there before the deadline: a regrade shows students "
            f"{_and(shows)}",
            "press Regrade all submissions there (Manage Submissions), and download a new export",
        )
    else:
        yield ToDo("platform", "done", f"all {len(recorded)} were graded there by this version of the grader")


def _lateness(graded: _Class) -> Iterator[ToDo]:
    group = graded.group
    undecided = sum(class_deadlines.is_open(one.result) for one in group.graded)
    problems = [text for text in (group.undecided, group.open_attempts) if text]
    if problems:
        yield ToDo("lateness", "open", "; ".join(problems))
    elif undecided or group.remarks:
        said = [f"undecided for {undecided}"] if undecided else []
        yield ToDo(
            "lateness",
            "open",
            "; ".join([*said, *group.remarks]),
            f"enter their dates in {graded.out / class_deadlines.FILE}",
        )
    else:
        late = sum(one.result.late is not None for one in group.graded)
        yield ToDo("lateness", "done", f"settled; {late} handed in late")
    balances = slip_days.read(graded.out / slip_days.FILE)
    if balances is not None:
        yield from _slip_days(graded, balances)


def _slip_days(graded: _Class, balances: Sequence[Balance]) -> Iterator[ToDo]:
    """Whether the days that were written down are those that are spent now."""
    if stale := slip_days_spent.changed(graded.group, balances):
        command = typed("slip", graded.out, "SLIP_DAYS.csv", course=graded.course)
        said = f"not what was written down last: {_people(stale)}"
        yield ToDo("slip days", "open", said, f"{command} (the file of the term)")
    else:
        spent = [balance.used for balance in balances if balance.used]
        yield ToDo("slip days", "done", f"{len(spent)} spent {sum(spent)} of them, as written down")


def _decisions(graded: _Class) -> Iterator[ToDo]:
    """Overrides, and whether the platform has them; requests that wait."""
    group = graded.group
    lines = sum(map(len, group.applied.values()))
    missing = [one for one in group.graded if one.entry.recorded is not None and _not_there(graded, one.entry)]
    if group.obsolete:
        yield ToDo("overrides", "open", "; ".join(group.obsolete), f"correct {graded.out / override_table.FILE}")
    elif missing:
        yield ToDo(
            "overrides",
            "open",
            f"{lines} apply here; the platform does not have those of {len(missing)}",
            f"{typed('overrides', graded.out, course=graded.course)}, make, upload dist/autograder.zip, "
            "Regrade all submissions",
        )
    else:
        yield ToDo("overrides", "done" if lines else "none", f"{lines} apply" if lines else "there are none")
    waiting = [logged.request for logged in group.requests if logged.request.waits]
    if waiting:
        people, log = _people([request.student for request in waiting]), graded.out / regrade_requests.FILE
        yield ToDo(
            "requests",
            "open",
            f"{len(waiting)} of {len(group.requests)} wait: {people}",
            f"{typed('explain', graded.out, 'STUDENT', 'TASK', course=graded.course)}, then fill `decided` in {log}",
        )
    else:
        count = len(group.requests)
        yield ToDo("requests", "done" if count else "none", f"all {count} are decided" if count else "there are none")


def _not_there(graded: _Class, entry: Entry) -> bool:
    here = {each.override.item: each.override.points for each in graded.group.applied.get(entry.id, ())}
    there = entry.recorded.decided if entry.recorded else {}
    return any(there.get(item, ...) != points for item, points in here.items() if item not in (LATE, ATTEMPTS))


def _similarity(graded: _Class) -> Iterator[ToDo]:
    command = typed("similar", graded.out, course=graded.course)
    if not (graded.out / integrity.SIMILARITY).exists():
        yield ToDo("similarity", "open", "submissions have not been compared", command)
        return
    found = integrity.read_similarity(graded.out)
    unseen = sum(not pair.get("seen") for pair in found["pairs"])
    if found.get("compared") != integrity.class_digest(graded.entries):
        yield ToDo("similarity", "open", "the class has changed since submissions were compared", command)
    elif unseen:
        yield ToDo(
            "similarity",
            "open",
            f"{unseen} of {len(found['pairs'])} pairs are not marked as read",
            f"read {graded.out / write.SIMILARITY_PAGE}, then: {command} --seen PAIR …",
        )
    else:
        yield ToDo("similarity", "done", f"all {len(found['pairs'])} pairs are marked as read")


def _release(graded: _Class) -> Iterator[ToDo]:
    if graded.rubric is None or graded.rubric.visibility != "exam":
        return
    if release.is_released(graded.out):
        yield ToDo("release", "done", "the grades of this exam are released")
    else:
        yield ToDo("release", "open", "the grades of this exam are not released", typed("release", graded.out))


def _files(graded: _Class) -> Iterator[ToDo]:
    """Whether the grade files say what is decided now, and which of them somebody uploaded."""
    group, out = graded.group, graded.out
    command = typed("report", out, course=graded.course)
    reasons = hold.reasons(group)
    if reasons or not group.graded:
        yield ToDo("grade files", "open", "held back until the steps above are settled")
        return
    book, questions = write.gradebook(graded.inputs, group.title), graded.inputs.word(given.QUESTIONS)
    texts, unmatched = grade_tables.contents(out, group, figures(group.graded), book, questions)
    older = [name for name, text in texts.items() if _text(out / grade_tables.FOLDER / name) != text]
    there = any((out / grade_tables.FOLDER / name).exists() for name in texts)
    if older:
        said = f"older than what is decided now: {', '.join(older)}" if there else "not written yet"
        yield ToDo("grade files", "open", said, command)
    else:
        left = f"; {len(unmatched)} to look at in unmatched.csv" if unmatched else ""
        yield ToDo("grade files", "done", f"written, and what is decided now{left}")
    yield from _uploads(out, texts, graded.course)


def _uploads(out: Path, texts: Mapping[str, str], course: str | None) -> Iterator[ToDo]:
    kept = _read(out)
    if not kept:
        yield ToDo(
            "upload",
            "open",
            "no file is marked as uploaded",
            f"after the upload: {typed('term', out, '--uploaded', 'canvas.csv', course=course)} "
            "(or another file of grades/)",
        )
    for name, upload in kept.items():
        before, now = set(upload["lines"]), _people_in(out, texts.get(name, ""))
        changed = [person for digest, person in now.items() if digest not in before]
        gone = len(before - now.keys())
        when = in_words(moment(upload["when"]))
        if not changed and not gone:
            yield ToDo("upload", "done", f"{name}, on {when}; nothing has changed since")
            continue
        whose = f": {_people(changed)}" if changed else ""
        said = f"{name} was uploaded on {when}; since then {_lines(len(changed))} new or different{whose}"
        more = f", and {_lines(gone - len(changed))} gone" if gone > len(changed) else ""
        yield ToDo(
            "upload",
            "open",
            said + more,
            f"upload it again, then: {typed('term', out, '--uploaded', name, course=course)}",
        )


_STEPS: tuple[Callable[[_Class], Iterator[ToDo]], ...] = (
    *(_dates, _grades, _platform, _lateness, _decisions, _similarity, _release, _files),
)


# --- uploads ----------------------------------------------------------------------------------------------


def uploaded(out: Path, name: str, now: datetime) -> None:
    """Remember that somebody has just uploaded one of the grade files. TableError where there is none of that name."""
    path = out / grade_tables.FOLDER / Path(name).name
    text = _text(path)
    if text is None:
        has = ", ".join(each for each in grade_tables.FILES if (path.parent / each).exists())
        raise TableError([f"there is no {path}" + (f": there are {has}" if has else f": run {typed('report', out)}")])
    kept = _read(out)
    kept[path.name] = {"when": now.isoformat(timespec="seconds"), "lines": list(_people_in(out, text))}
    write_atomically(out / FILE, json.dumps(kept, indent=1) + "\n")


def _read(out: Path) -> dict[str, Any]:
    text = _text(out / FILE)
    if text is None:
        return {}
    try:
        kept = json.loads(text)
        for upload in kept.values():
            moment(upload["when"])
            set(upload["lines"])
    except (ValueError, TypeError, KeyError, AttributeError):
        raise TableError([f"{out / FILE}: cannot be read: delete it, and mark the uploads once more"]) from None
    return dict(kept)


def _people_in(out: Path, text: str) -> dict[str, str]:
    """Digest of a line → whose it is, for every line of a grade file but its head."""
    head, *rows = csv.reader(io.StringIO(text, newline="")) if text else [[]]
    names = 2 if head and head[0].lower().startswith("first") else 1
    key = key_of(out)
    return {
        hmac.new(key, "\0".join(row).encode(), hashlib.sha256).hexdigest()[:16]: " ".join(filter(None, row[:names]))
        for row in rows
    }


def _text(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8") if path.exists() else None  # with its own line ends


def _lines(count: int) -> str:
    return f"{count} line is" if count == 1 else f"{count} lines are"


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _people(names: Sequence[str]) -> str:
    first = ", ".join(one_line(name, limit=80) for name in names[:_NAMED])
    return first + (f" and {len(names) - _NAMED} others" if len(names) > _NAMED else "")
