"""The edits of one function, by kind. Only plain ones: a call is taken away or one of the program's own is put in; a
value is never wrapped in whatever happens to make the numbers fit."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeGuard

from ..questions.changes import kept_without
from ..questions.program import Program, ProgramFunction
from .edits import RANK, Edit, EditScope, Kind, expressions, scope_of, span, statements
from .operators_axes import axes, keepdims
from .operators_names import names
from .operators_order import WRITTEN, Change, moved_statements, order

_OPERATOR_SYMBOLS: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("-", "*"),
    ast.Sub: ("+",),
    ast.Mult: ("/", "+", "@"),
    ast.Div: ("*",),
    ast.FloorDiv: ("/", "*"),
    ast.MatMult: ("*",),
    ast.Pow: ("*",),
}
_COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: (">", "<=", ">="),
    ast.LtE: (">=", "<", ">"),
    ast.Gt: ("<", ">=", "<="),
    ast.GtE: ("<=", ">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
_SIDES = (
    *(("tril", "triu"), ("max", "min"), ("amax", "amin"), ("argmax", "argmin"), ("maximum", "minimum")),
    *(("ones", "zeros"), ("ones_like", "zeros_like")),
)
_OTHER_SIDE = {a: b for pair in _SIDES for a, b in (pair, pair[::-1])}
_OTHER_WORK = {a: b for pair in (("sum", "mean"), ("var", "std"), ("sin", "cos")) for a, b in (pair, pair[::-1])}
_WITH_DIAGONAL = ("tril", "triu", "diag", "eye")
_CONDITION_FIRST = {"masked_fill": 0, "masked_fill_": 0, "where": 0}
_HAS_VALUE = (ast.Call, ast.BinOp, ast.Subscript, ast.Compare, ast.UnaryOp, ast.IfExp, ast.BoolOp)
MOST_NODES = 4000
"""Of a function's tree; a right answer has some hundreds."""
_LARGEST = 1000
"""A number above it is no count that somebody is off by one in."""


def edits(program: Program, function: ProgramFunction, framework: str) -> list[Edit]:
    """All edits of one function, each once: of two that come to the same text, the kind that ranks first. Of a function
    that is far longer than anybody's, none."""
    if sum(1 for _ in islice(ast.walk(function.node), MOST_NODES)) == MOST_NODES:
        return []
    scope = scope_of(program, function, framework)
    every = [
        _edit(function, statement, node, scope, change)
        for statement in statements(function)
        for node in expressions(statement)
        for change in _of(node, scope)
    ]
    for kind, start, end, new, statement in moved_statements(function, scope):
        every.append(_edit(function, statement, statement, scope, (kind, start, end, new)))
    found: dict[tuple[int, bytes, bytes], Edit] = {}
    for edit in sorted(every, key=lambda each: RANK[each.kind]):
        place, gone, put = edit.difference
        if gone or put:
            found.setdefault((place, gone, put), edit)
    return list(found.values())


def _edit(function: ProgramFunction, statement: ast.stmt, node: ast.AST, scope: EditScope, change: Change) -> Edit:
    kind, start, end, new = change
    line = node.lineno if isinstance(node, ast.stmt) else scope.source.line_of(start)
    around = _around(statement, start, end, scope)
    place = (function.file, function.name, line, span(statement), start, end)
    return Edit(kind, *place, new, around, scope.source, forgotten=_is_forgotten(start, end, new, scope))


def _is_forgotten(start: int, end: int, new: str, scope: EditScope) -> bool:
    """Whether a number, or nothing, is exchanged for something that the function never speaks of."""
    old = scope.source.between(start, end)
    names = (*scope.unused, *(f"self.{name}" for name in scope.own_unused))
    return (not old or old[0].isdigit()) and any(new == name or new.endswith(f"={name}") for name in names)


def _around(statement: ast.stmt, start: int, end: int, scope: EditScope) -> tuple[int, int] | None:
    """The smallest expression that has a value of its own and holds what is replaced."""
    spans = [(scope.source.start(node), scope.source.end(node)) for node in expressions(statement) if _has_value(node)]
    holding = [(first, last) for first, last in spans if first <= start and end <= last]
    return min(holding, key=lambda each: each[1] - each[0], default=None)


