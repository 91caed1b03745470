"""Reads and writes CSV files for people: read with the line each record begins on, written so that no cell becomes a
formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .escape import cell, one_line
from .problem import Problem

SIZE_LIMIT = 64 << 20


@dataclass(frozen=True)
class Table:
    """A file as it stands there."""

    titles: list[str]
    columns: list[str]
    """The same in lower case."""
    records: list[tuple[int, list[str]]]
    """Each with the line that it begins on."""


def read(path: Path) -> Table:
    """A file with a line of titles, separated by commas, semicolons or tabs; Problem if it is none."""
    text = _text_of(path)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    records, began = [], 1
    try:
        for record in reader:
            if any(cell.strip() for cell in record):
                records.append((began, [cell.strip() for cell in record]))
            began = reader.line_num + 1
    except csv.Error as error:
        raise Problem(f"{path.name}:{reader.line_num}: is not CSV: {error}") from None
    if not records:
        raise Problem(f"{path.name}:1: is empty; its first line names the columns")
    titles = records[0][1]
    columns = [title.casefold() for title in titles]
    if twice := next((title for title in columns if title and columns.count(title) > 1), ""):
        raise Problem(f"{path.name}:{records[0][0]}: the column “{one_line(twice)}” is there twice")
    return Table(titles, columns, records[1:])


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise Problem(f"{path.name}: is larger than {SIZE_LIMIT >> 20} MB; is it the right file?")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(f"{path.name}: is not UTF-8 text; save it as “CSV UTF-8”") from None
    except OSError as error:
        raise Problem(f"{path.name}: cannot be read: {(error.strerror or str(error)).lower()}") from None


def number(value: float | None) -> str:
    """12.5, and nothing where there is none."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def write(columns: Sequence[str], rows: Iterable[Sequence[str | float | None]]) -> str:
    """The whole file as text. Numbers are written as numbers; every text goes through `cell`."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\r\n")
    writer.writerow([cell(name) for name in columns])
    for row in rows:
        writer.writerow([cell(value) if isinstance(value, str) else number(value) for value in row])
    return sink.getvalue()
