"""Reads and writes CSV files for people: read with every mistake at once, written so that no cell becomes a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .escape import cell, one_line
from .problem import Problem

SIZE_LIMIT = 64 * 1024 * 1024


class TableError(Problem):
    """A file that cannot be used; one line for each reason, with its place."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


@dataclass(frozen=True)
class Line:
    """One record: its place in the file and its cells by column, surrounding blanks removed."""

    number: int
    cells: Mapping[str, str]

    def get(self, *names: str) -> str:
        """The first of these columns that has something in it."""
        return next((self.cells[name] for name in names if self.cells.get(name)), "")


@dataclass(frozen=True)
class Table:
    file: str
    columns: tuple[str, ...]
    """In lower case, as `Line.get` wants them."""
    titles: tuple[str, ...]
    """As they stand in the file."""
    lines: tuple[Line, ...]

    def place(self, line: Line | int) -> str:
        return f"{self.file}:{line if isinstance(line, int) else line.number}"


def read(path: Path) -> Table:
    """A CSV file with a line of column names, separated by commas, semicolons or tabs."""
    return parsed(text_of(path), str(path))


def text_of(path: Path) -> str:
    """The whole file; TableError if it is none that people make."""
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise TableError([f"{path}: is larger than {SIZE_LIMIT // 2**20} MB; is it the right file?"])
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise TableError([f"{path}: is not UTF-8 text; save it as “CSV UTF-8”"]) from None
    except OSError as error:
        raise TableError([f"{path}: cannot be read: {error.strerror or error}"]) from None


def parsed(text: str, path: str) -> Table:
    """The same from a text; `path` is what it is called where something is wrong in it."""
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    problems: list[str] = []
    records: list[tuple[int, list[str]]] = []
    began = 1
    try:
        for record in reader:
            if any(cell.strip() for cell in record):
                records.append((began, [cell.strip() for cell in record]))
            began = reader.line_num + 1
    except csv.Error as error:
        problems.append(f"{path}:{reader.line_num}: is not CSV: {error}")
    if not records:
        raise TableError(problems or [f"{path}:1: is empty; its first line must name the columns"])
    titles = records[0][1]
    columns = [title.casefold() for title in titles]
    for name in sorted({name for name in columns if name and columns.count(name) > 1}):
        problems.append(f"{path}:{records[0][0]}: the column “{one_line(name)}” is there twice")
    lines = []
    for number, record in records[1:]:
        if len(record) > len(columns) and any(record[len(columns) :]):
            problems.append(f"{path}:{number}: has {len(record)} cells, but there are {len(columns)} columns")
        lines.append(Line(number, dict(zip(columns, record, strict=False))))
    if problems:
        raise TableError(problems)
    return Table(path, tuple(columns), tuple(titles), tuple(lines))


def without(text: str, table: Table, doomed: Collection[Line]) -> str:
    """The text of a table without some of its lines, the others as they were."""
    rows = list(io.StringIO(text, newline=""))  # as the reader counted them
    ends = [*(line.number for line in table.lines[1:]), len(rows) + 1]
    numbers = {line.number for line in doomed}
    for line, end in reversed(list(zip(table.lines, ends, strict=False))):
        if line.number in numbers:
            del rows[line.number - 1 : end - 1]
    return "".join(rows)


def require(table: Table, *wanted: str) -> list[str]:
    """A problem for each column that is missing."""
    has = ", ".join(table.titles)
    return [
        f"{table.file}:1: there is no column “{name}” (it has: {has})" for name in wanted if name not in table.columns
    ]


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
