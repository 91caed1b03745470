"""Packs a page's data so small that the browser can unpack a class of thousands.

Deflated and in base64, it cannot be read as markup, whatever a student wrote. Sentences and pieces of code that several
share are stored once. Code is cut where most files are the same (the stub), and the pieces of one place lie
side by side, so that what is alike is close together when it is compressed.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...files.escape import plain

SHARED = 0.6
"""A line in this share of the class's files is nobody's own."""
LEAST_RUN = 8
"""Shorter runs of shared lines stay with the code around them."""
LEAST_CLASS = 8
"""In a smaller class, nothing says what is shared."""
FILE_LIMIT = 200_000
LINE_LIMIT = 1_000


def packed(data: Any) -> str:
    """JSON, deflated, as base64."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return base64.b64encode(squeezer.compress(text.encode("utf-8")) + squeezer.flush()).decode()


class Shelf:
    """Stores each thing once and says where it is."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def place(self, thing: Any) -> int:
        return self._places.setdefault(thing, len(self._places))

    @property
    def things(self) -> list[Any]:
        return list(self._places)


@dataclass(frozen=True)
class PackedCode:
    """The files of a class in pieces: those of the stub, those of a student's own, and for each student which, in
    order: 2 · place for a shared piece, 2 · place + 1 for an own one."""

    names: list[str]
    shared: list[str]
    own: list[str]
    students: list[list[list[int]]]
    """For each student, for each file: the file's place in `names`, then its pieces."""


def code(submissions: Sequence[Mapping[str, str]]) -> PackedCode:
    names = list(dict.fromkeys(name for files in submissions for name in files))  # in the order of the tasks
    shared, own = Shelf(), list[str]()
    order: dict[tuple[int, str, str], int] = {}
    cut: list[list[tuple[int, list[tuple[bool, str]]]]] = [[] for _ in submissions]
    for place, name in enumerate(names):
        texts = {number: shown_lines(files[name]) for number, files in enumerate(submissions) if name in files}
        common = _common(texts.values())
        for number, lines in texts.items():
            pieces = _pieces(lines, common)
            cut[number].append((place, pieces))
            anchor = ""
            for is_own, text in pieces:
                if is_own:
                    order.setdefault((place, anchor, text), 0)
                else:
                    anchor = text
    for ranked, key in enumerate(sorted(order)):
        order[key] = ranked
        own.append(key[2])
    students = []
    for files in cut:
        rows = []
        for place, pieces in files:
            row, anchor = [place], ""
            for is_own, text in pieces:
                row.append(2 * order[place, anchor, text] + 1 if is_own else 2 * shared.place(text))
                anchor = anchor if is_own else text
            rows.append(row)
        students.append(rows)
    return PackedCode(names, shared.things, own, students)


def shown_lines(text: str) -> list[str]:
    """The lines of a file, every character visible. Most lines are in many files, so each is looked at once."""
    lines = text[:FILE_LIMIT].splitlines()
    return [*map(_shown, lines), "… (cut)"] if len(text) > FILE_LIMIT else list(map(_shown, lines))


@lru_cache(maxsize=200_000)
def _shown(line: str) -> str:
    return plain(line, limit=LINE_LIMIT, lines=1)


def _common(texts: Iterable[list[str]]) -> frozenset[str]:
    every = list(texts)
    if len(every) < LEAST_CLASS:
        return frozenset()
    counts = Counter(line for lines in every for line in set(lines))
    return frozenset(line for line, count in counts.items() if count >= SHARED * len(every))


def _pieces(lines: Sequence[str], common: frozenset[str]) -> list[tuple[bool, str]]:
    """Runs of lines, alternately a student's own (True) and shared (False)."""
    runs: list[tuple[bool, list[str]]] = []
    for line in lines:
        is_own = line not in common
        if runs and runs[-1][0] == is_own:
            runs[-1][1].append(line)
        else:
            runs.append((is_own, [line]))
    merged: list[tuple[bool, list[str]]] = []
    for is_own, run in runs:
        kept_own = is_own or len(run) < LEAST_RUN
        if merged and merged[-1][0] == kept_own:
            merged[-1][1].extend(run)
        else:
            merged.append((kept_own, list(run)))
    return [(is_own, "\n".join(run)) for is_own, run in merged]
