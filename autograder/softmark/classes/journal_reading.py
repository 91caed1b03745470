"""Reads a journal: the class, its rubric, everybody's grade, and what still needs one."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..content.rubric import Rubric
from ..content.validated import from_json
from ..grading.result import Result
from .entries import Entry, Graded
from .journal_file import JournalError, JournalFile, about, said

if TYPE_CHECKING:
    from typing_extensions import Self

_LATEST = "number = (SELECT MAX(number) FROM grades AS other WHERE other.entry = grades.entry)"


class JournalReader:
    """A journal that is only read. Open it with `open`, as a context manager."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file
        self.out = file.out

    @classmethod
    def open(cls, out: Path, assignment: str | None = None) -> Self:
        """The journal in the folder `out`; JournalError if what is there is another assignment's, or no journal."""
        return cls(JournalFile.open(out, assignment))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def is_there(self) -> bool:
        """Whether anything has been written yet."""
        return self._file.is_there

    @property
    def assignment(self) -> str:
        """Whose grades these are."""
        with self._file.reading() as db:
            return about(db).get("assignment", "")

    @property
    def salt(self) -> str:
        """The fingerprint of the salt that these grades come from; empty in a journal from before there was one."""
        with self._file.reading() as db:
            return about(db).get("salt", "")

    def rubric(self) -> Rubric | None:
        """The rubric of the last batch, for what is decided when a class is read; None in a journal without one."""
        with self._file.reading() as db:
            text = about(db).get("rubric")
        try:
            return None if text is None else from_json(Rubric, json.dumps(_renamed(json.loads(text))))
        except ValueError:
            raise JournalError(
                f"the rubric in {said(self._file.path)} was kept by another version of softmark: "
                "run `softmark batch` again"
            ) from None

    def entries(self) -> list[Entry]:
        """The class, in its order."""
        with self._file.reading() as db:
            rows = db.execute("SELECT told FROM entries WHERE place IS NOT NULL ORDER BY place").fetchall()
            return [from_json(Entry, text) for (text,) in rows]

    def everybody(self) -> list[Entry]:
        """The same with those that the last export does not list any more."""
        with self._file.reading() as db:
            return [from_json(Entry, text) for (text,) in db.execute("SELECT told FROM entries").fetchall()]

    def graded(self) -> Iterator[Graded]:
        """Everybody whose submission has a grade, in the order of the class, with their latest. Whoever handed in again
        waits for a new one: the last is of other code, at another time."""
        yield from self._graded(f"entries.place IS NOT NULL AND {_LATEST} ORDER BY entries.place", (), current=True)

    def history(self, ident: str) -> list[Graded]:
        """Every grade that one entry ever got here, the oldest first."""
        return list(self._graded("grades.entry = ? ORDER BY number", (ident,)))

    def needs(self, entry: Entry, fingerprint: str, autograder: str) -> bool:
        """Whether an entry is to be graded: never yet, or changed, or by another autograder, or not properly."""
        with self._file.reading() as db:
            row = db.execute(
                f"SELECT fingerprint, handed_in, autograder, faulty FROM grades WHERE entry = ? AND {_LATEST}",
                (entry.id,),
            ).fetchone()
        return row is None or row != (fingerprint, entry.created_at, autograder, 0)

    def known(self, fingerprint: str, autograder: str) -> Result | None:
        """The result of the very same submission by the very same autograder, whoever handed it in."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT result FROM grades WHERE fingerprint = ? AND autograder = ? AND faulty = 0 "
                "ORDER BY number DESC LIMIT 1",
                (fingerprint, autograder),
            ).fetchone()
            return None if row is None else Result.from_line(zlib.decompress(row[0]))

    def faulty(self) -> set[str]:
        """The entries whose last grade is the grader's own failure."""
        with self._file.reading() as db:
            return {entry for (entry,) in db.execute(f"SELECT entry FROM grades WHERE faulty = 1 AND {_LATEST}")}

    def settled(self, autograder: str) -> set[tuple[str, str]]:
        """The entries that this autograder has graded, each with the time of that hand-in."""
        with self._file.reading() as db:
            rows = db.execute(
                f"SELECT entry, handed_in FROM grades WHERE faulty = 0 AND autograder = ? AND {_LATEST}", (autograder,)
            )
            return set(rows)

    def counts(self) -> dict[str, int]:
        """How many are listed, how many of them have a grade, and how many grades are faulty."""
        with self._file.reading() as db:
            (listed,) = db.execute("SELECT COUNT(*) FROM entries WHERE place IS NOT NULL").fetchone()
            (unlisted,) = db.execute("SELECT COUNT(*) FROM entries WHERE place IS NULL").fetchone()
            graded, faulty = db.execute(
                "SELECT COUNT(*), COALESCE(SUM(faulty), 0) FROM grades JOIN entries ON entries.id = grades.entry "
                f"WHERE place IS NOT NULL AND {_LATEST}"
            ).fetchone()
        return {"listed": listed, "graded": graded, "faulty": faulty, "unlisted": unlisted}

    def _graded(self, condition: str, values: tuple[str, ...], *, current: bool = False) -> Iterator[Graded]:
        with self._file.reading() as db:
            numbers = db.execute(
                f"SELECT number FROM grades JOIN entries ON entries.id = grades.entry WHERE {condition}", values
            ).fetchall()
            for number in numbers:
                entry_text, handed_in, files, result, autograder, finished_at = db.execute(
                    "SELECT told, handed_in, files, result, autograder, finished_at FROM grades "
                    "JOIN entries ON entries.id = grades.entry WHERE number = ?",
                    number,
                ).fetchone()
                entry = from_json(Entry, entry_text)
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


def _renamed(rubric: dict[str, Any]) -> dict[str, Any]:
    """An old rubric as it would be written now: `salt` became `term`."""
    return {("term" if name == "salt" else name): value for name, value in rubric.items()}
