"""Edits about axes: another one, another pair, another order, one that is kept."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations, permutations

from .edits import EditScope, Kind

_WORDS = ("dim", "axis", "dim0", "dim1", "axis1", "axis2", "start_dim", "end_dim")
_REDUCES = {
    *("sum", "mean", "var", "std", "prod", "amax", "amin", "softmax", "log_softmax", "logsumexp", "cumsum", "cumprod"),
    *("argmax", "argmin", "max", "min", "norm", "all", "any", "sort", "argsort", "topk"),
}
_TAKES_AXIS = {
    *_REDUCES,
    *("unsqueeze", "squeeze", "flip", "cat", "concat", "concatenate", "stack", "chunk", "split", "select", "unbind"),
    *("size", "gather", "roll", "take_along_dim", "expand_dims", "index_select", "narrow", "repeat_interleave"),
}
_PAIRED = {"transpose", "swapaxes", "swapdims", "flatten", "movedim", "moveaxis"}
_AXES = (-1, -2, -3, 0, 1, 2)
_PAIRS = ((-2, -1), (-3, -2), (-3, -1), (1, 2), (0, 1), (0, 2), (2, 3), (1, 3))
_SHORT = 4
"""So many axes are put into every order; of more, two change places."""

_Edit = tuple[Kind, int, int, str]


def axes(node: ast.AST, scope: EditScope) -> Iterator[_Edit]:
    match node:
        case ast.keyword(arg=str(word), value=value) if word in _WORDS:
            yield from _others(value, scope)
        case ast.Call(func=ast.Attribute(attr=name)) if name in _PAIRED:
            yield from _pairs(node.args[-2:], scope)
        case ast.Call(func=ast.Attribute(attr="permute"), args=args):
            order = args[-1].elts if args and isinstance(args[-1], ast.Tuple | ast.List) else args
            yield from _orders(order, scope)
        case ast.Call(func=ast.Attribute(attr="einsum"), args=[ast.Constant(value=str(text)) as letters, *_]):
            for other in _letters(text):
                yield "axis", scope.source.start(letters), scope.source.end(letters), repr(other)
        case ast.Call(func=ast.Attribute(attr=name, value=value), args=args) if name in _TAKES_AXIS:
            for part in args:
                yield from _others(part, scope)
            yield from _added(node, name, scope)
            if name in ("max", "min") and not args and not node.keywords and scope.framework == "torch":
                start = scope.source.end(value)
                for axis in (-1, -2):
                    yield "axis", start, scope.source.end(node), f".a{name}(dim={axis}, keepdim=True)"
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=index):
            yield from _others(index, scope)
        case ast.Subscript(slice=ast.Tuple(elts=parts)) if any(_is_new(part) for part in parts):
            yield from _moved(parts, scope)


def keepdims(node: ast.AST, scope: EditScope) -> Iterator[_Edit]:
    """Switches, and the one that most often is forgotten."""
    match node:
        case ast.keyword(value=ast.Constant(value=bool(on)) as value):
            yield "keepdim", scope.source.start(value), scope.source.end(value), str(not on)
        case ast.Call(func=ast.Attribute(attr=name), args=args, keywords=words) if name in _REDUCES:
            if not any(word.arg in ("keepdim", "keepdims") for word in words) and (args or words):
                end = scope.source.end(node) - 1
                kept = "keepdim" if scope.framework == "torch" else "keepdims"
                yield "keepdim", end, end, f", {kept}=True"
            if (
                name in ("var", "std")
                and scope.framework == "torch"
                and not any(word.arg in ("unbiased", "correction") for word in words)
            ):
                yield "keepdim", scope.source.end(node) - 1, scope.source.end(node) - 1, ", unbiased=False"


def axis_of(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(size)) if not isinstance(size, bool) and size in _AXES:
            return size
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(size))) if -size in _AXES:
            return -size
    return None


def _others(node: ast.expr, scope: EditScope) -> Iterator[_Edit]:
    axis = axis_of(node)
    if axis is not None:
        for other in _AXES:
            if other != axis:
                yield "axis", scope.source.start(node), scope.source.end(node), str(other)


def _pairs(args: list[ast.expr], scope: EditScope) -> Iterator[_Edit]:
    found = [axis_of(part) for part in args]
    if len(args) == 2 and None not in found:
        for pair in _PAIRS:
            if set(pair) != set(found):
                start, end = scope.source.start(args[0]), scope.source.end(args[1])
                yield "axis", start, end, f"{pair[0]}, {pair[1]}"


def _orders(args: list[ast.expr], scope: EditScope) -> Iterator[_Edit]:
    texts = [scope.raw(part) for part in args]
    if len(args) < 2 or any(axis_of(part) is None and not isinstance(part, ast.Constant) for part in args):
        return
    orders = permutations(texts) if len(texts) <= _SHORT else (_swapped(texts, *two) for two in _twos(texts))
    start, end = scope.source.start(args[0]), scope.source.end(args[-1])
    for order in orders:
        if list(order) != texts:
            yield "axis", start, end, ", ".join(order)


def _swapped(parts: list[str], first: int, second: int) -> list[str]:
    made = list(parts)
    made[first], made[second] = made[second], made[first]
    return made


def _twos(parts: list[str]) -> Iterator[tuple[int, int]]:
    yield from combinations(range(len(parts)), 2)


def _letters(text: str) -> Iterator[str]:
    """Of an einsum: two letters of one operand, or of the result, change places; one letter becomes another."""
    pieces = text.replace("->", ",->,").split(",")
    for place, piece in enumerate(pieces):
        spots = [spot for spot, letter in enumerate(piece) if letter.isalpha()]
        for first, second in combinations(spots, 2):
            changed = list(piece)
            changed[first], changed[second] = changed[second], changed[first]
            if "->" not in piece and changed != list(piece):
                others = [*pieces[:place], "".join(changed), *pieces[place + 1 :]]
                yield ",".join(others).replace(",->,", "->")


def _added(call: ast.Call, name: str, scope: EditScope) -> Iterator[_Edit]:
    """An axis for what runs over all of them."""
    word = "dim" if scope.framework == "torch" else "axis"
    func = call.func
    of_module = isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in scope.imported
    bare = len(call.args) <= of_module and not any(each.arg in ("dim", "axis") for each in call.keywords)
    if name in _REDUCES | {"stack", "cat", "concatenate", "flip"} and (bare or name in ("stack", "cat", "concatenate")):
        if any(each.arg in ("dim", "axis") for each in call.keywords) or len(call.args) > 1:
            return
        end = scope.source.end(call) - 1
        comma = ", " if call.args or call.keywords else ""
        for axis in (-1, -2, 1):
            yield "axis", end, end, f"{comma}{word}={axis}"
            if name in _REDUCES:
                kept = "keepdim" if scope.framework == "torch" else "keepdims"
                yield "axis", end, end, f"{comma}{word}={axis}, {kept}=True"


def _is_new(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and part.value is None


def _moved(parts: list[ast.expr], scope: EditScope) -> Iterator[_Edit]:
    """A new axis at another place of an index."""
    texts = [scope.raw(part) for part in parts]
    start, end = scope.source.start(parts[0]), scope.source.end(parts[-1])
    for first, second in combinations(range(len(parts)), 2):
        if _is_new(parts[first]) != _is_new(parts[second]):
            yield "axis", start, end, ", ".join(_swapped(texts, first, second))
