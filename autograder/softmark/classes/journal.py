"""The journal of a class: one SQLite file with plain columns (schema.py). Everything else reads it by SQL.

A grade is written whole, in one transaction that has reached the disk, or it is not there. One batch writes at a time.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from ..files.escape import one_line
from ..files.problem import Problem
from ..grading import behaviour
from .export import Entry
from .schema import MARK, TABLES, VERSION

try:
    import fcntl
except ImportError:  # a page may be made where no class can be graded
    fcntl = None  # type: ignore[assignment]

FILE, LOCK = "journal.sqlite", "journal.lock"
OLDEST = (3, 37)
"""The first SQLite with strict tables."""


@dataclass(frozen=True)
class Row:
    """One task of one grade: a line of the table `task`, in its order."""

    place: int
    task: str
    title: str
    score: float | None
    points: float
    bonus: bool
    status: str
    kind: str
    mistake: str | None
    says: str | None
    hint: str | None
    file: str
    line: int | None
    code: str | None
    line_says: str | None
    signature: str | None
    carried: str | None
    failed: str
    detail: str
    lost: str


@dataclass(frozen=True)
class Graded:
    """What came of one grade, as the journal keeps it."""

    status: str
    level: str
    rows: Sequence[Row]
    notes: Sequence[tuple[str, str, str]]
    """Voice, task and text."""
    behaviours: Mapping[str, str]
    """Task → how its unnamed wrong answer behaves."""


class Journal:
    """One class. With `write`, nobody else may grade into it meanwhile; a report needs no such lock."""

    def __init__(self, folder: Path, *, write: bool = False, assignment: str = "") -> None:
        self.folder = folder
        self.path = folder / FILE
        self._handle: int | None = None
        if sqlite3.sqlite_version_info < OLDEST:
            has, needs = sqlite3.sqlite_version, ".".join(map(str, OLDEST))
            raise Problem(f"a journal needs SQLite {needs}, and this Python has {has}: use a newer Python")
        if not write and not self.path.is_file():
            raise Problem(f"{folder} holds no graded class: grade one into it first")
        try:
            with self.trouble():
                if write:
                    self._handle = _locked(folder)
                self._open()
                self._prepare(assignment, write)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error, AttributeError):  # nothing is open where opening failed
            self.db.close()
        if self._handle is not None:
            os.close(self._handle)

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Says in one sentence what a disk or a damaged file does to whoever reads or writes in here."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # damage may stand in the words of SQLite's own complaint
            why = one_line(str(error))
            if "not a database" in why:
                raise Problem(f"{self.path} is no journal ({why}): give another folder") from None
            raise Problem(f"{self.path} cannot be used ({why}): what was graded until now is kept in it") from None
        except OSError as error:
            raise Problem(f"{self.path} cannot be written: {(error.strerror or str(error)).lower()}") from None

    def _open(self) -> None:
        if not self.path.exists():
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # student records: for its owner alone
        self.db = sqlite3.connect(self.path, timeout=30.0, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute("PRAGMA foreign_keys = ON")

    def _prepare(self, assignment: str, write: bool) -> None:
        (tables,) = self.db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        (mark,) = self.db.execute("PRAGMA application_id").fetchone()
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if not tables and not mark:
            if not write:  # a batch is about to lay its tables: whoever reads must not do it at the same time
                raise Problem(f"{self.folder} holds no graded class yet: grade one into it first")
            self._create(assignment)
        elif mark != MARK:
            raise Problem(
                f"{self.path} was not written by this version of softmark: finish a term of version 1 with version 1, "
                "or give another folder"
            )
        elif version != VERSION:
            raise Problem(f"{self.path} has format {version}, this softmark has {VERSION}: use the one that wrote it")
        elif assignment and (theirs := self.about("assignment")) != assignment:
            raise Problem(f"{self.folder} holds grades of {one_line(theirs)}, not of {assignment}: give another folder")

    def _create(self, assignment: str) -> None:
        self.db.execute("PRAGMA journal_mode = WAL")
        whole = f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {MARK}; PRAGMA user_version = {VERSION};"
        try:
            self.db.executescript(whole)
            self.note(assignment=assignment)
        except BaseException:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    @contextmanager
    def whole(self) -> Iterator[sqlite3.Connection]:
        """What is written inside is there as a whole, on the disk, or not at all."""
        with self.trouble():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.db.execute("ROLLBACK")
                raise

    def about(self, name: str) -> str:
        found = self.rows("SELECT value FROM about WHERE name = ?", name)
        return found[0][0] if found else ""

    def note(self, **values: str) -> None:
        """Keep what holds for the class as a whole."""
        with self.trouble():
            self.db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", values.items())

    def rows(self, sql: str, *values: Any) -> list[sqlite3.Row]:
        """The answer to a question in SQL."""
        with self.trouble():
            return self.db.execute(sql, values).fetchall()

    def enlist(self, entries: Sequence[Entry], hold: Callable[[], None] = lambda: None) -> list[str]:
        """Keep who handed in what and when; whoever is not in the export any more keeps their grades and no place.
        Those are returned. Where `hold` raises, the class stays as it was."""
        before = [row["id"] for row in self.rows("SELECT id FROM submission WHERE place IS NOT NULL ORDER BY place")]
        with self.whole() as db:
            db.execute("UPDATE submission SET place = NULL")
            db.execute("DELETE FROM person")
            for place, one in enumerate(entries):
                db.execute(
                    "INSERT INTO submission VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                    " (place, handed_in, platform_score, present)"
                    " = (excluded.place, excluded.handed_in, excluded.platform_score, excluded.present)",
                    [one.id, place, one.handed_in, one.platform_score, one.present],
                )
                people = [(one.id, *astuple(person)) for person in one.people]
                db.executemany("INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?)", people)
            hold()
        now = {one.id for one in entries}
        return [ident for ident in before if ident not in now]

    def settled(self, entry: Entry, work: str, grader: str) -> bool:
        """Whether this work has its grade already, by this grader and not by its fault."""
        found = self.rows(
            "SELECT 1 FROM latest WHERE submission = ? AND work = ? AND grader = ? AND status != 'grader_error'"
            " AND NOT EXISTS (SELECT 1 FROM task WHERE grade = number AND score IS NULL)",
            *(entry.id, work, grader),
        )
        return bool(found)

    def record(
        self, entry: Entry, work: str, grade: Graded, files: Mapping[str, str], *, grader: str, texts: str, now: str
    ) -> None:
        """Add one grade."""
        with self.whole() as db:
            number = self._begin(entry, work, (grade.status, grader, texts, grade.level, now))
            rows = [self._alike(row, grade.behaviours.get(row.task)) for row in grade.rows]
            db.executemany(f"INSERT INTO task VALUES (?{', ?' * 20})", [(number, *astuple(row)) for row in rows])
            db.executemany("INSERT INTO note VALUES (?, ?, ?, ?)", [(number, *note) for note in grade.notes])
            db.executemany("INSERT OR IGNORE INTO file VALUES (?, ?, ?)", [(work, *file) for file in files.items()])

    def _alike(self, row: Row, shown: str | None) -> Row:
        """The row with the signature of an earlier answer that behaves alike, though not to the last digit."""
        if row.signature is None or shown is None:
            return row
        earlier = self.rows("SELECT signature, shown FROM behaviour WHERE task = ? ORDER BY rowid", row.task)
        for signature, theirs in earlier:
            with suppress(ValueError):  # a damaged line is like nothing
                if behaviour.alike(shown, theirs):
                    return replace(row, signature=signature)
        self.db.execute("INSERT OR IGNORE INTO behaviour VALUES (?, ?, ?)", [row.task, row.signature, shown])
        return row

    def share(self, entry: Entry, work: str, grader: str, now: str) -> bool:
        """Give an entry the grade that the same work has already; False if there is none."""
        known = self.rows(
            "SELECT number, status, texts, level FROM grade WHERE work = ? AND grader = ? AND status != 'grader_error'"
            " AND NOT EXISTS (SELECT 1 FROM task WHERE grade = number AND score IS NULL) ORDER BY number DESC LIMIT 1",
            *(work, grader),
        )
        if not known:
            return False
        old, status, texts, level = known[0]
        columns = ", ".join(Row.__annotations__)
        with self.whole() as db:
            number = self._begin(entry, work, (status, grader, texts, level, now))
            db.execute(f"INSERT INTO task SELECT ?, {columns} FROM task WHERE grade = ?", [number, old])
            db.execute("INSERT INTO note SELECT ?, voice, task, text FROM note WHERE grade = ?", [number, old])
        return True

    def _begin(self, entry: Entry, work: str, values: tuple[str, ...]) -> int:
        found = self.db.execute(
            "INSERT INTO grade VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", [entry.id, work, entry.handed_in, *values]
        )
        assert found.lastrowid is not None
        return found.lastrowid


def _locked(folder: Path) -> int:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise Problem(f"another batch is writing into {folder}: wait for it, or give another folder") from None
    return handle
