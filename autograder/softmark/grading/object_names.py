"""Knows the objects that a check has constructed in the worker, by the names that people use."""

from __future__ import annotations

from collections.abc import Collection

from ..checks.errors import NotLoaded
from ..checks.request import Outcome
from ..checks.values import HandleRef


class ObjectNames:
    """On the wire an object is a number: "#3.embed" is the method `embed` of the third one."""

    def __init__(self) -> None:
        self._classes: dict[int, str] = {}

    def begin_check(self) -> None:
        self._classes.clear()

    def note(self, target: str, outcome: Outcome) -> None:
        """Calling `target` may have constructed an object."""
        if isinstance(outcome.value, HandleRef):
            self._classes[outcome.value.number] = target

    def real_name(self, target: str) -> str:
        """ "#3.embed" → "lm.TransformerLM.embed", for sentences and for counting."""
        head, _, method = target.partition(".")
        if not head.startswith("#"):
            return target
        return f"{self._class_of(head, 'the module')}.{method or 'forward'}"

    def not_defined(self, target: str, files: Collection[str]) -> NotLoaded:
        """What a student reads about a name that their submission does not have."""
        head, _, rest = target.partition(".")
        if head.startswith("#"):
            owner = self._class_of(head, "module").rpartition(".")[2]
            return NotLoaded(f"your {owner} has no {rest}; has it been renamed or removed?")
        if f"{head}.py" not in files:
            return NotLoaded(f"your submission has no {head}.py")
        return NotLoaded(f"{head}.py does not define {rest}; has it been renamed or removed?")

    def _class_of(self, head: str, otherwise: str) -> str:
        return self._classes.get(int(head[1:]), otherwise)
