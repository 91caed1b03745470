"""The same statements written another way: taken apart, folded together, looped, moved."""

from __future__ import annotations

import ast
import random
from collections import Counter

from .hand import Hand
from .names import walk
from .spellings import negated


class Blocks:
    """Rewrites lists of statements, from the inside out."""

    def __init__(self, hand: Hand, rng: random.Random, taken: set[str], uses: Counter[str]) -> None:
        self.hand, self.rng, self.taken, self.uses = hand, rng, taken, uses

    def rewritten(self, block: list[ast.stmt]) -> list[ast.stmt]:
        hand, chance = self.hand, self.rng.random
        result: list[ast.stmt] = []
        for statement in block:
            for field_name in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field_name, None)
                if inner and not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Lambda):
                    setattr(statement, field_name, self.rewritten(inner))
            if chance() < hand.splits:
                result += split_up(statement)
            elif chance() < hand.loops:
                result += self._looped(statement)
            elif chance() < hand.steps:
                result += self._stepped(statement)
            elif isinstance(statement, ast.If) and statement.orelse and chance() < hand.moves:
                result.append(ast.If(negated(statement.test), statement.orelse, statement.body))
            else:
                result.append(statement)
        if hand.folds:
            result = self._folded(result)
        if hand.moves:
            self._move(result)
        return result

    def fresh(self, stem: str) -> str:
        for number in ("", *range(2, 99)):
            name = f"{stem}{number}"
            if name not in self.taken:
                self.taken.add(name)
                return name
        return f"{stem}_more"

    @staticmethod
    def _rename(node: ast.AST, old: str, new: str) -> None:
        for part in walk(node):
            if isinstance(part, ast.Name) and part.id == old:
                part.id = new

    def _looped(self, statement: ast.stmt) -> list[ast.stmt]:
        """A comprehension as a loop, or a loop over range as a while."""
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.ListComp):
            made, target = statement.value, statement.targets[0]
            if len(made.generators) == 1 and not made.generators[0].ifs and isinstance(target, ast.Name):
                loop = made.generators[0]
                if target.id not in used_names(made) and isinstance(loop.target, ast.Name):
                    self._rename(made, loop.target.id, self.fresh(loop.target.id))  # a loop's variable outlives it
                    append = ast.Attribute(ast.Name(target.id, ast.Load()), "append", ast.Load())
                    body: list[ast.stmt] = [ast.Expr(ast.Call(append, [made.elt], []))]
                    empty = ast.Assign([target], ast.List([], ast.Load()), lineno=0)
                    return [empty, ast.For(loop.target, loop.iter, body, [], lineno=0)]
        if isinstance(statement, ast.For) and isinstance(statement.target, ast.Name) and not statement.orelse:
            over = statement.iter
            whole = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range"
            body_nodes = walk(*statement.body)
            inner = {type(node) for node in body_nodes}
            if whole and isinstance(over, ast.Call) and len(over.args) == 1 and not inner & {ast.Continue, ast.Lambda}:
                name = statement.target.id if statement.target.id != "_" else self.fresh("count")
                found = [node for node in body_nodes if isinstance(node, ast.Name)]
                changed = {node.id for node in found if isinstance(node.ctx, ast.Store)}
                inside = sum(node.id == name and isinstance(node.ctx, ast.Load) for node in found)
                if name not in changed and inside == self.uses[name]:
                    stop = self.fresh(self.rng.choice(("stop", "end", "total", "limit", "last")))
                    text = f"{stop} = 0\n{name} = 0\nwhile {name} < {stop}:\n    {name} += 1"
                    first, second, loop_statement = ast.parse(text).body
                    assert isinstance(first, ast.Assign) and isinstance(loop_statement, ast.While)
                    first.value = over.args[0]
                    loop_statement.body[:0] = statement.body
                    return [first, second, loop_statement]
        return [statement]

    def _stepped(self, statement: ast.stmt) -> list[ast.stmt]:
        """A part of the expression gets a name of its own; only what is computed first anyway."""
        value = getattr(statement, "value", None)
        if not isinstance(statement, ast.Assign | ast.Return) or value is None:
            return [statement]
        if (
            isinstance(statement, ast.Return)
            and not isinstance(value, ast.Name | ast.Tuple)
            and self.rng.random() < 0.4
        ):
            name = self.fresh(self.rng.choice(("out", "result", "answer", "final", "ret", "res")))
            return [ast.Assign([ast.Name(name, ast.Store())], value, lineno=0), returned(name)]
        holder: ast.AST = value
        while True:
            first = _first_part(holder)
            if first is None:
                return [statement]
            field_name, index, part = first
            if isinstance(part, ast.Call | ast.BinOp | ast.Subscript) and self.rng.random() < 0.6:
                name = self.fresh(self.rng.choice(("tmp", "step", "part", "inner", "a", "left", "temp", "first")))
                given = ast.Name(name, ast.Load())
                if index is None:
                    setattr(holder, field_name, given)
                else:
                    getattr(holder, field_name)[index] = given
                return [ast.Assign([ast.Name(name, ast.Store())], part, lineno=0), statement]
            holder = part

    def _folded(self, block: list[ast.stmt]) -> list[ast.stmt]:
        """`a = f(x)` right before the only use of a, where a is the first thing computed: written in one line."""
        result = list(block)
        index = 0
        while index + 1 < len(result):
            made, user = result[index], result[index + 1]
            if (
                isinstance(made, ast.Assign)
                and len(made.targets) == 1
                and isinstance(made.targets[0], ast.Name)
                and isinstance(user, ast.Assign | ast.Return)
                and self.rng.random() < self.hand.folds
            ):
                name = made.targets[0].id
                if self.uses.get(name, 1) == 1 and user.value is not None and self._put(user, name, made.value):
                    del result[index]
                    continue
            index += 1
        return result

    def _put(self, user: ast.Assign | ast.Return, name: str, value: ast.expr) -> bool:
        holder: ast.AST = user
        while True:
            first = _first_part(holder)
            if first is None:
                return False
            field_name, index, part = first
            if isinstance(part, ast.Name) and part.id == name:
                if index is None:
                    setattr(holder, field_name, value)
                else:
                    getattr(holder, field_name)[index] = value
                return True
            holder = part

    def _move(self, block: list[ast.stmt]) -> None:
        for index in range(len(block) - 1):
            first, second = block[index], block[index + 1]
            if self.rng.random() < self.hand.moves and independent(first, second):
                block[index], block[index + 1] = second, first


