"""Small helpers for syntax trees."""

from __future__ import annotations

import ast
import re
import warnings

MAX_CHAIN = 60
"""How far one expression or alias is followed; honest code needs three or four steps."""
DEFINING = {ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Import, ast.ImportFrom}
BINDING = {
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For, ast.AsyncFor, ast.comprehension),
    *(ast.withitem, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.Global, ast.Match, ast.If),
}
"""What `_define` and `_bind_statement` are for; most nodes are neither."""
LEAVES = {ast.Name, ast.Constant}
_NO_NODES = {"id", "attr", "arg", "name", "names", "kind", "type_comment", "ctx", "op", "ops"}
"""Fields that lead nowhere: words, operators, contexts."""
_FIELDS: dict[type, list[str]] = {
    kind: [name for name in kind._fields if name not in _NO_NODES and kind not in LEAVES]
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly inside that lead somewhere: half of what ast.iter_child_nodes gives, in the same order."""
    found: list[ast.AST] = []
    for name in _FIELDS[type(node)]:
        part = getattr(node, name, None)
        if isinstance(part, ast.AST):
            found.append(part)
        elif isinstance(part, list):
            found += [each for each in part if isinstance(each, ast.AST)]
    return found


def parse(text: str) -> ast.Module | None:
    """The tree of a source; None where Python itself cannot read it."""
    try:
        return parsed(text)
    except TooMuch:
        return None


_HUGE_NUMBER = re.compile(r"0(?:[xX][\da-fA-F_]{3000}|[oO][0-7_]{4000}|[bB][01_]{12000})")
"""Python reads it and refuses to write it: it would have more than 4,300 digits."""


class TooMuch(Exception):
    """Python itself may be able to run this source, but not to give us its tree."""


def parsed(text: str) -> ast.Module | None:
    """The tree of a source; None where it is no Python."""
    if _HUGE_NUMBER.search(text):
        raise TooMuch
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an invalid escape in a docstring is no news here
            return ast.parse(text)
    except (RecursionError, MemoryError, OverflowError):
        raise TooMuch from None
    except (SyntaxError, ValueError) as error:
        # how many digits a number may have is set for each process, as is the depth: the student's may have set more
        if "Exceeds the limit" in str(error):
            raise TooMuch from None
        return None


def is_reference(node: ast.AST | None) -> bool:
    """A bare name or a dotted one: `softmax`, `torch.nn.functional`."""
    steps = 0
    while isinstance(node, ast.Attribute) and steps < MAX_CHAIN:
        node, steps = node.value, steps + 1
    return isinstance(node, ast.Name)


def assignments(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            return [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            return [(target, value)]
        case ast.AugAssign(target=target, value=value):
            return [(target, value)]
    return []


def innermost(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node


def is_static(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> bool:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return any(isinstance(part, ast.Name) and part.id == "staticmethod" for part in decorators)


def is_main_guard(node: ast.If) -> bool:
    """`if __name__ == "__main__":`, below which nothing runs when the file is imported."""
    match node.test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
    return False


def keeps_something(node: ast.AST) -> bool:
    """Whether a function puts what it is given where it stays after the call: a global, a table, an attribute."""
    for part in ast.walk(node):
        match part:
            case ast.Global() | ast.Nonlocal():
                return True
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                return True
            case ast.Call(func=ast.Name(id="setattr")):
                return True
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in KEEPING:
                return True
    return False


KEEPING = {"append", "appendleft", "add", "extend", "insert", "update", "setdefault", "__setitem__", "__setattr__"}
"""Methods that put their arguments into what they are called on."""


def hands_over(node: ast.expr) -> bool:
    """Something that can be called later: a name, a lambda, a layer, a partial. The result of a plain call is not."""
    if isinstance(node, ast.Lambda) or is_reference(node):
        return True
    if isinstance(node, ast.Call) and is_reference(node.func):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return bool(name[:1].isupper()) or name in ("partial", "staticmethod", "vars", "globals")
    if isinstance(node, ast.Dict | ast.List | ast.Tuple | ast.Set):
        return any(hands_over(part) for part in (node.values if isinstance(node, ast.Dict) else node.elts))
    return False


def is_dictionary(node: ast.expr) -> bool:
    """`vars(x)`, `globals()`, `x.__dict__`: the names of something as a table."""
    return isinstance(node, ast.Call) or (isinstance(node, ast.Attribute) and node.attr == "__dict__")


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[str]:
    return [part.arg for part in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def is_sum(value: ast.expr | None) -> bool:
    """A sum, a product, …, or a parameter."""
    return value is None or isinstance(value, ast.BinOp | ast.UnaryOp)


def defaults(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.expr]:
    return [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]


def written(node: ast.expr) -> str:
    """A dotted name as it stands in the source; `…` for what is not a name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < 8:
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "…")
    return ".".join(reversed(parts))
