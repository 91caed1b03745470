"""Cuts the function in question out of submitted text by its indentation. Nothing of a student's is parsed or run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

MOST_LINES = 40
SAMPLES = 3


@dataclass(frozen=True)
class ExcerptRow:
    text: str
    differs: bool = False
    """From the first sample."""


def cut(source: str, name: str) -> list[str]:
    """The lines of a function, or of a method as Class.method, without its docstring; none where it is not found."""
    lines = source.splitlines()
    *owners, function = name.split(".")
    for owner in owners:
        lines = _block(lines, rf"class\s+{re.escape(owner)}\b")[1:]
    return _without_docstring(_block(lines, rf"(async\s+)?def\s+{re.escape(function)}\b"))[:MOST_LINES]


def _block(lines: Sequence[str], begins: str) -> list[str]:
    """The last line that begins so (a second definition wins), and what is indented deeper below it."""
    starts = [place for place, line in enumerate(lines) if re.match(rf"\s*{begins}", line)]
    if not starts:
        return []
    first = lines[starts[-1]]
    margin = _depth(first)
    block, rest = [first], lines[starts[-1] + 1 :]
    for place, line in enumerate(rest):
        if line.strip() and _depth(line) <= margin and not line.lstrip().startswith((")", "]", "}", "#")):
            rest = rest[:place]
            break
    block += rest
    while len(block) > 1 and _is_outside(block[-1], margin):
        block.pop()
    return [line[margin:] for line in block]


def _is_outside(line: str, margin: int) -> bool:
    """Whether a line is empty, or a comment about what comes next."""
    return not line.strip() or (line.lstrip().startswith("#") and _depth(line) <= margin)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_docstring(lines: list[str]) -> list[str]:
    """The lines without the docstring, which is most of a stub and which everybody has."""
    for place, line in enumerate(lines[1:], 1):
        quote = re.match(r'\s*[rRuU]?("""|\'\'\')', line)
        if quote:
            mark = quote.group(1)
            ends = place if line.count(mark) > 1 else _next_with(lines, mark, place + 1)
            return lines[:place] + lines[ends + 1 :]
        if lines[place - 1].rstrip().endswith(":") and line.strip():
            break
    return lines


def _next_with(lines: Sequence[str], mark: str, start: int) -> int:
    return next((place for place in range(start, len(lines)) if mark in lines[place]), len(lines) - 1)


def samples(files: Iterable[Mapping[str, str]], file: str, names: Sequence[str]) -> list[list[ExcerptRow]]:
    """Two or three spellings of one task side by side; lines that the first has not are marked."""
    found: dict[str, list[str]] = {}
    for each in files:
        lines = [line.rstrip() for name in names for line in cut(each.get(file, ""), name)]
        same = "\n".join("".join(line.split("#")[0].split()) for line in lines)
        if lines and same not in found:
            found[same] = lines
        if len(found) == SAMPLES:
            break
    return [_marked(lines, next(iter(found.values()))) for lines in found.values()]


def _marked(lines: Sequence[str], first: Sequence[str]) -> list[ExcerptRow]:
    matcher = SequenceMatcher(None, [line.strip() for line in first], [line.strip() for line in lines], autojunk=False)
    same = {b for _, start, size in matcher.get_matching_blocks() for b in range(start, start + size)}
    return [ExcerptRow(line, bool(line.strip()) and place not in same) for place, line in enumerate(lines)]
