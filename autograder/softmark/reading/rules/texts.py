"""Puts strings together from their pieces, as far as they are constant."""

from __future__ import annotations

import ast
from collections.abc import Collection

from .budget import Work
from .symbols import Scope, home
from .trees import MAX_CHAIN

_MAX_TEXT = 100_000


class Texts:
    """Works out each expression once."""

    work: Work

    def __init__(self) -> None:
        self._texts: dict[int, str | None] = {}

    def text(self, node: ast.expr | None, scope: Scope, depth: int = 0) -> str | None:
        """The string that a constant expression makes; None where it is not constant."""
        if node is None or depth > MAX_CHAIN:
            return None
        # Each expression is worked out once: names that double each other would otherwise take 2^n steps.
        if id(node) not in self._texts:
            self._texts[id(node)] = None  # should it lead back to itself
            if self.work.over and not isinstance(node, ast.Constant):
                self.work.give_up()
                return None
            found = self._texts[id(node)] = self._worked_out(node, scope, depth + 1)
            self.work.spend(1 + (len(found) >> 4 if found else 0))
        return self._texts[id(node)]

    def _worked_out(self, node: ast.expr, scope: Scope, deeper: int) -> str | None:
        match node:
            case ast.Constant(value=str(text)):
                return text if len(text) <= _MAX_TEXT else None
            case ast.FormattedValue(value=inner):
                return self.text(inner, scope, deeper)
            case ast.JoinedStr(values=parts):
                return self._joined("", parts, scope, deeper)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined("", [left, right], scope, deeper)
            case ast.Subscript(value=inner, slice=cut):
                return self._cut(self.text(inner, scope, deeper), cut)
            case ast.Call(func=ast.Name(id="chr"), args=[ast.Constant(value=int(code))]) if 0 < code < 0x110000:
                return chr(code)
            case ast.Call(func=ast.Attribute(value=inner, attr=method), args=args):
                return self._method(self.text(inner, scope, deeper), method, args, scope, deeper)
            case ast.Name(id=name):
                bindings = home(scope, name).names.get(name, [])
                if len(bindings) == 1:
                    return self.text(bindings[0].value, bindings[0].scope, deeper)
                if name == "__name__" and not bindings:
                    return scope.module
        return None

    def _joined(self, glue: str, parts: Collection[ast.expr], scope: Scope, depth: int) -> str | None:
        texts = [self.text(part, scope, depth) for part in parts]
        whole = [text for text in texts if text is not None]
        return glue.join(whole) if len(whole) == len(parts) and sum(map(len, whole)) <= _MAX_TEXT else None

    def _method(self, text: str | None, method: str, args: list[ast.expr], scope: Scope, depth: int) -> str | None:
        if text is None:
            return None
        if method == "join" and len(args) == 1 and isinstance(args[0], ast.List | ast.Tuple):
            return self._joined(text, args[0].elts, scope, depth)
        given = [self.text(arg, scope, depth) for arg in args]
        known = [part for part in given if part is not None]
        if len(known) == len(given) and len(text) <= MAX_CHAIN * 10:
            if method in ("lower", "upper", "strip", "swapcase", "title", "casefold") and not known:
                return str(getattr(text, method)())
            if method == "replace" and len(known) == 2:
                return text.replace(known[0], known[1])[:_MAX_TEXT]
            if method == "format" and "{" in text and text.replace("{}", "").isidentifier():
                return text.replace("{}", "%s") % tuple(known) if text.count("{}") == len(known) else None
        return None

    @staticmethod
    def _cut(text: str | None, cut: ast.expr) -> str | None:
        if text is None or not isinstance(cut, ast.Slice):
            return None
        bounds: list[int | None] = []
        for bound in (cut.lower, cut.upper, cut.step):
            sign = -1 if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub) else 1
            number = bound.operand if isinstance(bound, ast.UnaryOp) else bound
            if number is None:
                bounds.append(None)
            elif isinstance(number, ast.Constant) and type(number.value) is int:
                bounds.append(sign * number.value)
            else:
                return None
        return None if bounds[2] == 0 else text[slice(*bounds)]
