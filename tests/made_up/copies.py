"""Copies, and what people do to hide them. Every disguise keeps what the code does."""

from __future__ import annotations

import ast
import io
import itertools
import random
import re
import tokenize
from collections.abc import Callable

from . import names
from .blocks import independent

Files = dict[str, str]


def verbatim(files: Files, rng: random.Random) -> Files:
    return dict(files)


def renamed(files: Files, rng: random.Random) -> Files:
    """Every local name another."""
    return {name: _renamed(text, rng) for name, text in files.items()}


def reordered(files: Files, rng: random.Random) -> Files:
    """Functions and methods in another order, and neighbouring statements swapped where nothing depends on it."""
    return {name: _reordered(text, rng) for name, text in files.items()}


def recommented(files: Files, rng: random.Random) -> Files:
    """All comments gone, others in their place."""
    return {name: _recommented(text, rng) for name, text in files.items()}


def reformatted(files: Files, rng: random.Random) -> Files:
    """Other line breaks, quotes and blank lines."""
    return {name: _reformatted(text, rng) for name, text in files.items()}


def thorough(files: Files, rng: random.Random) -> Files:
    """Everything at once."""
    return reformatted(recommented(reordered(renamed(files, rng), rng), rng), rng)


KINDS: dict[str, Callable[[Files, random.Random], Files]] = {
    "verbatim": verbatim,
    "renamed": renamed,
    "reordered": reordered,
    "comments changed": recommented,
    "re-formatted": reformatted,
    "all of it": thorough,
}


def _renamed(text: str, rng: random.Random) -> str:
    tree = ast.parse(text)
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    scheme = rng.choice(names.SCHEMES[1:])
    edits: list[tuple[int, int, str, str]] = []
    for function in _functions(tree):
        arguments = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
        chosen: dict[str, str] = {}
        for name in names.local_names(function.body, arguments):
            chosen[name] = names.another(name, scheme, rng, taken)
            taken.add(chosen[name])
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and node.id in chosen:
                    edits.append((node.lineno, node.col_offset, node.id, chosen[node.id]))
    lines = [line.encode("utf-8") for line in text.split("\n")]
    for number, column, old, new in sorted(set(edits), reverse=True):
        line = lines[number - 1]
        if line[column : column + len(old)] == old.encode():
            lines[number - 1] = line[:column] + new.encode() + line[column + len(old) :]
    return _checked(b"\n".join(lines).decode("utf-8"), text)


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    found: list[ast.FunctionDef] = []
    for statement in tree.body:
        parts = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        found += [part for part in parts if isinstance(part, ast.FunctionDef)]
    return found


def _reordered(text: str, rng: random.Random) -> str:
    text = _swapped(text, rng)
    tree = ast.parse(text)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner in reversed(classes):
        text = _shuffled(text, [part for part in owner.body if isinstance(part, ast.FunctionDef)], rng)
    tree = ast.parse(text)
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    own = {node.name for node in defined}
    for node in defined:  # what runs when the file is imported must find what it needs
        early: list[ast.AST] = [*node.decorator_list]
        if isinstance(node, ast.FunctionDef):
            early += [*node.args.defaults, node.args]
        else:
            early += [*node.bases, *(part for part in node.body if not isinstance(part, ast.FunctionDef))]
        if any(isinstance(part, ast.Name) and part.id in own for root in early for part in ast.walk(root)):
            return text
    return _shuffled(text, defined, rng)


def _shuffled(
    text: str, parts: list[ast.FunctionDef] | list[ast.FunctionDef | ast.ClassDef], rng: random.Random
) -> str:
    """The definitions change places; what stands between them stays where it is."""
    lines = text.split("\n")
    ranges = []
    for part in parts:
        first = min([part.lineno, *(decorator.lineno for decorator in part.decorator_list)]) - 1
        while first > 0 and lines[first - 1].strip().startswith("#"):
            first -= 1
        ranges.append((first, part.end_lineno or part.lineno))
    if any(before[1] > after[0] for before, after in itertools.pairwise(ranges)):
        return text
    blocks = [lines[first:last] for first, last in ranges]
    rng.shuffle(blocks)
    for (first, last), block in reversed(list(zip(ranges, blocks, strict=True))):
        lines[first:last] = block
    return _checked("\n".join(lines), text)


def _swapped(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    for function in _functions(ast.parse(text)):
        for node in ast.walk(function):
            block = getattr(node, "body", None)
            if not isinstance(block, list):
                continue
            index = 0
            while index + 1 < len(block):
                first, second = block[index], block[index + 1]
                one_line = first.lineno == first.end_lineno and second.lineno == second.end_lineno
                if one_line and independent(first, second) and rng.random() < 0.7:
                    one, other = first.lineno - 1, second.lineno - 1
                    lines[one], lines[other] = lines[other], lines[one]
                    index += 1
                index += 1
    return _checked("\n".join(lines), text)


def _recommented(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for token in reversed(tokens):
        if token.type == tokenize.COMMENT:
            line = lines[token.start[0] - 1]
            lines[token.start[0] - 1] = line[: token.start[1]].rstrip()
    starts = [token.start[0] for token in tokens if token.type == tokenize.NEWLINE]
    for number in reversed(starts):
        line = lines[number - 1]
        if (
            line.startswith("    ")
            and line.strip()
            and rng.random() < 0.15
            and not line.rstrip().endswith(('"""', ",", ")"))
        ):
            lines[number - 1] = f"{line}  # {rng.choice(('here', 'as said in class', 'works', 'next', 'my way'))}"
    return _checked("\n".join(lines), text)


def _reformatted(text: str, rng: random.Random) -> str:
    """Breaks lines after commas inside brackets, turns quotes round, and spreads blank lines."""
    lines = text.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    depth = 0
    cuts: list[tuple[int, int]] = []
    for token in tokens:
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
            if token.string == "," and depth == 1 and rng.random() < 0.3:
                cuts.append(token.end)
    for number, column in reversed(cuts):
        line = lines[number - 1]
        rest = line[column:].strip()
        if rest and not rest.startswith("#"):
            indent = " " * (len(line) - len(line.lstrip()) + 8)
            lines[number - 1] = f"{line[:column]}\n{indent}{rest}"
    text = _checked("\n".join(lines), text)
    ends = [
        token.end[0] for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NEWLINE
    ]
    lines = text.split("\n")
    for number in reversed(ends):
        if lines[number - 1].startswith("    ") and rng.random() < 0.15:
            lines.insert(number, "")
    turned = [re.sub(r'(?<!")"([\w-]*)"(?!")', r"'\1'", line) if ">>>" not in line else line for line in lines]
    return _checked("\n".join(turned), _checked("\n".join(lines), text))


def _checked(new: str, old: str) -> str:
    """A disguise that breaks the code would not fool anybody: then the text stays as it was."""
    try:
        ast.parse(new)
    except SyntaxError:
        return old
    return new
