"""Edits about what stands where: operands, arguments and steps the other way round, a step inside a loop or before
it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from ..questions.program import ProgramFunction
from .edits import EditScope, Kind, statements

Change = tuple[Kind, int, int, str]
"""Kind, the offsets of what is replaced, and by what."""
WRITTEN: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.MatMult: "@", ast.Pow: "**",
    ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
}  # fmt: skip
_NOT_COMMUTATIVE = (ast.Sub, ast.Div, ast.MatMult, ast.Pow, ast.FloorDiv, ast.Mod)
FARTHEST = 3
"""Steps over which another is moved."""
_STEP = (ast.Assign, ast.AugAssign, ast.Expr, ast.AnnAssign)


def order(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    yield from _one_before_the_other(node, scope)
    yield from _inside_a_call_or_after_it(node, scope)
    yield from _two_exchanged(node, scope)
    match node:
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _NOT_COMMUTATIVE):
            yield _instead(scope, node, f"({scope.raw(right)}) {WRITTEN[type(op)]} ({scope.raw(left)})")
        case ast.Call(args=args):
            yield from _neighbours(args, scope)
        case ast.Tuple(elts=parts):
            yield from _neighbours(parts, scope)
        case ast.IfExp(body=body, test=test, orelse=other):
            yield _instead(scope, node, f"{scope.raw(other)} if {scope.raw(test)} else {scope.raw(body)}")


def _one_before_the_other(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    """Two operations on one value, the second before the first: (x + b) * g, norm(layer(x))."""
    match node:
        case ast.BinOp(left=ast.BinOp(left=value, op=first, right=one), op=second, right=other):
            if type(first) is not type(second) and {type(first), type(second)} <= WRITTEN.keys():
                done = f"(({scope.raw(value)}) {WRITTEN[type(second)]} ({scope.raw(other)}))"
                yield _instead(scope, node, f"{done} {WRITTEN[type(first)]} ({scope.raw(one)})")
        case ast.BinOp(left=value, op=first, right=ast.BinOp(left=one, op=second, right=other)):
            if type(first) is not type(second) and {type(first), type(second)} <= WRITTEN.keys():
                done = f"(({scope.raw(value)}) {WRITTEN[type(first)]} ({scope.raw(one)}))"
                yield _instead(scope, node, f"{done} {WRITTEN[type(second)]} ({scope.raw(other)})")
        case ast.Call(func=outer, args=[ast.Call(func=inner, args=[value], keywords=[])], keywords=[]):
            if (names := (scope.raw(outer), scope.raw(inner)))[0] != names[1]:
                yield _instead(scope, node, f"{names[1]}({names[0]}({scope.raw(value)}))")


def _inside_a_call_or_after_it(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    """softmax(x) / t as softmax(x / t), and the other way round."""
    match node:
        case ast.BinOp(left=ast.Call() as call, op=op, right=other) if type(op) in WRITTEN:
            if (value := _worked_on(call, scope)) is not None:
                inside = f"(({scope.raw(value)}) {WRITTEN[type(op)]} ({scope.raw(other)}))"
                yield _instead(scope, node, _with(call, value, inside, scope))
        case ast.Call():
            match _worked_on(node, scope):
                case ast.BinOp(left=left, op=op, right=other) as value if type(op) in WRITTEN:
                    done = _with(node, value, f"({scope.raw(left)})", scope)
                    yield _instead(scope, node, f"({done} {WRITTEN[type(op)]} ({scope.raw(other)}))")


def _two_exchanged(node: ast.AST, scope: EditScope) -> Iterator[Change]:
    """Two sizes that were taken apart together, one for the other throughout a step. Who mixes them up can do so where
    they are named or where they are used, and the values cannot tell which: without this, only the first is found."""
    if not isinstance(node, ast.Assign | ast.Return) or (value := node.value) is None:
        return
    used = [part for part in ast.walk(value) if isinstance(part, ast.Name)]
    for one, other in scope.unpacked:
        if {one, other} <= {part.id for part in used}:
            renamed = {one: other, other: one}
            text, first = scope.raw(value).encode(), scope.source.start(value)
            for part in sorted(used, key=scope.source.start, reverse=True):
                start, end = scope.source.start(part) - first, scope.source.end(part) - first
                text = text[:start] + renamed.get(part.id, part.id).encode() + text[end:]
            yield _instead(scope, value, text.decode())


def _worked_on(call: ast.Call, scope: EditScope) -> ast.expr | None:
    """What a call works on: that of which it is a method, or the first that a function of a library is given."""
    if not isinstance(call.func, ast.Attribute):
        return None
    if not ({node.id for node in ast.walk(call.func) if isinstance(node, ast.Name)} & scope.imported):
        return None if isinstance(call.func.value, ast.Name) and call.func.value.id == "self" else call.func.value
    return call.args[0] if call.args and not isinstance(call.args[0], ast.Starred) else None


def _with(call: ast.Call, value: ast.expr, other: str, scope: EditScope) -> str:
    """The text of a call that works on something else."""
    source = scope.source
    start, end = source.start(value), source.end(value)
    before, after = source.between(source.start(call), start), source.between(end, source.end(call))
    inside = before.endswith("(") and after.startswith(")") and value is not call.func
    return before + (other[1:-1] if inside and other[0] == "(" else other) + after


def _neighbours(parts: list[ast.expr], scope: EditScope) -> Iterator[Change]:
    for left, right in pairwise(parts):
        texts = scope.raw(left), scope.raw(right)
        if texts[0] != texts[1] and not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
            start, end = scope.source.start(left), scope.source.end(right)
            yield "order", start, end, f"{texts[1]}, {texts[0]}"


def _swapped(block: list[ast.stmt], scope: EditScope) -> Iterator[tuple[Kind, int, int, str, ast.stmt]]:
    """Two steps, one after the other, the other way round."""
    for first, second in pairwise(block):
        if isinstance(first, _STEP) and isinstance(second, _STEP):
            start, end = scope.source.start(first), scope.source.end(second)
            between = scope.source.between(scope.source.end(first), scope.source.start(second))
            new = scope.source.between(scope.source.start(second), end) + between
            yield "order", start, end, new + scope.source.between(start, scope.source.end(first)), first


def moved_statements(function: ProgramFunction, scope: EditScope) -> Iterator[tuple[Kind, int, int, str, ast.stmt]]:
    """Steps at another place, with the statement that is at fault then."""
    blocks = [function.statements]
    blocks += [getattr(each, name, []) for each in statements(function) for name in ("body", "orelse")]
    for block in blocks:
        yield from _swapped(block, scope)
        yield from _moved_further(block, scope)
        yield from _into_loop(block, scope)
        yield from _out_of_loop(block, scope)
        yield from _after_loop(block, scope)


def _moved_further(block: list[ast.stmt], scope: EditScope) -> Iterator[tuple[Kind, int, int, str, ast.stmt]]:
    """A step before others that it stands behind, or behind others that it stands before."""
    source = scope.source
    for place, step in enumerate(block):
        own = source.between(source.start(step), source.end(step))
        line = f"\n{' ' * step.col_offset}"
        for far in range(2, FARTHEST + 1) if isinstance(step, _STEP) else ():
            if place >= far:
                first, last = source.start(block[place - far]), source.end(block[place - 1])
                yield "order", first, source.end(step), own + line + source.between(first, last), step
            if place + far < len(block) and not isinstance(block[place + far], ast.Return):
                first, last = source.start(block[place + 1]), source.end(block[place + far])
                yield "order", source.start(step), last, source.between(first, last) + line + own, step


def _into_loop(block: list[ast.stmt], scope: EditScope) -> Iterator[tuple[Kind, int, int, str, ast.stmt]]:
    """What is done once, before a loop, done at the beginning of each round."""
    for place, loop in enumerate(block):
        inner = loop.body[0] if isinstance(loop, ast.With) else loop
        if not isinstance(inner, ast.For):
            continue
        for step in (each for each in block[:place] if isinstance(each, _STEP)):
            start, first = scope.source.start(step), scope.source.start(inner.body[0])
            between = scope.source.between(scope.source.end(step), first)
            moved = scope.source.between(start, scope.source.end(step))
            yield "order", start, first, f"pass{between}{moved}\n{' ' * inner.body[0].col_offset}", step


def _out_of_loop(block: list[ast.stmt], scope: EditScope) -> Iterator[tuple[Kind, int, int, str, ast.stmt]]:
    """What is done in each round, done once before the loop."""
    for loop in block:
        if isinstance(loop, ast.For) and isinstance(step := loop.body[0], _STEP):
            start, end = scope.source.start(loop), scope.source.end(step)
            head = scope.source.between(start, scope.source.start(step))
            moved = scope.source.between(scope.source.start(step), end)
            yield "order", start, end, f"{moved}\n{' ' * loop.col_offset}{head}pass", step


def _after_loop(block: list[ast.stmt], scope: EditScope) -> Iterator[tuple[Kind, int, int, str, ast.stmt]]:
    """What is done at the end of each round, done once after the loop; and the other way round."""
    for place, loop in enumerate(block):
        if not isinstance(loop, ast.For):
            continue
        last = loop.body[-1]
        if isinstance(last, _STEP):
            start, end = scope.source.start(last), scope.source.end(last)
            yield "order", start, end, f"pass\n{' ' * loop.col_offset}{scope.source.between(start, end)}", last
        after = block[place + 1] if place + 1 < len(block) else None
        if isinstance(after, _STEP):
            start, end = scope.source.end(last), scope.source.end(after)
            moved = scope.source.between(scope.source.start(after), end)
            yield "order", start, end, f"\n{' ' * last.col_offset}{moved}", after


def _instead(scope: EditScope, node: ast.expr, new: str) -> Change:
    return "order", scope.source.start(node), scope.source.end(node), new
