"""One person's hand: the same answer, written as this person would write it.

Every change here keeps what the code does. Statements are split, joined and moved only where nothing between them can
tell; names are changed only inside the function that owns them.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from . import names
from .blocks import Blocks
from .hand import Hand
from .names import walk
from .spellings import Respell

_ASIDES = (
    "this took me a while",
    "see the lecture",
    "checked with the small example",
    "could probably be shorter",
    "TODO: clean this up",
    "not sure why this is needed but it works",
    "same as on paper",
    "careful with the shape here",
    "works for any leading dimensions",
    "step by step so I can debug it",
    "vectorised",
    "asked in office hours about this one",
    "note to self: last axis",
    "ok",
    "final answer",
    "main computation",
)
_VERBS = ("compute", "get", "make", "calculate", "build", "find", "now", "set up", "this is", "first")


@dataclass(frozen=True)
class Setting:
    """Where a body stands."""

    function: str
    parameters: tuple[str, ...]
    framework: str
    taken: frozenset[str]
    """Names of the module; new names stay away from them."""
    given: frozenset[str] = frozenset()
    """Names used by the statements that stand before the body in the same function."""
    modules: frozenset[str] = frozenset()
    """Names of imported modules."""


@dataclass(frozen=True)
class Draft:
    """A body in one shape, before anybody has put names and remarks into it."""

    pieces: tuple[str, ...]
    """Text, local name, text, local name, …, text."""
    names: tuple[str, ...]
    taken: frozenset[str]
    """Names that a new one must not be."""


class Drafts:
    """The shapes that each body takes in one class.

    There are not as many shapes as students: people who have never met write the same three lines. So the first
    students shape a body after their own habits, and later ones take one of the shapes that are there.
    """

    MOST = 60

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], list[Draft]] = {}

    def pick(self, body: str, hand: Hand, setting: Setting, rng: random.Random) -> Draft:
        known = self._known.setdefault((setting.function, body), [])
        if len(known) >= self.MOST:
            return rng.choice(known)
        known.append(shaped(body, hand, setting, rng))
        return known[-1]


def shaped(body: str, hand: Hand, setting: Setting, rng: random.Random) -> Draft:
    """The body as somebody with these habits would put it."""
    respell = Respell(hand.spelling, setting.framework, setting.taken, setting.modules, rng)
    statements: list[ast.stmt] = [respell.visit(statement) for statement in ast.parse(body).body]
    found = [node for node in walk(*statements) if isinstance(node, ast.Name)]
    taken = {*setting.taken, *setting.parameters, *setting.given, *(node.id for node in found)}
    uses = Counter(node.id for node in found if isinstance(node.ctx, ast.Load))
    statements = Blocks(hand, rng, taken, uses).rewritten(statements)
    lines = [_bare(line) for statement in statements for line in ast.unparse(statement).split("\n")]
    local = names.local_names(statements, {*setting.parameters, *setting.given})
    return Draft(tuple(_pieces("\n".join(lines), local)), tuple(local), frozenset(taken))


def _pieces(text: str, local: Collection[str]) -> list[str]:
    """The text, cut before and after each local name."""
    begins = [0]
    raw = text.encode()
    for line in raw.split(b"\n"):
        begins.append(begins[-1] + len(line) + 1)
    places = sorted(
        (begins[node.lineno - 1] + node.col_offset, node.id)
        for node in walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id in local
    )
    pieces: list[str] = []
    at = 0
    for place, name in places:
        pieces += [raw[at:place].decode(), name]
        at = place + len(name.encode())
    return [*pieces, raw[at:].decode()]


def write(draft: Draft, hand: Hand, setting: Setting, rng: random.Random) -> tuple[list[str], str]:
    """The draft in this hand, as lines, and a helper to stand before the function (or "")."""
    renames = _renames(draft, hand, rng)
    pieces = list(draft.pieces)
    pieces[1::2] = [renames.get(name, name) for name in pieces[1::2]]
    lines = "".join(pieces).split("\n")
    helper = ""
    if rng.random() < hand.helpers and not setting.given and setting.parameters[:1] != ("self",):
        lines, helper = _moved_out(lines, draft, setting, rng)
    return _commented(lines, hand, rng), _quotes(helper, hand)


def _renames(draft: Draft, hand: Hand, rng: random.Random) -> dict[str, str]:
    chosen: dict[str, str] = {}
    taken = set(draft.taken)
    for name in draft.names:
        if name in hand.chosen:
            new = hand.chosen[name]
        elif rng.random() < hand.renames:
            new = names.another(name, hand.naming, rng, taken.union(hand.chosen.values()))
            hand.chosen[name] = new
        else:
            continue
        if new != name and new not in taken:
            chosen[name] = new
            taken.add(new)
    return chosen


def _moved_out(lines: list[str], draft: Draft, setting: Setting, rng: random.Random) -> tuple[list[str], str]:
    name = setting.function.rpartition(".")[2]
    helper = rng.choice((f"_{name}", f"_{name}_helper", f"{name}_impl", f"do_{name}", f"my_{name}", f"_{name}_core"))
    if helper in draft.taken or not lines[-1].startswith("return"):
        return lines, ""
    listed = ", ".join(setting.parameters)
    text = "\n".join("    " + line for line in lines)
    return [f"return {helper}({listed})"], f"def {helper}({listed}):\n{text}\n"


def _commented(lines: list[str], hand: Hand, rng: random.Random) -> list[str]:
    result: list[str] = []
    chance = rng.random
    for position, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        if position and chance() < hand.blanks:
            result.append("")
        if chance() < hand.remarks:
            made = re.match(r"\s*(\w+)(?:, \w+)* = ", line)
            if made and chance() < 0.7:
                remark = f"{rng.choice(_VERBS)} {made[1].replace('_', ' ')}"
            elif line.lstrip().startswith("return") and chance() < 0.5:
                remark = rng.choice(("return the result", "done", "this is what is asked for", "put it together"))
            elif line.lstrip().startswith(("for", "while")) and chance() < 0.6:
                remark = rng.choice(("go through all of them", "loop", "one at a time", "for each one"))
            else:
                remark = rng.choice(_ASIDES)
            if chance() < 0.3:
                line = f"{line}  # {remark}"
            else:
                result.append(f"{indent}# {remark if chance() < 0.5 else remark.capitalize()}")
        result.append(_quotes(line, hand))
        if chance() < hand.traces:
            made = re.match(r"\s*(\w+) = ", line)
            if made:
                result.append(f"{indent}# print({made[1]!r}, {made[1]}.shape)")
    return result


def _bare(line: str) -> str:
    """return (a, b) as people write it: without the brackets."""
    found = re.fullmatch(r"(\s*(?:return|[\w., ]+ =) )\((.*)\)", line)
    if found is None:
        return line
    depth = 0
    for character in found[2]:
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return line
    return found[1] + found[2] if "," in found[2] and " for " not in found[2] else line


def _quotes(text: str, hand: Hand) -> str:
    return re.sub(r"'([^'\"\\\n]*)'", r'"\1"', text) if hand.double_quotes and "'" in text else text
