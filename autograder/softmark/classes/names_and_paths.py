"""Reads a class as a CSV that somebody wrote: a name and a path a row, and what else is known."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..content.yaml_places import shown
from . import gradescope_list
from .entries import Entry, Person
from .entry_names import Idents, stem
from .gradescope_list import ExportError, said, word

MOST_BYTES_OF_CSV = 16 * 1024 * 1024

_COLUMNS = {
    "name": ("name", "student", "full name"),
    "path": ("path", "submission", "folder", "file", "zip"),
    "email": ("email", "e-mail", "email address"),
    "sid": ("sid", "student id", "id number"),
    "section": ("section", "sections", "group"),
    "id": ("id", "submission id"),
    "created_at": ("created_at", "submission time", "submitted at"),
}
"""What the columns of a CSV may be called, in small letters."""


def read(path: Path) -> list[Entry]:
    """A row a person: name and path, and what else is known. Rows with the same path are a group."""
    with path.open("rb") as stream:
        raw = gradescope_list.at_most(stream, MOST_BYTES_OF_CSV)
    if raw is None:
        raise ExportError(f"{said(path)} is larger than {MOST_BYTES_OF_CSV // 1024**2} MB: expected names and paths")
    try:
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ExportError(f"{said(path)}:{line}: is not UTF-8: save it as UTF-8") from None
    first = lines[0] if lines else ""
    rows = csv.reader(lines, delimiter=max(",;\t", key=first.count))
    try:
        header = [name.strip().lower() for name in next(rows, [])]
        places = {
            column: next((header.index(name) for name in names if name in header), None)
            for column, names in _COLUMNS.items()
        }
        if places["name"] is None or places["path"] is None:
            missing = " and ".join(column for column in ("name", "path") if places[column] is None)
            raise ExportError(f"{said(path)}:1: the first line has no column {missing}: expected name,path,email,…")
        people: dict[str, list[dict[str, str]]] = {}
        for row in rows:
            cells = {
                column: row[place].strip() if place is not None and place < len(row) else ""
                for column, place in places.items()
            }
            if not any(cells.values()):
                continue
            if not cells["path"] or not cells["name"]:
                empty = "path" if cells["name"] else "name"
                raise ExportError(f"{said(path)}:{rows.line_num}: this row has no {empty}")
            if cells["created_at"] and not gradescope_list.moment(cells["created_at"]):
                when = shown(cells["created_at"])
                raise ExportError(
                    f"{said(path)}:{rows.line_num}: {when} is not a time, as in 2026-10-01 12:00:00 -04:00"
                )
            people.setdefault(cells["path"], []).append(cells)
    except csv.Error as error:
        raise ExportError(f"{said(path)}:{rows.line_num}: is not a CSV: {error}") from None
    if not people:
        raise ExportError(f"{said(path)} lists nobody: expected a row for each student")
    idents = Idents()
    return [_from_rows(path.parent, group, idents) for group in people.values()]


def _from_rows(folder: Path, group: Sequence[Mapping[str, str]], idents: Idents) -> Entry:
    first = group[0]
    people = [Person(*(word(row[column]) for column in ("name", "email", "sid", "section"))) for row in group]
    when = gradescope_list.moment(next((row["created_at"] for row in group if row["created_at"]), ""))
    ident = next((row["id"] for row in group if row["id"]), "") or stem(Path(first["path"]).name)
    return Entry(idents.of(ident), tuple(people), folder / first["path"], when)
