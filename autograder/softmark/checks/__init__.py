"""What checks are written with. A grader imports from here, and from nowhere else in the engine:

    from softmark.checks import Case, require, require_array

Names are fetched when they are first asked for: the worker and `check.py` use single files of this room, and must not
load pytest or numpy with them.

marks         what the decorators and the docstring of a check say of it
case          the everyday case of a class of checks
fixtures      the fixtures of a check, and what it leaves behind
student       `student.attention.softmax(scores)`: reads like the module and is a request
stands_for    what a check cannot do with it
one_at_a_time asks for each thing of a batch by itself
request       one call as plain data, and what came of it
draw          seeded numbers
draw_lists    the same without NumPy
weights       weights for the modules of a check
compare       `same`, `require`: compares an answer with the reference's
differences   where two values differ that are no arrays
raising       `raises`: a check that wants an exception
points        from checks to points
trace         how one answer did on one check: passed or not, and a fingerprint of each reply
visibility    when a check is shown to students
values        the plain values that cross between a grader and someone's code
single_values numbers
numpy_if_there  NumPy, which a course in plain Python does without
errors        what can go wrong in someone's code, in words for two audiences
module_names  what a student's file is called as a module, also in a folder
chain         an exception's way through a student's own files
raised_words  what Python's and PyTorch's own messages mean, for those that many students meet
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_FACE = {
    "Case": "case",
    "by_pattern": "marks",
    "own_work": "marks",
    "StudentFailure": "errors",
    "raises": "raising",
    "require": "compare",
    "require_array": "compare",
    "Same": "compare",
    "Weights": "weights",
    "Rng": "values",
    "is_array": "values",
    "shape_of": "values",
}
"""Name → the file of this room that it lives in."""

__all__ = list(_FACE)


def __getattr__(name: str) -> Any:
    if name not in _FACE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_FACE[name]}", __name__), name)
