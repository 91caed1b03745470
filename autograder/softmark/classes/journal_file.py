"""Makes, locks and opens the journal's file, tells it from other files, and says in a sentence what is wrong with it.

Readers need no lock; one batch at a time writes. What is in the file: journal_reading.py and journal.py.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path

from ..content.yaml_places import shown
from ..files.escape import one_line

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


class JournalError(Exception):
    """The journal cannot be used; one sentence for whoever runs the batch."""


class JournalFile:
    """One journal's file. `reading` and `writing` give a connection, and turn what goes wrong into a JournalError."""

    def __init__(self, out: Path, assignment: str | None) -> None:
        self.out = out
        self.path = out / FILE
        self._assignment = assignment
        self._lock: int | None = None
        self._db: sqlite3.Connection | None = None

    @classmethod
    def open(cls, out: Path, assignment: str | None = None) -> JournalFile:
        """The journal in the folder `out`. It is made by the first thing that is written into it.

        JournalError if what is there is another assignment's, or no journal.
        """
        file = cls(out, assignment)
        if file.path.exists():
            file._connect()
        return file

    def close(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def is_there(self) -> bool:
        """Whether there is a file yet."""
        return self._db is not None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        if self._db is None:
            raise JournalError(f"there is no journal in {said(self.out)}: grade a class with `softmark batch` first")
        try:
            yield self._db
        except sqlite3.Error as error:
            raise self._unusable(error) from None
        except (ValueError, TypeError, zlib.error):  # bytes that went bad on the disk, under SQLite's eyes
            raise self._damaged() from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
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
            raise JournalError(f"{said(self.out)} cannot be written: {reason}") from None
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise JournalError(
                f"another batch is writing into {said(self.out)}: wait for it, or give another --out"
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
                raise JournalError(f"{said(self.path)} is not a journal of softmark: give another --out")
            elif version != VERSION:
                raise JournalError(
                    f"{said(self.path)} has format {version}, this softmark has {VERSION}: use the one that wrote it"
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
            raise JournalError(f"{said(self.path)} cannot be written: {(error.strerror or '').lower()}") from None
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
        theirs = about(db).get("assignment", "")
        if self._assignment is not None and theirs != self._assignment:
            raise JournalError(
                f"{said(self.out)} holds grades of {shown(theirs)}, not of {shown(self._assignment)}: "
                "give another --out"
            )

    def _damaged(self) -> JournalError:
        return JournalError(f"{said(self.path)} is damaged: bring back a copy of it, or give another --out")

    def _unusable(self, error: sqlite3.Error) -> JournalError:
        """What went wrong, in a sentence. Whatever was recorded before is still there."""
        place, text = said(self.path), one_line(str(error), limit=200)
        if "full" in text:
            return JournalError(
                f"the disk is full, so {place} cannot grow: make room and run the same command again; "
                "every grade until now is kept"
            )
        if "not a database" in text or "malformed" in text:
            return JournalError(f"{place} is damaged or not a journal ({text}): move it away, or give another --out")
        if "locked" in text:
            return JournalError(f"{place} is in use by another program: wait for it, then run the same command again")
        return JournalError(
            f"{place} cannot be used ({text}): see to it and run the same command again; every grade until now is kept"
        )


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def about(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT name, value FROM about").fetchall())


def said(path: Path) -> str:
    return shown(path, 300)