def independent(first: ast.stmt, second: ast.stmt) -> bool:
    """Two plain assignments of different names, neither of which reads what the other sets."""
    targets = []
    for statement in (first, second):
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            return False
        if not isinstance(statement.targets[0], ast.Name):
            return False
        targets.append(statement.targets[0].id)
    one, other = targets
    return one != other and other not in used_names(first) and one not in used_names(second)


def split_up(statement: ast.stmt) -> list[ast.stmt]:
    """q, k = a, b on lines of their own, where no value reads an earlier name."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Tuple):
        return [statement]
    target = statement.targets[0]
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(statement.value.elts):
        return [statement]
    if not all(isinstance(part, ast.Name) for part in target.elts):
        return [statement]
    set_names = {part.id for part in target.elts if isinstance(part, ast.Name)}
    if any(set_names & set(used_names(part)) or isinstance(part, ast.Starred) for part in statement.value.elts):
        return [statement]
    pairs = zip(target.elts, statement.value.elts, strict=True)
    return [ast.Assign([one], value, lineno=0) for one, value in pairs]


def used_names(node: ast.AST) -> list[str]:
    return [part.id for part in walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]


def returned(name: str) -> ast.Return:
    return ast.Return(ast.Name(name, ast.Load()))


def _first_part(node: ast.AST) -> tuple[str, int | None, ast.expr] | None:
    """The operand that Python computes first, where nothing decides whether it is computed at all."""
    if isinstance(node, ast.Assign | ast.Return | ast.Subscript | ast.Attribute) and node.value is not None:
        return "value", None, node.value
    if isinstance(node, ast.BinOp):
        return "left", None, node.left
    if isinstance(node, ast.UnaryOp):
        return "operand", None, node.operand
    if isinstance(node, ast.Tuple | ast.List) and node.elts and not isinstance(node.elts[0], ast.Starred):
        return "elts", 0, node.elts[0]
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Attribute) and not _is_path(function.value):
            return "func", None, function
        if node.args and not isinstance(node.args[0], ast.Starred) and _is_path(function):
            return "args", 0, node.args[0]
    return None


def _is_path(node: ast.expr) -> bool:
    """torch.nn.functional, self.W_q: looking it up does nothing."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)
