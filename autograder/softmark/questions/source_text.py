"""The text of a file whose pieces can be quoted and replaced, by the places that its tree names."""

from __future__ import annotations

import ast
from bisect import bisect_right


class SourceText:
    """A file whose pieces can be quoted and replaced."""

    def __init__(self, text: str) -> None:
        self._raw = text.encode()
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line.encode()) + 1)

    def start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.at(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.at(node.end_lineno or node.lineno, node.end_col_offset or 0)

    @property
    def raw_bytes(self) -> bytes:
        return self._raw

    def at(self, line: int, column: int) -> int:
        """The offset of a place in the file."""
        return self._starts[line - 1] + column

    def line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def between(self, start: int, end: int) -> str:
        return self._raw[start:end].decode()

    def piece(self, start: int, end: int) -> str:
        return " ".join(self.between(start, end).split())

    def quote(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        return self.piece(self.start(node), self.end(node))

    def raw(self, node: ast.expr) -> str:
        return self.between(self.start(node), self.end(node))

    def replaced(self, node: ast.expr | ast.stmt | ast.keyword, new: str) -> str:
        return self.changed(self.start(node), self.end(node), new)

    def changed(self, start: int, end: int, new: str) -> str:
        """The whole text with `new` in the place of what stands between two offsets."""
        return (self._raw[:start] + new.encode() + self._raw[end:]).decode()
