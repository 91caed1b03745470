"""Writing a class as Gradescope exports one, with the truth and a roster beside the export, never inside."""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml

from softmark.classes.people import Person
from softmark.files.atomic import write_atomically

from .term import DUE, Handed, Term

TRUTH = "truth.json"
ROSTER = "roster.csv"
_EPOCH = (1980, 1, 1, 0, 0, 0)


class TrialError(Exception):
    """The class cannot be written here; one sentence."""


def write(term: Term, out: Path, *, zipped: bool = False) -> Path:
    """Write the export below `out`; its path is returned. What an earlier class left there is replaced."""
    name = f"assignment_{7_000_000 + term.seed}_export"
    if out.exists() and not out.is_dir():
        raise TrialError(f"{out} is not a folder: give a new folder for the class")
    if out.is_dir() and any(out.iterdir()):
        if not (out / TRUTH).exists():
            raise TrialError(f"{out} holds something else: give a new or empty folder for the class")
        for old in out.glob("assignment_*_export*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    out.mkdir(parents=True, exist_ok=True)
    if zipped:
        export = out / f"{name}.zip"
        with zipfile.ZipFile(export, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for path, raw in _contents(term):
                archive.writestr(zipfile.ZipInfo(f"{name}/{path}", _EPOCH), raw, zipfile.ZIP_DEFLATED, 1)
    else:
        export = out / name
        _unpacked(export, _contents(term))
    write_atomically(out / TRUTH, json.dumps(truth(term), ensure_ascii=False, indent=1) + "\n", mode=0o644)
    write_atomically(out / ROSTER, roster(term), mode=0o644)
    return export


def _contents(term: Term) -> Iterator[tuple[str, bytes]]:
    yield "submission_metadata.yml", metadata(term.handed).encode()
    for one in term.handed:
        for path, raw in one.upload.items():
            yield f"{one.id}/{path}", raw


def _unpacked(folder: Path, contents: Iterator[tuple[str, bytes]]) -> None:
    made: set[Path] = set()
    for path, raw in contents:
        target = folder / path
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        target.write_bytes(raw)


def metadata(handed: Sequence[Handed]) -> str:
    """submission_metadata.yml, with the keys that Ruby's symbols become."""
    told: dict[str, Any] = {}
    for one in handed:
        told[one.id] = {
            ":submitters": [_submitter(person) for person in one.people],
            ":created_at": one.created_at,
            ":score": one.score,
            ":status": "processed",
            ":results": {"score": one.score, "execution_time": 20 + one.created_at.second / 7},
            ":history": [
                {
                    ":id": int(one.id.rpartition("_")[2]) - 10 - index,
                    ":created_at": datetime.fromisoformat(attempt.created_at),
                    ":score": attempt.score,
                }
                for index, attempt in enumerate(one.history)
            ],
        }
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    return str(yaml.dump(told, Dumper=dumper, allow_unicode=True, sort_keys=False, explicit_start=True))


def _submitter(person: Person) -> dict[str, str]:
    told = {":name": person.name, ":sid": person.sid, ":sections": person.section}
    return {**told, ":email": person.email} if person.email else told


def roster(term: Term) -> str:
    """Everybody in the class, those who never handed in included, in the shape of a roster download."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["First Name", "Last Name", "SID", "Email", "Sections"])
    everybody = {person: None for one in term.handed for person in one.people}
    for person in sorted([*everybody, *term.absent], key=lambda person: (person.name, person.sid)):
        first, _, last = person.name.partition(" ")
        table.writerow([first, last, person.sid, person.email, person.section])
    return out.getvalue()


def truth(term: Term) -> dict[str, Any]:
    """What is really the case: for tests and measurements, never for a grader."""
    return {
        "seed": term.seed,
        "due": DUE.isoformat(),
        "submissions": {one.id: one.truth() for one in term.handed},
    }
