"""Changes one expression of a program: a factor taken out, a call left out, another axis, `<` for `<=`.

The changes know Python and nothing else. Whether one matters, and for what, is found by running it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from .program import Program, ProgramFunction
from .source_text import SourceText

_TAKEN_OUT = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_EITHER_SIDE = (ast.Add, ast.Mult)
_OTHERS: dict[type[ast.cmpop], str] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_COMPARISONS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
LONGEST = 60
"""Characters of an expression that a question quotes."""


@dataclass(frozen=True)
class Change:
    task: str
    file: str
    line: int
    function: str
    words: str
    """ "`/ d` were taken out of {place}": what the question says."""
    text: str
    """The whole file, changed."""

    @property
    def said(self) -> str:
        return self.words.format(place=f"line {self.line} of {self.file}")

    @property
    def briefly(self) -> str:
        """The same without its line, for places where the line stands before it."""
        return self.words.replace(" ({place})", "").replace("{place}", "it")

    @property
    def place(self) -> tuple[str, int]:
        return self.file, self.line

    @property
    def key(self) -> str:
        """The line, for choosing."""
        return f"{self.file}:{self.line}"


def changes(program: Program, function: ProgramFunction) -> list[Change]:
    """All changes of one function whose result is still a program, in the order of its lines."""
    if any(isinstance(node, ast.While) for node in ast.walk(function.node)):
        return []  # a changed condition may never end
    source = SourceText(program.texts[function.file])
    imported = set(imported_names(program.trees[function.file]))
    # a call whose value nobody takes is left out as the statement that it is
    bare = {node.value for node in ast.walk(function.node) if isinstance(node, ast.Expr)}
    found: dict[str, Change] = {}
    for statement in function.statements:
        for node in (each for each in ast.walk(statement) if each not in bare):
            for words, text in _of(node, source, imported):
                change = Change(function.task, function.file, _line(node), function.name, words, text)
                if "{" not in words.replace("{place}", "") and len(words) <= LONGEST + 60 and _is_program(text):
                    found.setdefault(text, change)
    return sorted(found.values(), key=lambda each: each.line)


def _line(node: ast.AST) -> int:
    """The line on which an expression begins."""
    return int(getattr(node, "lineno", 1))


def _is_program(text: str) -> bool:
    try:
        compile(text, "<changed>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def _of(node: ast.AST, source: SourceText, imported: set[str]) -> Iterator[tuple[str, str]]:
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _TAKEN_OUT):
            gone = source.piece(source.end(left), source.end(node)).lstrip(") ")
            yield f"`{gone}` were taken out of {{place}}", source.replaced(node, f"({source.raw(left)})")
            if isinstance(op, _EITHER_SIDE):
                gone = source.piece(source.start(node), source.start(right)).rstrip("( ")
                yield f"`{gone}` were taken out of {{place}}", source.replaced(node, f"({source.raw(right)})")
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OTHERS:
            other = f"{source.raw(left)} {_OTHERS[type(op)]} {source.raw(right)}"
            shown = f"`{_COMPARISONS[type(op)]}` in `{source.quote(node)}` were `{_OTHERS[type(op)]}` in {{place}}"
            yield shown, source.replaced(node, f"({other})")
        case ast.UnaryOp(op=ast.Invert() | ast.USub() as op, operand=operand) if not isinstance(operand, ast.Constant):
            sign = "~" if isinstance(op, ast.Invert) else "-"
            shown = f"the `{sign}` before `{source.quote(operand)}` were taken out of {{place}}"
            yield shown, source.replaced(node, f"({source.raw(operand)})")
        case ast.If(test=test, orelse=[]):
            shown = f"what stands under `if {source.quote(test)}:` ({{place}}) never ran"
            yield shown, source.replaced(test, "False")
        case ast.AugAssign():
            yield f"`{source.quote(node)}` ({{place}}) were left out", source.replaced(node, "pass")
        case ast.Expr(value=ast.Call()):
            yield f"`{source.quote(node)}` ({{place}}) were left out", source.replaced(node, "pass")
        case ast.Subscript(value=value, slice=index) if _only_turns(index):
            gone = source.piece(source.end(value), source.end(node)).lstrip(") ")
            yield f"`{gone}` were taken out of {{place}}", source.replaced(node, f"({source.raw(value)})")
        case ast.Call():
            yield from _of_call(node, source, imported)


def _only_turns(index: ast.expr) -> bool:
    """[::-1], in one direction or in several: what it leaves has the same shape."""
    for each in index.elts if isinstance(index, ast.Tuple) else [index]:
        match each:
            case ast.Slice(lower=None, upper=None, step=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
                continue
        return False
    return True


def _of_call(call: ast.Call, source: SourceText, imported: set[str]) -> Iterator[tuple[str, str]]:
    for keyword in call.keywords:
        if keyword.arg and (other := _other(keyword.value)):
            shown = f"`{source.quote(keyword)}` were replaced by `{keyword.arg}={other}` in {{place}}"
            yield shown, source.replaced(keyword.value, other)
    if len(call.args) == 1 and isinstance(call.func, ast.Attribute) and (other := _other(call.args[0])):
        method = call.func.attr
        shown = f"`.{method}({source.quote(call.args[0])})` were replaced by `.{method}({other})` in {{place}}"
        yield shown, source.replaced(call.args[0], other)
    if kept := kept_without(call, imported):
        if isinstance(call.func, ast.Attribute) and kept is call.func.value:
            gone = source.piece(source.end(kept), source.end(call)).lstrip(") ")
            shown = f"`{gone}` were taken out of {{place}}"
        else:
            shown = f"`{source.quote(call)}` were replaced by `{source.quote(kept)}` alone in {{place}}"
        yield shown, source.replaced(call, f"({source.raw(kept)})")
    pairs = zip(call.args, call.args[1:], strict=False)
    for left, right in pairs:
        if isinstance(left, ast.Name) and isinstance(right, ast.Name) and left.id != right.id:
            text = source.changed(source.start(left), source.end(right), f"{right.id}, {left.id}")
            yield f"`{left.id}` and `{right.id}` were swapped in `{source.quote(call)}` ({{place}})", text


def kept_without(call: ast.Call, imported: set[str]) -> ast.expr | None:
    """What goes on unchanged if a call is left out: the object of a method, the first argument of a function."""
    func = call.func
    of_an_object = isinstance(func, ast.Attribute) and not (
        isinstance(func.value, ast.Name) and (func.value.id in imported or func.value.id == "self")
    )
    if of_an_object and isinstance(func, ast.Attribute):
        root: ast.expr = func.value
        while isinstance(root, ast.Attribute):
            root = root.value
        return None if isinstance(root, ast.Name) and root.id in imported else func.value
    if isinstance(func, ast.Name) and (hasattr(builtins, func.id) or func.id[:1].isupper()):
        return None
    first = call.args[0] if call.args else None
    return None if isinstance(first, ast.Constant | ast.Starred | ast.List | ast.Tuple) else first


def _other(value: ast.expr) -> str:
    """Another switch, or the axis beside it; nothing for what is neither."""
    match value:
        case ast.Constant(value=bool(on)):
            return str(not on)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(size))) if size in (1, 2, 3):
            return str(-2 if size == 1 else 1 - size)
        case ast.Constant(value=int(size)) if size in (0, 1, 2):
            return str(1 if size == 0 else size - 1)
    return ""
