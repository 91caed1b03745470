"""Keeps every grade of a class in one SQLite file, `OUT/journal.sqlite`, each durable the moment it is there.

Grades are only ever added. A grade is one transaction in a write-ahead log that is on the disk before `record`
returns (synchronous=FULL: a few milliseconds against a grade's second), so that `kill -9`, or a power cut, at any
moment loses what was in flight and nothing else. The class is what the last export listed; grades of others stay in
the file, and count again when an export lists them again. Readers need no lock; one batch at a time writes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable
from dataclasses import asdict

from ..content import salt
from ..content.rubric import Rubric
from ..content.validated import to_json
from ..files.clean_texts import writable
from ..grading.result import Result
from .entries import Entry, Graded
from .journal_file import FILE, LOCK, JournalError, about, now, said
from .journal_reading import JournalReader

__all__ = ["FILE", "LOCK", "Journal", "JournalError", "is_faulty", "now"]


class Journal(JournalReader):
    """A journal that a batch writes, too."""

    def enlist(self, entries: Iterable[Entry], rubric: Rubric | None = None) -> None:
        """Set the class to these entries, in this order, and the rubric that they are graded by."""
        with self._file.writing() as db:
            if rubric is not None:
                as_json = to_json(rubric)
                db.execute("INSERT OR REPLACE INTO about VALUES ('rubric', ?)", (as_json,))
            db.execute("UPDATE entries SET place = NULL")
            for place, entry in enumerate(entries):
                _enlist(db, entry, place)

    def keep_to(self, fingerprint: str) -> None:
        """Require that all grades come from one salt: those of one class must be comparable. JournalError otherwise."""
        theirs = self.salt if self.is_there else ""
        if theirs and theirs != fingerprint:
            raise JournalError(f"{salt.another(said(self.out), theirs, fingerprint)}, or give another --out")
        if not theirs:
            with self._file.writing() as db:
                db.execute("INSERT OR REPLACE INTO about VALUES ('salt', ?)", (fingerprint,))

    def note_texts_version(self, texts: str, *, anew: bool) -> bool:
        """Remember the version of the known mistakes that new grades use; return whether older grades used another."""
        with self._file.writing() as db:
            before = about(db).get("texts", "")
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
        with self._file.writing() as db:
            known = db.execute("SELECT 1 FROM entries WHERE id = ?", (graded.entry.id,)).fetchone()
            if known is None:
                (place,) = db.execute("SELECT COALESCE(MAX(place), -1) + 1 FROM entries").fetchone()
                _enlist(db, graded.entry, place)
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
        """Delete an entry with all its grades. Of a group that stays, only the members change."""
        with self._file.writing() as db:
            if left is not None:
                db.execute("UPDATE entries SET told = ? WHERE id = ?", (_to_json(left), ident))
                return
            db.execute("DELETE FROM grades WHERE entry = ?", (ident,))
            db.execute("DELETE FROM entries WHERE id = ?", (ident,))
            kept = {d for (files,) in db.execute("SELECT files FROM grades") for d in json.loads(files).values()}
            known = [digest for (digest,) in db.execute("SELECT digest FROM texts")]
            db.executemany("DELETE FROM texts WHERE digest = ?", [(d,) for d in known if d.hex() not in kept])

    def shred(self) -> None:
        """Overwrite deleted pages on the disk, too, not only the index."""
        with self._file.reading() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _enlist(db: sqlite3.Connection, entry: Entry, place: int) -> None:
    db.execute(
        "INSERT INTO entries VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET place = excluded.place, told = excluded.told",
        (entry.id, place, _to_json(entry)),
    )


def _to_json(entry: Entry) -> str:
    return json.dumps({**asdict(entry), "path": writable(str(entry.path))})


def is_faulty(result: Result) -> bool:
    """Whether the grader, by its own fault, did not finish this."""
    return result.status == "grader_error" or any(item.status == "grader_error" for item in result.items)
