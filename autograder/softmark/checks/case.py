"""The everyday case of a class of checks: one way to call its function, and both answers to it.

    @number("3.1")
    class TestLayerNorm(LayerChecks):
        def case(self, draw, weights):
            return Case("block.LayerNorm", (draw(4, 5, 7),), sizes=(7,), weights={"gamma": draw(7), "beta": draw(7)})

What every task promises (its dtype, its gradients) is written once, in classes that such a class inherits from. Those
shared checks ask for the fixture `everyday`. The runner asks the case itself first: they are made where it is right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .compare import Same
from .student import FunctionView, Student
from .values import is_array

EVERYDAY = "everyday"
"""The name of the check that asks the case, and of the fixture."""
LEADING_DIMENSIONS = "leading dimensions"
"""The label of the check that code for one thing at a time fails. Its class says what a thing is: `thing = 2` for a
sequence (n, d)."""


def _whole(answer: Any) -> Any:
    return answer


@dataclass(frozen=True)
class Case:
    """One way to call a function, on inputs that are batches."""

    target: str
    """ "attention.softmax", "block.LayerNorm", "lm.TransformerLM.embed", and "parts.lm.size" of a file in a folder. A
    name with a capital letter counts as a class."""
    inputs: tuple[Any, ...]
    sizes: tuple[Any, ...] = ()
    """What the constructor of a class is called with."""
    weights: dict[str, Any] = field(default_factory=dict)
    """The parameters of a layer."""
    judge: Callable[[Any], Any] = _whole
    """What of an answer counts: the weights that masked scores lead to."""
    options: dict[str, Any] = field(default_factory=dict)
    """How it is differentiated: `grad_of=0` for the first of several results."""

    def made(self, who: Student, **options: Any) -> Any:
        """The function; of a class, that of a new object."""
        found: Any = who
        for name in self.target.split("."):
            found = getattr(found, name)
            if isinstance(found, FunctionView) and name[:1].isupper():
                found = found(*self.sizes, **({"weights": self.weights} if self.weights else {}), **options)
        return found

    def changed(self, change: Callable[[Any], Any]) -> list[Any]:
        """Its inputs with every array changed; a number of heads stays."""
        return [change(part) if is_array(part) else part for part in self.inputs]


@dataclass(frozen=True)
class Everyday:
    """A case, and the two who are asked."""

    case: Case
    student: Student
    reference: Student

    def made(self, **options: Any) -> list[Any]:
        """That of each."""
        return [self.case.made(who, **options) for who in (self.student, self.reference)]

    def answers(self, change: Callable[[Any], Any] = lambda part: part, **options: Any) -> list[Any]:
        """What counts of both answers to the inputs, each array of which is changed."""
        inputs = self.case.changed(change)
        return [self.case.judge(made(*inputs)) for made in self.made(**options)]


def is_shared(owner: Any, check: str) -> bool:
    """Whether a class that another is made from has a check of this name, in whatever words."""
    return hasattr(owner, "case") and any(check in vars(base) for base in type(owner).__mro__[1:])


def is_right(everyday: Everyday, same: Same) -> None:
    """Both answers to the everyday case are the same."""
    same(*everyday.answers(), loosen=4.0)
