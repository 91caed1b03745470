"""Turns code into tokens that stay the same when variables are renamed, lines moved and comments changed.

What a person changes first when hiding a copy is what is dropped here: comments, docstrings, blank lines, quotes, line
breaks, local names. What is hard to change stays: keywords, operators, numbers, attributes, the assignment's own names.
Files that do not compile are read all the same. Most lines of a class are the same lines (the stub's), so each is read
once and remembered.
"""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.uint64]

MOST_CHARACTERS = 400_000
"""Of one file; more is not what a person wrote."""
MOST_LINES_KNOWN = 500_000

VARIABLE = "v"
"""What every local name becomes."""

# Strings over several lines; remarks and short strings are in it so that quotes inside them do not count.
_LONG = re.compile(
    r'#[^\n]*|(?P<long>"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|'
    r"'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*''')|"
    r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'
    r"'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)
_TOKEN = re.compile(
    r"""
    (?P<remark>\#.*)
  | (?P<text>(?:[rRbBuUfF]{1,2}(?=["']))?(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'))
  | (?P<name>[^\W\d]\w*)
  | (?P<number>(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[jJ]?)
  | (?P<sign>\*\*=?|//=?|<<=?|>>=?|[-+*/%@&|^<>=!:]=|->|\.\.\.|[^\s\w])
    """,
    re.VERBOSE,
)
_ALWAYS = (frozenset(keyword.kwlist) | frozenset(dir(builtins)) | {"self", "cls"}) - {"_"}


@dataclass(frozen=True)
class Tokens:
    """One file, token by token."""

    numbers: Numbers
    """A number for each normalised word, the same in every run."""
    lines: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    """Where each stands: line (from 0) and columns."""


@dataclass(frozen=True)
class _Line:
    numbers: list[int]
    starts: list[int]
    ends: list[int]
    deeper: int
    """Brackets that stay open, or are closed (negative)."""


class Tokenizer:
    """Reads files of one assignment. Names in `fixed` (its own) keep their spelling; other names are variables."""

    def __init__(self, fixed: Collection[str] = ()) -> None:
        self._spelt = frozenset(fixed) | _ALWAYS
        self._lines: dict[tuple[str, bool], _Line] = {}
        self._words: dict[str, int] = {}
        self._comma = self._number_of(",")
        self._closing = {self._number_of(sign) for sign in ")]}"}

    def read(self, text: str) -> Tokens:
        numbers: list[int] = []
        lines: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        depth = 0
        text = _LONG.sub(_without_long_text, text[:MOST_CHARACTERS])
        for place, line in enumerate(text.split("\n")):
            if not line:
                continue
            known = self._lines.get((line, depth > 0)) or self._line(line, depth > 0)
            if known.numbers:
                if numbers and numbers[-1] == self._comma and known.numbers[0] in self._closing:
                    numbers.pop(), lines.pop(), starts.pop(), ends.pop()
                numbers += known.numbers
                lines += [place] * len(known.numbers)
                starts += known.starts
                ends += known.ends
            depth = max(0, depth + known.deeper)
        as_places = [np.array(one, np.int32) for one in (lines, starts, ends)]
        return Tokens(np.array(numbers, np.uint64), *as_places)

    def words(self, text: str) -> list[str]:
        """The normalised words themselves, for people and tests."""
        found = self.read(text).numbers.tolist()
        spelling = {number: word for word, number in self._words.items()}
        return [spelling[number] for number in found]

    def _line(self, line: str, inside: bool) -> _Line:
        numbers: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        depth, before, only_text = 0, "", not inside
        for found in _TOKEN.finditer(line):
            kind, word, end = found.lastgroup, found.group(), found.end()
            if kind == "remark":
                break
            if kind == "name":
                only_text = False
                if before != "." and word not in self._spelt:
                    is_keyword = (inside or depth > 0) and re.match(r"\s*=(?!=)", line[end : end + 8])
                    word = word if is_keyword else VARIABLE
            elif kind == "text":
                word = '"' + word.lstrip("rRbBuUfF")[1:-1]
            elif kind == "number":
                only_text = False
                word = _value(word)
            else:
                only_text = False
                if word == ";":
                    continue
                if word in "([{":
                    depth += 1
                elif word in ")]}":
                    depth -= 1
                    if before == ",":  # a comma before a closing bracket is layout
                        numbers.pop(), starts.pop(), ends.pop()
            numbers.append(self._number_of(word))
            starts.append(found.start())
            ends.append(end)
            before = word
        made = _Line([], [], [], depth) if only_text else _Line(numbers, starts, ends, depth)  # docstrings say nothing
        if len(self._lines) < MOST_LINES_KNOWN:
            self._lines[line, inside] = made
        return made

    def _number_of(self, word: str) -> int:
        known = self._words.get(word)
        if known is None:
            digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest()
            known = self._words[word] = int.from_bytes(digest, "little")
        return known


def _without_long_text(found: re.Match[str]) -> str:
    """A string over several lines becomes an empty one that takes as many lines."""
    if found["long"] is None:
        return found.group()
    return '""' + "\n" * found.group().count("\n")


def _value(word: str) -> str:
    try:
        return repr(float(word.replace("_", "")))
    except ValueError:
        return word.lower()


def own_names(texts: Iterable[str]) -> frozenset[str]:
    """Names that an assignment's files define or import at the top: everybody has to spell them so."""
    found: set[str] = set()
    for text in texts:
        found.update(re.findall(r"^\s*(?:class|def)\s+(\w+)", text, re.MULTILINE))
        found.update(re.findall(r"^([A-Za-z]\w*)\s*(?::[^=\n]+)?=[^=]", text, re.MULTILINE))
        for line in re.findall(r"^(?:from\s+\S+\s+)?import\s+(.+)$", text, re.MULTILINE):
            for part in line.partition("#")[0].strip("() ").split(","):
                found.update(word.partition(".")[0] for word in part.split()[-1:])
    return frozenset(found)