def _has_value(node: ast.AST) -> TypeGuard[ast.expr]:
    """A number that is written down is no value of its own: told with it, the change would be told."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        return False
    return isinstance(node, _HAS_VALUE) and not isinstance(getattr(node, "ctx", None), ast.Store)


def _of(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    for operator in _OPERATORS:
        yield from operator(node, scope)


def _instead(kind: Kind, scope: EditScope, node: ast.expr | ast.stmt | ast.keyword, new: str) -> Change:
    return kind, scope.source.start(node), scope.source.end(node), new


# --- numbers --------------------------------------------------------------------------------------------------------


def _numbers(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool()):
            return
        case ast.Constant(value=int(size) | float(size)) if abs(size) <= _LARGEST and size == int(size):
            for other in (size + 1, size - 1):
                yield _instead("number", scope, node, str(other) if other >= 0 else f"({other})")
        case ast.Call(func=func, args=args, keywords=keywords) if _called(func) in _WITH_DIAGONAL:
            if args and not any(each.arg in ("diagonal", "k") for each in keywords):
                word = "diagonal" if scope.framework == "torch" else "k"
                for size in (1, -1):
                    end = scope.source.end(node) - 1
                    yield "number", end, end, f", {word}={size}"
        case ast.Call(func=ast.Name(id="range"), args=[stop]):
            yield _instead("slice", scope, stop, f"1, {scope.raw(stop)}")
            for part in ("+ 1", "- 1"):
                yield _instead("slice", scope, stop, f"{scope.raw(stop)} {part}")
        case ast.Call(func=ast.Name(id="range"), args=[first, stop, *_]):
            for bound in (first, stop):
                for part in ("+ 1", "- 1") if not isinstance(bound, ast.Constant) else ():
                    yield _instead("slice", scope, bound, f"{scope.raw(bound)} {part}")
        case ast.Name(id=name, ctx=ast.Load()) if name in scope.counts:
            for part in ("+ 1", "- 1"):
                yield _instead("number", scope, node, f"({name} {part})")


def _slices(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield _instead("slice", scope, node, f"({scope.raw(node.value)})")
    if not isinstance(node, ast.Slice):
        return
    start, end = _of_slice(node)
    lower, upper = node.lower, node.upper
    for bound in (lower, upper):
        if bound is not None:
            yield "slice", scope.source.start(bound), scope.source.end(bound), ""
            if not isinstance(bound, ast.Constant):
                for part in ("+ 1", "- 1"):
                    yield "slice", scope.source.start(bound), scope.source.end(bound), f"({scope.raw(bound)}) {part}"
    first, last = scope.source.at(*start), scope.source.at(*end)
    if lower is not None and upper is None and node.step is None:
        yield "slice", first, last, f":{scope.raw(lower)}"
        other = scope.raw(lower.operand) if isinstance(lower, ast.UnaryOp) else f"-({scope.raw(lower)})"
        yield "slice", first, last, f":{other}"
    elif upper is not None and lower is None and node.step is None:
        yield "slice", first, last, f"{scope.raw(upper)}:"
        if isinstance(upper, ast.UnaryOp):
            yield "slice", first, last, f"{scope.raw(upper.operand)}:"
    elif node.step is not None:
        yield "slice", first, last, ":"
    else:
        yield "slice", first, last, "1:"
        yield "slice", first, last, ":-1"


def _of_slice(node: ast.Slice) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a slice begins and ends."""
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


# --- calls ----------------------------------------------------------------------------------------------------------


