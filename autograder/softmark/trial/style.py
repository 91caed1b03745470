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
from dataclasses import dataclass, field

from . import names
from .names import walk
from .spellings import Habits, Respell, negated

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
class Hand:
    """The habits of one person."""

    spelling: Habits
    naming: str
    renames: float
    steps: float
    """Gives parts of an expression a name of their own."""
    folds: float
    """Writes in one line what was two."""
    splits: float
    """q, k = a, b on two lines."""
    moves: float
    """Swaps neighbours that do not depend on each other."""
    loops: float
    """while for for, loops for comprehensions."""
    helpers: float
    """Moves a body into a helper."""
    remarks: float
    """Comments a line."""
    traces: float
    """Leaves commented-out prints behind."""
    blanks: float
    keeps_todo: bool
    keeps_docstrings: bool
    double_quotes: bool
    chosen: dict[str, str] = field(default_factory=dict)
    """Names already chosen: people call the same thing the same way everywhere."""

    @staticmethod
    def of(rng: random.Random) -> Hand:
        def some(most: float) -> float:
            return most * rng.random() ** 2

        return Hand(
            spelling=Habits(
                function_form=rng.choice((0.1, 0.5, 0.9)),
                matmul_call=rng.choice((0.0, 0.0, 0.2, 0.9)),
                size_call=rng.choice((0.0, 0.0, 0.9)),
                turned=rng.choice(("as is", "as is", "as is", "mT", "function", "other way", "swapaxes")),
                infinity_as_float=rng.choice((0.0, 0.9)),
                root_as_power=rng.choice((0.0, 0.0, 0.9)),
                swapped=some(0.4),
                keywords_shuffled=some(0.5),
                square_as_product=rng.choice((0.0, 0.0, 0.9)),
            ),
            naming=rng.choice(names.SCHEMES),
            renames=rng.choice((0.3, 0.6, 0.9)),
            steps=some(0.5),
            folds=some(0.5),
            splits=some(0.8),
            moves=some(0.5),
            loops=some(0.5),
            helpers=some(0.15),
            remarks=some(0.7),
            traces=some(0.08),
            blanks=some(0.3),
            keeps_todo=rng.random() < 0.35,
            keeps_docstrings=rng.random() < 0.9,
            double_quotes=rng.random() < 0.8,
        )


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
    statements = _Blocks(hand, rng, taken, uses).rewritten(statements)
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


class _Blocks:
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
                result += _split(statement)
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
                if target.id not in _used(made) and isinstance(loop.target, ast.Name):
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
            return [ast.Assign([ast.Name(name, ast.Store())], value, lineno=0), _returned(name)]
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
    return one != other and other not in _used(first) and one not in _used(second)


def _split(statement: ast.stmt) -> list[ast.stmt]:
    """q, k = a, b on lines of their own, where no value reads an earlier name."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Tuple):
        return [statement]
    target = statement.targets[0]
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(statement.value.elts):
        return [statement]
    if not all(isinstance(part, ast.Name) for part in target.elts):
        return [statement]
    set_names = {part.id for part in target.elts if isinstance(part, ast.Name)}
    if any(set_names & set(_used(part)) or isinstance(part, ast.Starred) for part in statement.value.elts):
        return [statement]
    pairs = zip(target.elts, statement.value.elts, strict=True)
    return [ast.Assign([one], value, lineno=0) for one, value in pairs]


def _used(node: ast.AST) -> list[str]:
    return [part.id for part in walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]


def _returned(name: str) -> ast.Return:
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
