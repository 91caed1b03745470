"""Writes handouts/guides/checks.md, the page of everything a check may use, from docstrings.

python -m softmark.build.handouts.checks_page > handouts/guides/checks.md
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from ...checks import compare, values
from ...checks.compare import Same
from ...checks.draw import Draw
from ...checks.fixtures import FIXTURES
from ...checks.raising import raises
from ...checks.request import Outcome
from ...checks.student import FunctionView, ModuleView, ObjectView
from ...checks.weights import Weights

_HEAD = """\
A check is a pytest function in `autograder/graders/`. It imports from `softmark.checks` and from nowhere else in the
engine, and takes the fixtures it needs as arguments, by name. This page is made from the docstrings of what it may use.

```
from softmark.checks import item, require, rests_on

@item("1.1")
class TestRowMeans:
    @rests_on("One column works: a number is its own mean.")
    def test_one_column(self, student, reference, draw, same):
        \"\"\"A single number is its own mean.\"\"\"
        x = draw(3, 1)
        same(student.rows.row_means(x), reference.rows.row_means(x), axes="row")
```
"""
_FIXTURES = {
    "student": "The code under test: `student.rows.row_means(x)` calls that function of `rows.py`, in the sandbox.",
    "reference": "The right answer, called in the same way, and only with what was drawn: at home it is a recording.",
    "judge": "The model code with which trained weights are judged: the reference's, or at home the student's own.",
    "draw": "Seeded numbers: different for every check and term, and different again for hidden checks.",
    "weights": "Weights for the modules of a check, chosen so that no mistake can hide.",
    "same": "Compares an answer with the right one, and says what is wrong with it.",
}


_VALUES = """\
A call returns a plain value: `None`, a bool, int (of up to 4,200 digits), float, complex, string, bytes, range,
`Fraction`, `Decimal`, date, time, datetime or timedelta; an array or tensor; a list, tuple, dict (any keys), set or
frozenset of these. A dataclass, a named tuple and a member of an enum arrive with their fields (`point.x`), without
their methods. Subclasses arrive as the type that they extend. Any other object is a wrong answer, unless the check asks
for it with `.object(…)`. One answer has at most 20,000 parts.
"""


def text() -> str:
    """The whole page."""
    assert set(_FIXTURES) == set(FIXTURES)
    parts = [_HEAD, "# Marks {#marks}", *_marks(), "# Fixtures {#fixtures}"]
    parts.append("\n".join(f"- `{name}`: {said}" for name, said in _FIXTURES.items()))
    parts += ["# What `student` can do {#student}", *_methods("student.rows.row_means", FunctionView)]
    parts += ["A value that a file defines:", *_methods("student.rows", ModuleView)]
    parts += [_constructed(), *_methods("made", ObjectView), _VALUES]
    parts += ["What `observe` and `grad` return:", _fields(Outcome)]
    parts += ["# What `draw` gives {#draw}", *_methods("draw", Draw), "# What `weights` gives {#weights}"]
    parts += [*_methods("weights", Weights), "# Comparing {#comparing}", *_methods("same", Same)]
    parts += [_entry(function.__name__, function) for function in (compare.require, compare.require_array)]
    parts.append(f"`raises(*exceptions, says='')`\n\n:   {_words(raises)}")
    parts += [_entry(function.__name__, function) for function in (values.is_array, values.shape_of)]
    parts.append(f"`Rng(seed)`\n\n:   {_words(values.Rng)}")
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _constructed() -> str:
    return (
        "Calling a class gives an object that stays where the student's code runs: `made = student.bank.Account(50)`. "
        "You can call its methods (`made.pay(20)`), read and set its attributes (`made.balance`, `made.limit = 5`), "
        "and use `len(made)`, `made[3]`, `3 in made`, `for part in made`, `next(made)`, `a + b` and `str(made)`. "
        "You can pass it to the student's functions, also in a list or dict. `==`, `<` and a truth value raise, "
        "because the student's `__eq__` must not decide: compare attributes and what methods return. It also has:"
    )


def _marks() -> list[str]:
    """The marks that graders import, by the texts below their names."""
    found = []
    source = Path(compare.__file__).with_name("marks.py")
    for name, said in pairwise(ast.parse(source.read_text(encoding="utf-8")).body):
        if not isinstance(name, ast.Assign) or not ast.unparse(name.value).startswith("Marker("):
            continue
        if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
            found.append(f"`@{ast.unparse(name.targets[0])}(…)`\n\n:   {_indented(str(said.value.value))}")
    return found


def _methods(said: str, kind: type) -> list[str]:
    """Every public method that has words for it, in the order of the file; calling it first."""
    own = [(name, part) for name, part in vars(kind).items() if inspect.isfunction(part) and inspect.getdoc(part)]
    return [
        _entry(said if name == "__call__" else f"{said}.{name}", part, method=True)
        for name, part in own
        if name == "__call__" or not name.startswith("_")
    ]


def _entry(said: str, function: Callable[..., Any], method: bool = False) -> str:
    return f"`{said}{_signature(function, method)}`\n\n:   {_words(function)}"


def _signature(function: Callable[..., Any], method: bool) -> str:
    """As one calls it: no types, and `…` for a default that is a function."""
    shown = []
    listed = list(inspect.signature(function).parameters.values())[1 if method else 0 :]
    for i, each in enumerate(listed):
        default = each.default
        tail = "" if default is each.empty else "=…" if callable(default) else f"={default!r}"
        stars = "*" if each.kind is each.VAR_POSITIONAL else "**" if each.kind is each.VAR_KEYWORD else ""
        if each.kind is each.KEYWORD_ONLY and not any(
            other.kind in (each.VAR_POSITIONAL, each.KEYWORD_ONLY) for other in listed[:i]
        ):
            shown.append("*")
        shown.append(f"{stars}{each.name}{tail}")
    return f"({', '.join(shown)})"


def _words(thing: object) -> str:
    return _indented(inspect.getdoc(thing) or "")


def _indented(said: str) -> str:
    return textwrap.indent(inspect.cleandoc(said), "    ").strip().replace("\n    \n", "\n\n")


def _fields(kind: type) -> str:
    """The fields of a class that have a text below them."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    rows = []
    for field, said in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
            rows.append(f"- `.{ast.unparse(field.target)}`: {' '.join(str(said.value.value).split())}")
    return "\n".join(rows)


if __name__ == "__main__":
    print(text(), end="")
