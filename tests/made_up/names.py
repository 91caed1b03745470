"""Local names: which of them may be changed without changing what a function does, and to what."""

from __future__ import annotations

import ast
import keyword
import random
from collections.abc import Collection, Iterable

SCHEMES = ("same", "short", "long", "camel", "plural", "numbered", "vowels", "mine")
_INDEX = ("i", "j", "t", "idx", "pos", "row", "step", "p", "r", "a", "num", "cur", "ii", "which")


def walk(*roots: ast.AST) -> list[ast.AST]:
    """Every node below, in the order of the text. The library's own walk is lazy, breadth-first and much slower."""
    found: list[ast.AST] = []
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        found.append(node)
        for name in reversed(node._fields):
            if name == "ctx":
                continue
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                waiting.append(value)
            elif isinstance(value, list):
                waiting.extend(part for part in reversed(value) if isinstance(part, ast.AST))
    return found


def local_names(body: Iterable[ast.AST], kept: Collection[str]) -> list[str]:
    """Names that a function body assigns and that nothing else knows it by, in the order of first appearance."""
    found: dict[str, None] = {}
    frozen: set[str] = set(kept)
    for node in walk(*body):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                found.setdefault(node.id)
        elif isinstance(node, ast.expr | ast.operator):
            continue
        elif isinstance(node, ast.arg):
            frozen.add(node.arg)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            frozen.update(node.names)
        elif isinstance(node, ast.ExceptHandler | ast.FunctionDef | ast.ClassDef) and node.name:
            frozen.add(node.name)
        elif isinstance(node, ast.alias):
            frozen.add((node.asname or node.name).partition(".")[0])
    return [name for name in found if name not in frozen and not name.startswith("_")]


def another(name: str, scheme: str, rng: random.Random, taken: Collection[str]) -> str:
    """A name that a person of these habits might have chosen instead."""
    for attempt in range(6):
        new = _by_scheme(name, scheme, rng) if attempt < 3 else f"{_by_scheme(name, scheme, rng)}{rng.randint(1, 9)}"
        if new.isidentifier() and not keyword.iskeyword(new) and (new not in taken or new == name):
            return new
    return name


def _by_scheme(name: str, scheme: str, rng: random.Random) -> str:
    words = [word for word in name.split("_") if word] or [name]
    if scheme == "same":
        return name
    if len(name) == 1 or scheme == "short":
        if len(name) <= 2:
            return rng.choice(_INDEX)
        return "".join(word[0] for word in words) if len(words) > 1 else name[: rng.choice((1, 2, 3, 4))]
    if scheme == "long":
        return rng.choice((f"{name}_value", f"current_{name}", f"the_{name}", f"{name}_result", f"all_{name}"))
    if scheme == "camel":
        if len(words) == 1:
            return words[0] + rng.choice(("Val", "Out", "Arr", "Vec", "All", "Now"))
        return words[0] + "".join(word.capitalize() for word in words[1:])
    if scheme == "plural":
        return name[:-1] if name.endswith("s") and len(name) > 3 else name + "s"
    if scheme == "numbered":
        return f"{name[:3]}{rng.randint(1, 4)}"
    if scheme == "vowels":
        return name[0] + "".join(letter for letter in name[1:] if letter not in "aeiou_")
    return rng.choice(("tmp", "out", "res", "val", "result", "arr", "y", "z", "temp", "ans", "mat")) + rng.choice(
        ("", "", "2", "_a", "_b")
    )
