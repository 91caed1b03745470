"""Other ways of writing the same expression. Which library is in use decides which of them are the same."""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from dataclasses import dataclass

# Things that are both a method of an array and a function that takes the array first.
_EITHER = {
    "torch": frozenset(
        {"exp", "sum", "mean", "softmax", "relu", "sqrt", "matmul", "argmax", "amax"}
        | {"unsqueeze", "flatten", "masked_fill", "tril", "triu"}
    ),
    "numpy": frozenset({"sum", "argmax"}),
}
_MODULE = {"torch": "torch", "numpy": "np"}


@dataclass(frozen=True)
class Habits:
    """How one person likes to write expressions; each number is a probability."""

    function_form: float = 0.5
    """torch.sum(x) rather than x.sum()"""
    matmul_call: float = 0.0
    size_call: float = 0.0
    turned: str = "as is"
    """How the last two axes are exchanged."""
    infinity_as_float: float = 0.0
    root_as_power: float = 0.0
    swapped: float = 0.0
    """b * a for a * b, b > a for a < b"""
    keywords_shuffled: float = 0.0
    square_as_product: float = 0.0


class Respell(ast.NodeTransformer):
    def __init__(
        self,
        habits: Habits,
        framework: str,
        available: frozenset[str],
        modules: frozenset[str],
        rng: random.Random,
    ) -> None:
        self.habits, self.framework, self.rng = habits, framework, rng
        self.library = _MODULE[framework] if _MODULE[framework] in available else ""
        self.not_arrays = {*modules, "self", self.library}
        self.either = _EITHER[framework]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        habits, rng, function = self.habits, self.rng, node.func
        if isinstance(function, ast.Attribute):
            owner = function.value.id if isinstance(function.value, ast.Name) else ""
            if owner == "math" and function.attr == "sqrt" and rng.random() < habits.root_as_power:
                return ast.BinOp(node.args[0], ast.Pow(), ast.Constant(0.5))
            turned = self._turned(node, function)
            if turned is not None:
                return turned
            if self.library and function.attr in self.either:
                if owner == self.library and node.args and rng.random() > habits.function_form:
                    if not isinstance(node.args[0], ast.Constant | ast.Starred):
                        method = ast.Attribute(node.args[0], function.attr, ast.Load())
                        node = ast.Call(method, node.args[1:], node.keywords)
                elif owner not in self.not_arrays and rng.random() < habits.function_form:
                    free = ast.Attribute(ast.Name(self.library, ast.Load()), function.attr, ast.Load())
                    node = ast.Call(free, [function.value, *node.args], node.keywords)
        if len(node.keywords) > 1 and rng.random() < habits.keywords_shuffled:
            rng.shuffle(node.keywords)
        return node

    def _turned(self, node: ast.Call, function: ast.Attribute) -> ast.AST | None:
        if self.framework != "torch" or function.attr != "transpose" or self.habits.turned == "as is":
            return None
        free_already = isinstance(function.value, ast.Name) and function.value.id == "torch"
        axes = sorted(ast.unparse(part) for part in node.args)
        if axes != ["-1", "-2"] or node.keywords or free_already:
            return None
        if self.habits.turned == "mT":
            return ast.Attribute(function.value, "mT", ast.Load())
        if self.habits.turned == "function" and self.library:
            free = ast.Attribute(ast.Name("torch", ast.Load()), "transpose", ast.Load())
            return ast.Call(free, [function.value, *node.args], [])
        if self.habits.turned == "other way":
            return ast.Call(function, node.args[::-1], [])
        return ast.Call(ast.Attribute(function.value, "swapaxes", ast.Load()), node.args, [])

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        shape = node.value if isinstance(node.value, ast.Attribute) and node.value.attr == "shape" else None
        one = isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice | ast.Tuple)
        if shape and one and self.framework == "torch" and self.rng.random() < self.habits.size_call:
            return ast.Call(ast.Attribute(shape.value, "size", ast.Load()), [node.slice], [])
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        infinity = isinstance(node.operand, ast.Attribute) and node.operand.attr == "inf"
        if isinstance(node.op, ast.USub) and infinity and self.rng.random() < self.habits.infinity_as_float:
            return ast.Call(ast.Name("float", ast.Load()), [ast.Constant("-inf")], [])
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        habits, rng = self.habits, self.rng
        if isinstance(node.op, ast.MatMult) and self.library and rng.random() < habits.matmul_call:
            matmul = ast.Attribute(ast.Name(self.library, ast.Load()), "matmul", ast.Load())
            return ast.Call(matmul, [node.left, node.right], [])
        square = isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant) and node.right.value == 2
        if square and isinstance(node.left, ast.Name) and rng.random() < habits.square_as_product:
            return ast.BinOp(node.left, ast.Mult(), ast.Name(node.left.id, ast.Load()))
        if isinstance(node.op, ast.Mult) and _plain(node.left) and _plain(node.right) and rng.random() < habits.swapped:
            return ast.BinOp(node.right, node.op, node.left)
        counts = isinstance(node.right, ast.Constant) and type(node.right.value) is int
        if isinstance(node.op, ast.Add) and counts and rng.random() < habits.swapped / 2:
            return ast.BinOp(node.right, node.op, node.left)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and self.rng.random() < self.habits.swapped:
            mirrored = _MIRRORED.get(type(node.ops[0]))
            if mirrored is not None:
                return ast.Compare(node.comparators[0], [mirrored()], [node.left])
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if self.rng.random() < self.habits.swapped:
            return ast.IfExp(negated(node.test), node.orelse, node.body)
        return node


_MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
}
_NEGATED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {ast.Is: ast.IsNot, ast.IsNot: ast.Is}


def negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _NEGATED:
        return ast.Compare(test.left, [_NEGATED[type(test.ops[0])]()], test.comparators)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _plain(node: ast.expr) -> bool:
    """Not a list, tuple or text: those do not commute."""
    return not isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.JoinedStr) and not (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
