"""The journal: every grade of a class in one SQLite file, `OUT/journal.sqlite`, each durable the moment it is there.

Grades are only ever added. A grade is one transaction in a write-ahead log that is on the disk before `record`
returns (synchronous=FULL: a few milliseconds against a grade's second), so that `kill -9`, or a power cut, at any
moment loses what was in flight and nothing else. The class is what the last export listed; grades of others stay in
the file, and count again when an export lists them again. Readers need no lock; one batch at a time writes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import TypeAdapter

from ..content import salt
from ..content.rubric import Rubric
from ..content.yaml_places import shown
from ..files.clean_texts import writable
from ..files.escape import one_line
from ..grading.result import Result
from .entries import Entry, Graded

try:
    import fcntl
except ImportError:  # a system without it: SQLite's own locks still keep the file whole
    fcntl = None  # type: ignore[assignment]

FILE = "journal.sqlite"
LOCK = "journal.lock"
VERSION = 1
_MARK = 0x50F7_3A4B
"""SQLite's place for whose file this is."""

_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (id TEXT PRIMARY KEY, place INTEGER, told TEXT NOT NULL);
CREATE TABLE texts (digest BLOB PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE grades (
    number INTEGER PRIMARY KEY,
    entry TEXT NOT NULL REFERENCES entries (id),
    fingerprint TEXT NOT NULL,
    handed_in TEXT NOT NULL,
    autograder TEXT NOT NULL,
    faulty INTEGER NOT NULL,
    finished_at TEXT NOT NULL,
    files TEXT NOT NULL,
    result BLOB NOT NULL
);
CREATE INDEX latest ON grades (entry, number);
CREATE INDEX same ON grades (fingerprint, autograder, faulty);
"""
# entries.place is NULL for those that the last export does not list. texts: zlib of UTF-8, by SHA-256.
# grades.fingerprint: of the files and of what intake said about the rest; handed_in: the entry's created_at by then.
# grades.files: JSON, name → SHA-256 of the text. grades.result: zlib of one line of JSON.

_LATEST = "number = (SELECT MAX(number) FROM grades AS other WHERE other.entry = grades.entry)"
_ENTRIES = TypeAdapter(Entry)


class JournalError(Exception):
    """The journal cannot be used; one sentence for whoever runs the batch."""


class Journal:
    """Open it with `Journal.open`, as a context manager."""

    def __init__(self, out: Path, assignment: str | None) -> None:
        self.out = out
        self.path = out / FILE
        self._assignment = assignment
        self._lock: int | None = None
        self._db: sqlite3.Connection | None = None

    @staticmethod
    def open(out: Path, assignment: str | None = None) -> Journal:
        """The journal in the folder `out`. It is made by the first thing that is written into it.

        JournalError if what is there is another assignment's, or no journal.
        """
        journal = Journal(out, assignment)
        if journal.path.exists():
            journal._connect()
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # --- writing ----------------------------------------------------------------------------------------------

    def enlist(self, entries: Iterable[Entry], rubric: Rubric | None = None) -> None:
        """The class is these, in this order, and this is the rubric they are graded by."""
        with self._writing() as db:
            if rubric is not None:
                told = rubric.model_dump_json(by_alias=True)
                db.execute("INSERT OR REPLACE INTO about VALUES ('rubric', ?)", (told,))
            db.execute("UPDATE entries SET place = NULL")
            for place, entry in enumerate(entries):
                self._enlist(db, entry, place)

    def keep_to(self, fingerprint: str) -> None:
        """All grades in here come from one salt: those of one class must be comparable. JournalError otherwise."""
        theirs = self.salt if self._db is not None else ""
        if theirs and theirs != fingerprint:
            raise JournalError(f"{salt.another(_said(self.out), theirs, fingerprint)}, or give another --out")
        if not theirs:
            with self._writing() as db:
                db.execute("INSERT OR REPLACE INTO about VALUES ('salt', ?)", (fingerprint,))

    def told_by(self, texts: str, *, anew: bool) -> bool:
        """Remember which known mistakes the grades in here were told by; whether there are older ones among them."""
        with self._writing() as db:
            before = _about(db).get("texts", "")
            if anew or not before:
                db.execute("INSERT OR REPLACE INTO about VALUES ('texts', ?)", (texts,))
            return bool(before) and before != texts and not anew

    def record(self, graded: Graded, fingerprint: str | None = None, *, faulty: bool | None = None) -> None:
        """Add a grade; it is on the disk when this returns.

        `fingerprint` is of all that was handed in, and only the accepted files' digest if there is none. A `faulty`
        grade is one that the grader could not finish by its own fault (told from the result if it is not said).
        """
        result = graded.result
        files = {name: text.encode("utf-8", "replace") for name, text in graded.files.items()}
        digests = {name: hashlib.sha256(text).digest() for name, text in files.items()}
        with self._writing() as db:
            known = db.execute("SELECT 1 FROM entries WHERE id = ?", (graded.entry.id,)).fetchone()
            if known is None:
                (place,) = db.execute("SELECT COALESCE(MAX(place), -1) + 1 FROM entries").fetchone()
                self._enlist(db, graded.entry, place)
            for name, text in files.items():
                db.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (digests[name], zlib.compress(text)))
            db.execute(
                "INSERT INTO grades (entry, fingerprint, handed_in, autograder, faulty, finished_at, files, result) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    graded.entry.id,
                    result.digest if fingerprint is None else fingerprint,
                    graded.entry.created_at,
                    graded.autograder,
                    is_faulty(result) if faulty is None else faulty,
                    graded.finished_at or now(),
                    json.dumps({name: digest.hex() for name, digest in digests.items()}),
                    zlib.compress(result.to_line()),
                ),
            )

    def forget(self, ident: str, left: Entry | None) -> None:
        """An entry with all its grades goes; of a group that stays, only what is told of it changes."""
        with self._writing() as db:
            if left is not None:
                told = json.dumps({**asdict(left), "path": writable(str(left.path))})
                db.execute("UPDATE entries SET told = ? WHERE id = ?", (told, ident))
                return
            db.execute("DELETE FROM grades WHERE entry = ?", (ident,))
            db.execute("DELETE FROM entries WHERE id = ?", (ident,))
            kept = {d for (files,) in db.execute("SELECT files FROM grades") for d in json.loads(files).values()}
            known = [digest for (digest,) in db.execute("SELECT digest FROM texts")]
            db.executemany("DELETE FROM texts WHERE digest = ?", [(d,) for d in known if d.hex() not in kept])

    def shred(self) -> None:
        """What was deleted is gone from the disk's pages too, not only from the index."""
        with self._reading() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # --- reading ----------------------------------------------------------------------------------------------

    @property
    def assignment(self) -> str:
        """Whose grades these are."""
        with self._reading() as db:
            return _about(db).get("assignment", "")

    @property
    def salt(self) -> str:
        """The fingerprint of the salt that these grades come from; empty in a journal from before there was one."""
        with self._reading() as db:
            return _about(db).get("salt", "")

    def rubric(self) -> Rubric | None:
        """The rubric of the last batch, for what is decided when a class is read; None in a journal without one."""
        with self._reading() as db:
            told = _about(db).get("rubric")
        try:
            return None if told is None else Rubric.model_validate_json(json.dumps(_renamed(json.loads(told))))
        except ValueError:
            raise JournalError(
                f"the rubric in {_said(self.path)} was kept by another version of softmark: run `softmark batch` again"
            ) from None

    def entries(self) -> list[Entry]:
        """The class, in its order."""
        with self._reading() as db:
            rows = db.execute("SELECT told FROM entries WHERE place IS NOT NULL ORDER BY place").fetchall()
            return [_ENTRIES.validate_json(told) for (told,) in rows]

    def everybody(self) -> list[Entry]:
        """The same with those that the last export does not list any more."""
        with self._reading() as db:
            return [_ENTRIES.validate_json(told) for (told,) in db.execute("SELECT told FROM entries").fetchall()]

    def graded(self) -> Iterator[Graded]:
        """Everybody whose submission has a grade, in the order of the class, with their latest. Whoever handed in again
        waits for a new one: the last is of other code, at another time."""
        yield from self._graded(f"entries.place IS NOT NULL AND {_LATEST} ORDER BY entries.place", (), current=True)

    def history(self, ident: str) -> list[Graded]:
        """Every grade that one entry ever got here, the oldest first."""
        return list(self._graded("grades.entry = ? ORDER BY number", (ident,)))

    def needs(self, entry: Entry, fingerprint: str, autograder: str) -> bool:
        """Whether an entry is to be graded: never yet, or changed, or by another autograder, or not properly."""
        with self._reading() as db:
            row = db.execute(
                f"SELECT fingerprint, handed_in, autograder, faulty FROM grades WHERE entry = ? AND {_LATEST}",
                (entry.id,),
            ).fetchone()
        return row is None or row != (fingerprint, entry.created_at, autograder, 0)

    def known(self, fingerprint: str, autograder: str) -> Result | None:
        """The result of the very same submission by the very same autograder, whoever handed it in."""
        with self._reading() as db:
            row = db.execute(
                "SELECT result FROM grades WHERE fingerprint = ? AND autograder = ? AND faulty = 0 "
                "ORDER BY number DESC LIMIT 1",
                (fingerprint, autograder),
            ).fetchone()
            return None if row is None else Result.from_line(zlib.decompress(row[0]))

    def faulty(self) -> set[str]:
        """The entries whose last grade is the grader's own failure."""
        with self._reading() as db:
            return {entry for (entry,) in db.execute(f"SELECT entry FROM grades WHERE faulty = 1 AND {_LATEST}")}

    def counts(self) -> dict[str, int]:
        """How many are listed, how many of them have a grade, and how many grades are faulty."""
        with self._reading() as db:
            (listed,) = db.execute("SELECT COUNT(*) FROM entries WHERE place IS NOT NULL").fetchone()
            (unlisted,) = db.execute("SELECT COUNT(*) FROM entries WHERE place IS NULL").fetchone()
            graded, faulty = db.execute(
                "SELECT COUNT(*), COALESCE(SUM(faulty), 0) FROM grades JOIN entries ON entries.id = grades.entry "
                f"WHERE place IS NOT NULL AND {_LATEST}"
            ).fetchone()
        return {"listed": listed, "graded": graded, "faulty": faulty, "unlisted": unlisted}

    def _graded(self, condition: str, values: tuple[str, ...], *, current: bool = False) -> Iterator[Graded]:
        with self._reading() as db:
            numbers = db.execute(
                f"SELECT number FROM grades JOIN entries ON entries.id = grades.entry WHERE {condition}", values
            ).fetchall()
            for number in numbers:
                told, handed_in, files, result, autograder, finished_at = db.execute(
                    "SELECT told, handed_in, files, result, autograder, finished_at FROM grades "
                    "JOIN entries ON entries.id = grades.entry WHERE number = ?",
                    number,
                ).fetchone()
                entry = _ENTRIES.validate_json(told)
                if current and handed_in != entry.created_at:
                    continue
                kept, texts = Result.from_line(zlib.decompress(result)), self._texts(db, json.loads(files))
                yield Graded(entry, kept, texts, autograder, finished_at)

    @staticmethod
    def _texts(db: sqlite3.Connection, digests: Mapping[str, str]) -> dict[str, str]:
        found = {}
        for name, digest in digests.items():
            (packed,) = db.execute("SELECT packed FROM texts WHERE digest = ?", (bytes.fromhex(digest),)).fetchone()
            found[name] = zlib.decompress(packed).decode("utf-8", "replace")
        return found

    # --- the file ---------------------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        if self._db is None:
            raise JournalError(f"there is no journal in {_said(self.out)}: grade a class with `softmark batch` first")
        try:
            yield self._db
        except sqlite3.Error as error:
            raise self._unusable(error) from None
        except (ValueError, TypeError, zlib.error):  # bytes that went bad on the disk, under SQLite's eyes
            raise self._damaged() from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing, and on the disk at the end."""
        self._begin_writing()
        assert self._db is not None
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _begin_writing(self) -> None:
        """Take the lock, make the folder and the file, for the first thing that is written."""
        if self._lock is not None:
            return
        try:
            self.out.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self.out / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise JournalError(f"{_said(self.out)} cannot be written: {reason}") from None
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise JournalError(
                f"another batch is writing into {_said(self.out)}: wait for it, or give another --out"
            ) from None
        self._lock = handle
        if self._db is None:
            self._connect(make=True)

    def _connect(self, *, make: bool = False) -> None:
        try:
            if make:  # readable by its owner only: it holds student records
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(self.path, timeout=10.0, isolation_level=None)
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            (mark,) = self._db.execute("PRAGMA application_id").fetchone()
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            (tables,) = self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
            if make and not tables:
                self._make(self._db)
            elif not tables and mark == 0:
                self._db.close()
                self._db = None  # a run that was ended before its first word; the next one begins here
            elif mark != _MARK:
                raise JournalError(f"{_said(self.path)} is not a journal of softmark: give another --out")
            elif version != VERSION:
                raise JournalError(
                    f"{_said(self.path)} has format {version}, this softmark has {VERSION}: use the one that wrote it"
                )
            else:
                self._guard(self._db)
        except sqlite3.Error as error:
            self.close()
            raise self._unusable(error) from None
        except ValueError:
            self.close()
            raise self._damaged() from None
        except OSError as error:
            self.close()
            raise JournalError(f"{_said(self.path)} cannot be written: {(error.strerror or '').lower()}") from None
        except JournalError:
            self.close()
            raise

    def _make(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA journal_mode = WAL")  # where a file system cannot, the older way is as safe
        about = {"assignment": self._assignment or "", "created_at": now()}
        with db:
            db.execute("BEGIN IMMEDIATE")
            for statement in _TABLES.split(";"):
                db.execute(statement)
            db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            db.execute(f"PRAGMA application_id = {_MARK}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        with suppress(OSError):  # the file's name, too, is to survive a power cut
            folder = os.open(self.out, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)

    def _guard(self, db: sqlite3.Connection) -> None:
        theirs = _about(db).get("assignment", "")
        if self._assignment is not None and theirs != self._assignment:
            raise JournalError(
                f"{_said(self.out)} holds grades of {shown(theirs)}, not of {shown(self._assignment)}: "
                "give another --out"
            )

    def _enlist(self, db: sqlite3.Connection, entry: Entry, place: int) -> None:
        told = json.dumps({**asdict(entry), "path": writable(str(entry.path))})
        db.execute(
            "INSERT INTO entries VALUES (?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET place = excluded.place, told = excluded.told",
            (entry.id, place, told),
        )

    def _damaged(self) -> JournalError:
        return JournalError(f"{_said(self.path)} is damaged: bring back a copy of it, or give another --out")

    def _unusable(self, error: sqlite3.Error) -> JournalError:
        """What went wrong, in a sentence. Whatever was recorded before is still there."""
        said, text = _said(self.path), one_line(str(error), limit=200)
        if "full" in text:
            return JournalError(
                f"the disk is full, so {said} cannot grow: make room and run the same command again; "
                "every grade until now is kept"
            )
        if "not a database" in text or "malformed" in text:
            return JournalError(f"{said} is damaged or not a journal ({text}): move it away, or give another --out")
        if "locked" in text:
            return JournalError(f"{said} is in use by another program: wait for it, then run the same command again")
        return JournalError(
            f"{said} cannot be used ({text}): see to it and run the same command again; every grade until now is kept"
        )


def is_faulty(result: Result) -> bool:
    """Whether the grader, by its own fault, did not finish this."""
    return result.status == "grader_error" or any(item.status == "grader_error" for item in result.items)


def _renamed(rubric: dict[str, Any]) -> dict[str, Any]:
    """As it was kept before `salt` became `term`."""
    return {("term" if name == "salt" else name): value for name, value in rubric.items()}


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def _about(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT name, value FROM about").fetchall())


def _said(path: Path) -> str:
    return shown(path, 300)
