"""Keeps the roster, the gradebook and the choices of a report in OUT/given.json, for the next one.

It holds copies and no paths, as a file may move: the roster, Canvas's gradebook and what assignments are called in it,
and what staff chose about attempts.
It is one file, so it is there as a whole or not at all; only its owner may read it, as the journal. What is given again
takes the place of what was kept; `--forget` takes it away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path

from ...files import tables
from ...files.atomic import write_atomically
from ...files.escape import one_line
from ...files.tables import Line, Table, TableError
from .same_person import Roster, roster_in

FILE = "given.json"
FORMAT = 1
ROSTER, GRADEBOOK, QUESTIONS, ATTEMPTS = "roster", "gradebook", "questions", "attempts"
KINDS = (ROSTER, GRADEBOOK, QUESTIONS, ATTEMPTS)
FILES = (ROSTER, GRADEBOOK)
"""Those that list people, a line a student."""
ALL = "all"


@dataclass(frozen=True)
class Kept:
    """One thing that was given."""

    name: str
    """Of the file, without its folder; or the word itself, where no file was given."""
    day: str
    """When, ISO 8601."""
    text: str = ""
    """The file, as it stood."""
    column: str = ""
    """What the assignment is called in a gradebook, where a person said so."""


@dataclass(frozen=True)
class ReportInputs:
    """What one run is given, and what it is to forget."""

    roster: Path | None = None
    gradebook: Path | None = None
    assignment: str = ""
    """What it is called in the gradebook."""
    questions: str = ""
    attempts: str = ""
    """What staff choose about attempts that the export does not tell."""
    forget: Collection[str] = ()


@dataclass(frozen=True)
class Given:
    """What a report goes by: what this run was given, and what an earlier one was."""

    out: Path
    kept: Mapping[str, Kept] = field(default_factory=dict)
    new: Mapping[str, Path | None] = field(default_factory=dict)
    """What this run was given, and where it lay; None for a word."""
    gone: Mapping[str, Kept] = field(default_factory=dict)
    """What it was told to forget."""

    @staticmethod
    def at(out: Path) -> Given:
        """What a folder keeps, for whoever is given nothing."""
        return Given(out, read(out))

    @property
    def roster(self) -> Roster | None:
        table = self.table(ROSTER)
        return None if table is None else roster_in(table)

    def word(self, kind: str) -> str:
        return self.kept[kind].name if kind in self.kept else ""

    def table(self, kind: str) -> Table | None:
        """A file that was given; what is wrong in it is told with the place where it lies."""
        kept = self.kept.get(kind)
        if kept is None:
            return None
        inside = f"{self.out / FILE} ({one_line(kept.name, limit=80)})"
        return tables.parsed(kept.text, str(self.new.get(kind) or inside))

    def keep(self) -> None:
        """Keep it for the next report, if something is new or gone."""
        if self.new or self.gone:
            _write(self.out, self.kept)

    def said(self, kind: str, what: str) -> str:
        """One line: what was used, since when it is kept, and how to leave it out. `what` is in it, in words."""
        kept = self.kept[kind]
        named = f"{one_line(kept.name, limit=80)}, {what}" if kept.text else what
        forget = f"--forget {kind} (with make: FORGET={kind})"
        if kind in self.new:
            return f"{kind}: {named}; kept in {self.out / FILE} for the next reports, until {forget}"
        return f"{kind}: {named}, given on {_in_words(kept.day)}; to leave it out: {forget}"

    def forgotten(self) -> list[str]:
        return [
            f"{kind}: forgotten; it was {one_line(kept.name, limit=80)}, given on {_in_words(kept.day)}"
            for kind, kept in self.gone.items()
            if kind not in self.kept
        ]


def gathered(out: Path, asked: ReportInputs, today: date) -> Given:
    """What was kept, less what is to be forgotten, and what is given now. Nothing is written yet."""
    before = read(out)
    doomed = KINDS if ALL in asked.forget else tuple(asked.forget)
    gone = {kind: before[kind] for kind in doomed if kind in before}
    kept = {kind: one for kind, one in before.items() if kind not in gone}
    new: dict[str, Path | None] = {}
    for kind, path in ((ROSTER, asked.roster), (GRADEBOOK, asked.gradebook)):
        if path is not None:
            column = kept[kind].column if kind in kept else ""
            kept[kind] = Kept(path.name, today.isoformat(), tables.text_of(path), column)
            new[kind] = path
    if asked.assignment:
        if GRADEBOOK not in kept:
            raise TableError(["--canvas-assignment is a name in Canvas's gradebook: give that with --canvas-gradebook"])
        if asked.assignment != kept[GRADEBOOK].column:
            kept[GRADEBOOK] = replace(kept[GRADEBOOK], column=asked.assignment)
            new.setdefault(GRADEBOOK, None)
    for kind, word in ((QUESTIONS, asked.questions), (ATTEMPTS, asked.attempts)):
        if word:
            kept[kind] = Kept(word, today.isoformat())
            new[kind] = None
    return Given(out, kept, new, gone)


def read(out: Path) -> dict[str, Kept]:
    """What is kept; nothing where there is no file. TableError in words."""
    path = out / FILE
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError
        found = {kind: Kept(**data["given"][kind]) for kind in KINDS if kind in data["given"]}
        for one in found.values():
            date.fromisoformat(one.day)
            if not all(isinstance(part, str) for part in asdict(one).values()):
                raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise TableError([f"{path}: cannot be read: delete it, and give roster and gradebook once more"]) from None
    return found


def without(out: Path, lines_of: Mapping[str, Callable[[Table], Collection[Line]]]) -> int:
    """Take lines out of the files that are kept, and say how many; `lines_of` tells which."""
    kept, count = read(out), 0
    for kind, one in list(kept.items()):
        if kind in lines_of:
            table = tables.parsed(one.text, f"{out / FILE} ({one_line(one.name, limit=80)})")
            doomed = lines_of[kind](table)
            count += len(doomed)
            kept[kind] = replace(one, text=tables.without(one.text, table, doomed))
            if len(doomed) == len(table.lines):
                del kept[kind]  # an empty list would be a mistake to the next report
    if count:
        _write(out, kept)
    return count


def _write(out: Path, kept: Mapping[str, Kept]) -> None:
    if not kept:
        (out / FILE).unlink(missing_ok=True)
        return
    data = {"format": FORMAT, "given": {kind: asdict(kept[kind]) for kind in KINDS if kind in kept}}
    write_atomically(out / FILE, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def _in_words(day: str) -> str:
    when = date.fromisoformat(day)
    return f"{when.day} {when:%B %Y}"