def _calls(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    """A step that is not needed: a call, an operand, a statement."""
    match node:
        case ast.Call():
            kept = kept_without(node, set(scope.imported)) or _first_of_library(node, scope)
            if kept is not None:
                yield _instead("call", scope, node, f"({scope.raw(kept)})")
        case ast.BinOp(left=left, op=op, right=right):
            yield _instead("call", scope, node, f"({scope.raw(left)})")
            if isinstance(op, ast.Add | ast.Mult | ast.MatMult):
                yield _instead("call", scope, node, f"({scope.raw(right)})")
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield _instead("call", scope, node, "pass")
        case ast.Attribute(value=value, attr="T" | "mT" | "data"):
            yield _instead("call", scope, node, f"({scope.raw(value)})")


def _first_of_library(call: ast.Call, scope: EditScope) -> ast.expr | None:
    """What `torch.nn.functional.f(x)` is given first."""
    root = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    of_library = isinstance(root, ast.Name) and root.id in scope.imported and root is not call.func
    first = call.args[0] if call.args and of_library else None
    return None if isinstance(first, ast.Constant | ast.Starred | ast.List | ast.Tuple) else first


def _inserted(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    """A step that is missing: the last two axes turned, a new axis, one of the program's own layers; a parameter that
    is never used."""
    places: list[ast.expr]
    if isinstance(node, ast.Call):
        comma = ", " if node.args or node.keywords else ""
        for name in scope.unused:
            yield "inserted", scope.source.end(node) - 1, scope.source.end(node) - 1, f"{comma}{name}={name}"
    match node:
        case ast.BinOp(left=left, right=right):
            places = [left, right]
        case ast.Call(args=args):
            places = args
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value):
            places = [value]
        case _:
            return
    for place in places:
        if isinstance(place, ast.Constant | ast.Starred | ast.Tuple | ast.List | ast.GeneratorExp):
            continue
        raw = scope.raw(place)
        held = raw if isinstance(place, ast.Name | ast.Call | ast.Subscript | ast.Attribute) else f"({raw})"
        if isinstance(node, ast.stmt):
            yield _instead("inserted", scope, place, f"{held}.swapaxes(-2, -1)")
        if isinstance(node, ast.BinOp):
            for turned in ("swapaxes(-2, -1)", "swapaxes(-3, -2)") if isinstance(node.op, ast.MatMult) else ():
                yield _instead("inserted", scope, place, f"{held}.{turned}")
            for new_axis in ("[..., None]", "[..., None, :]"):
                yield _instead("inserted", scope, place, f"{held}{new_axis}")
        if not isinstance(node, ast.BinOp):
            yield from _added(place, scope, whole=isinstance(node, ast.stmt))
        for layer in scope.layers:
            yield _instead("inserted", scope, place, f"self.{layer}({raw})")


def _added(place: ast.expr, scope: EditScope, whole: bool) -> Iterator[Change]:
    """Something that is not added: to a whole step another value of the function, to what is handed over one of
    `self`'s numbers."""
    begins = scope.source.start(place)
    there = {node.id for node in ast.walk(place) if isinstance(node, ast.Name)}
    if whole and not _is_written_out(place):
        for name, since in scope.names:
            if since < begins and name not in scope.counts and name not in there:
                yield _instead("inserted", scope, place, f"({scope.raw(place)}) + {name}")
    for name in scope.own:
        if name not in scope.layers:
            yield _instead("inserted", scope, place, f"({scope.raw(place)}) + self.{name}")


def _is_written_out(place: ast.expr) -> bool:
    """Whether a value is a table of numbers, as in `torch.tensor([[0.0, 1.0]])`: its author chose each of them."""
    return isinstance(place, ast.Call) and any(isinstance(each, ast.List | ast.Tuple) for each in place.args[:1])


# --- which side -----------------------------------------------------------------------------------------------------


def _comparisons(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            for other in _COMPARED[type(op)]:
                yield "comparison", scope.source.end(left), scope.source.start(right), f" {other} "
        case ast.UnaryOp(op=ast.Invert() | ast.Not(), operand=operand):
            yield _instead("comparison", scope, node, f"({scope.raw(operand)})")
        case ast.Call(func=func, args=args) if args and _called(func) in _CONDITION_FIRST:
            yield _instead("comparison", scope, args[0], f"~({scope.raw(args[0])})")
        case ast.Attribute(attr=name, value=value) if name in _OTHER_SIDE:
            end = scope.source.end(node)
            yield "comparison", scope.source.end(value), end, f".{_OTHER_SIDE[name]}"
        case ast.BoolOp(op=op, values=[left, right]):
            word = "or" if isinstance(op, ast.And) else "and"
            yield _instead("comparison", scope, node, f"({scope.raw(left)}) {word} ({scope.raw(right)})")
        case ast.If(test=test):
            for always in ("True", "False"):
                yield _instead("comparison", scope, test, always)
        case ast.IfExp(body=body, orelse=other):
            for kept in (body, other):
                yield _instead("comparison", scope, node, f"({scope.raw(kept)})")


def _operators(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            for sign in _OPERATOR_SYMBOLS.get(type(op), ()):
                yield _instead("operator", scope, node, f"({scope.raw(left)}) {sign} ({scope.raw(right)})")
        case ast.Attribute(attr=name, value=value) if name in _OTHER_WORK:
            yield "operator", scope.source.end(value), scope.source.end(node), f".{_OTHER_WORK[name]}"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield _instead("operator", scope, node, f"({scope.raw(operand)})")
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in WRITTEN:
            for sign in ("", *_OPERATOR_SYMBOLS.get(type(op), ())):
                yield _instead("operator", scope, node, f"{scope.raw(target)} {sign}= {scope.raw(value)}")
        case ast.Assign(targets=[ast.Name() | ast.Subscript() as target], value=value) if scope.has_value(target):
            if isinstance(target, ast.Name):
                yield _instead("operator", scope, value, f"{target.id} + ({scope.raw(value)})")
            else:
                yield _instead("operator", scope, node, f"{scope.raw(target)} += {scope.raw(value)}")


# --- in place -------------------------------------------------------------------------------------------------------


def _in_place(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    copied = "clone" if scope.framework == "torch" else "copy"
    match node:
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if type(op) in WRITTEN:
            yield _instead("in place", scope, node, f"{name} = {name} {WRITTEN[type(op)]} ({scope.raw(value)})")
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr))) if _writes(attr):
            call = scope.raw(node.value).replace(f".{attr}(", f".{attr[:-1]}(", 1)
            yield _instead("in place", scope, node, f"{name} = {call}")
        case ast.Attribute(value=value, attr=attr) if _writes(attr):
            yield "in place", scope.source.end(value), scope.source.end(node), f".{attr[:-1]}"
        case ast.Assign(value=ast.Name() | ast.Subscript() | ast.Attribute() as value):
            yield _instead("in place", scope, value, f"{scope.raw(value)}.{copied}()")


def _writes(method: str) -> bool:
    return method.endswith("_") and not method.startswith("_") and len(method) > 1


def _called(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


_OPERATORS: tuple[Callable[[ast.AST, EditScope], Iterator[Change]], ...] = (
    *(axes, _numbers, names, order, _calls, _comparisons, _in_place, keepdims, _operators, _slices, _inserted),
)
