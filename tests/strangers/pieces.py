"""How a stranger's answer is kept: what its author wrote, without what other answers of its set have too.

`wrong/014_unscaled.py` begins with what its author says about it, as comments. Then follow the functions and methods
that no other answer has, below the name of the student file that they are in:

    # ===== attention.py =====


    def attention_scores(q: Tensor, k: Tensor) -> Tensor:
        …

The rest of that file is in `base/wrong.py`, which has the same form. A function may stand there more than once: an
answer has the first, unless it says `takes: softmax 2`. What has no docstring gets that of the base's first. What the
base does not have stands before what follows it here, or at the end of its class or file. Blank lines and comments
belong to what follows them, and all that stands before the first function or class is one piece. So each file comes out
to the letter as it was handed in, and its lines have their old numbers. (A set without a base would hold whole files.)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
BASES = {
    **{name: name for name in ("right", "wrong", "lines", "later")},
    **{"fresh": "stub", "unseen": "stub"},
    **dict.fromkeys(("latest", "unusual", "newest", "rare", "freshest", "odd", "recent", "unmet"), "later"),
}
"""Set → its base. The authors of fresh/ and unseen/ wrote into the same stub, and left its docstrings in."""
_FILE = re.compile(r"\n*^# ===== (\w+\.py) =====\n", re.MULTILINE)
_TAKES = re.compile(r"([\w.]+) (\d+)")
Key = tuple[str, str]
"""The class that a method belongs to, or nothing; and the name."""


@dataclass(frozen=True)
class Answer:
    about: str
    files: Mapping[str, str]
    """File name → its whole text, for those that its author wrote."""
    own: Mapping[str, str]
    """File name → the pieces that no other answer has."""
    takes: Mapping[Key, int]


@dataclass(frozen=True)
class Piece:
    key: Key
    """The name is empty for what stands before the first function or class."""
    text: str
    docstring: str
    place: int
    """How many lines of `text` stand before a docstring."""

    def like(self, base: Piece) -> str:
        """Its text, with the base's docstring where it has none."""
        lines = self.text.splitlines(keepends=True)
        if not self.docstring:
            lines.insert(self.place, base.docstring)
        return "".join(lines)


def read(path: Path) -> Answer:
    """The answer in `path`, put together with the base of its set."""
    about, own = _sections(path)
    takes: dict[Key, int] = {}
    for line in about:
        if line.startswith("takes: "):
            for name, number in _TAKES.findall(line):
                owner, _, function = name.rpartition(".")
                takes[owner, function] = int(number)
    known = base(BASES[path.parent.name]) if path.parent.name in BASES else {}
    files = {file: merged(known.get(file, {}), text, takes) for file, text in own.items()}
    return Answer("\n".join(line for line in about if not line.startswith("takes: ")), files, own, takes)


@cache
def base(name: str) -> dict[str, dict[Key, list[Piece]]]:
    """File name → what the answers of a set share."""
    return {file: ways(text) for file, text in _sections(HERE / "base" / f"{name}.py")[1].items()}


def ways(text: str) -> dict[Key, list[Piece]]:
    """The pieces in order; a function that stands there more than once is one piece in several ways."""
    found: dict[Key, list[Piece]] = {}
    for piece in pieces(text):
        found.setdefault(piece.key, []).append(piece)
    return found


def _sections(path: Path) -> tuple[list[str], dict[str, str]]:
    """What is said in the first lines, and file name → what stands below that name."""
    about, *parts = _FILE.split(path.read_text(encoding="utf-8"))
    said = [line.removeprefix("# ") for line in about.splitlines()]
    return said, {name: text.rstrip("\n") + "\n" for name, text in zip(parts[::2], parts[1::2], strict=True)}


def merged(known: Mapping[Key, list[Piece]], own: str, takes: Mapping[Key, int]) -> str:
    texts = {key: same[takes.get(key, 1) - 1].like(same[0]) for key, same in known.items()}
    order = list(known)
    written = list(pieces(own))
    for number, piece in enumerate(written):
        if piece.key in known:
            texts[piece.key] = piece.like(known[piece.key][0])
        else:
            after = [later.key for later in written[number:] if later.key in known and later.key[0] == piece.key[0]]
            order.insert(order.index(after[0]) if after else _end_of(piece.key[0], order), piece.key)
            texts[piece.key] = piece.text
    return "".join(texts[key] for key in order)


def _end_of(owner: str, order: list[Key]) -> int:
    return max((number for number, key in enumerate(order, 1) if not owner or owner in key), default=0)


def pieces(text: str) -> Iterator[Piece]:
    """The whole text in order, cut after each function, each method and each class's first lines."""
    lines = text.splitlines(keepends=True)
    done = 0
    for key, end, body, place in _cuts(ast.parse(text)):
        match body[:1]:
            case [ast.Expr(value=ast.Constant(value=str())) as said]:
                docstring = "".join(lines[said.lineno - 1 : said.end_lineno])
            case _:
                docstring = ""
        yield Piece(key, "".join(lines[done:end]), docstring, place - done)
        done = end


def _cuts(scope: ast.Module | ast.ClassDef) -> Iterator[tuple[Key, int, list[ast.stmt], int]]:
    """Of each piece: its key, its last line, its statements, and the line after which a docstring stands."""
    owner, head = (scope.name, scope.lineno) if isinstance(scope, ast.ClassDef) else ("", 0)
    first = [*(isinstance(part, ast.FunctionDef | ast.ClassDef) for part in scope.body), True].index(True)
    if first or owner:
        yield ("", owner), _end(scope.body[first - 1]) if first else head, scope.body[:first], head
    for part in scope.body[first:]:
        if isinstance(part, ast.ClassDef) and not owner:
            yield from _cuts(part)
        elif isinstance(part, ast.FunctionDef):
            yield (owner, part.name), _end(part), part.body, _end(part.returns or part.args) or part.lineno
        else:
            yield (owner, ast.unparse(part)), _end(part), [], 0


def _end(node: ast.AST) -> int:
    return getattr(node, "end_lineno", None) or 0
