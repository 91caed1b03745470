"""Records what the reference calls the values that it computes: the names of its variables and functions.

They go with the right way of a check, so that a student reads which of their values was the last right one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from ..locating.watched_calls import GIVEN, Watched

Line = tuple[str, int]


class Words:
    """The words of one reference."""

    def __init__(self, sources: Mapping[str, str], contract: Iterable[str]) -> None:
        """`sources`: module → text; `contract`: full names of what tasks ask for."""
        self._of_line: dict[Line, str] = {}
        wanted = frozenset(contract)
        for module, text in sources.items():
            for statement, function in _statements(ast.parse(text)):
                full = f"{module}.{function}"
                word = _word(statement, function if full in wanted else "")
                for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1) if word else ():
                    self._of_line[f"{module}.py", line] = word

    def of(self, calls: Iterable[Watched]) -> dict[int, str]:
        """Fingerprint → word, in one check; what has two names, or shares one with another line, has none."""
        by_fingerprint: dict[int, dict[int, set[str]]] = {}
        lines: dict[str, set[Line]] = {}
        for call in calls:
            for fingerprints, level, line in _ends(call):
                word = self._of_line.get(line, "")
                if word and (level == 0 or not word.startswith("`")):  # names are of the task's own code alone
                    lines.setdefault(word, set()).add(line)
                    for each in fingerprints:
                        by_fingerprint.setdefault(each, {}).setdefault(level, set()).add(word)
        found = {}
        for value, levels in by_fingerprint.items():
            for level in sorted(levels):  # the task's own words first, then those of what it calls
                clear = {word for word in levels[level] if len(lines[word]) == 1}
                if clear:
                    found.update({value: clear.pop()} if len(clear) == 1 else {})
                    break
        return found


def _statements(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """Every statement in a function, with the function's name; methods as Class.method."""
    for node in tree.body:
        inner = [(f"{node.name}.", part) for part in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        for prefix, part in inner:
            if isinstance(part, ast.FunctionDef):
                for statement in ast.walk(part):
                    if isinstance(statement, ast.stmt):
                        yield statement, f"{prefix}{part.name}"


def _word(statement: ast.stmt, function: str) -> str:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return f"`{name}`"
        case ast.Return(value=ast.expr() as value) if function and not isinstance(value, ast.Tuple | ast.Name):
            return f"what {function.removesuffix('.forward')} returns"
    return ""


def _ends(call: Watched) -> Iterator[tuple[tuple[int, ...], int, Line]]:
    """The last step of every line, at every depth: it makes what the line is about."""
    steps = [step for step in call.steps if step.op != GIVEN]
    for place, step in enumerate(steps):
        frames = step.frames[::-1]
        after = steps[place + 1].frames[::-1] if place + 1 < len(steps) else ()
        for level, line in enumerate(frames):
            if after[: level + 1] != frames[: level + 1]:
                yield step.fingerprints, level, line
