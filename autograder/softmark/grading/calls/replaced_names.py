"""Knows the student's functions that the reference stands in for in one worker, when a mistake is carried forward."""

from __future__ import annotations

from collections.abc import Iterable

from ...sandbox import wire
from ...sandbox.patience import Patience
from .callback_process import RAISED, Answering


class ReplacedNames:
    """Names like "attention.softmax" and "block.LayerNorm.forward"; `answering` computes what they return."""

    def __init__(self, names: Iterable[str] = (), answering: Answering | None = None) -> None:
        self.names = frozenset(names)
        self._answering = answering
        self.refused = False
        """A call-back of this check got no answer at all, perhaps because there had been too many."""

    def __bool__(self) -> bool:
        return bool(self.names)

    @property
    def modules(self) -> set[str]:
        return {name.partition(".")[0] for name in self.names}

    def of(self, module: str) -> list[str]:
        """What is replaced in this module: "softmax", "LayerNorm.forward"."""
        return sorted(name.partition(".")[2] for name in self.names if name.startswith(f"{module}."))

    def answer(self, call: wire.Sealed, patience: Patience) -> wire.Sealed:
        """The reply to a call-back. Neither is read here."""
        if self._answering is None:
            return wire.sealed({"raise": "not available"})
        answer = self._answering.answer(call, self.names, patience)
        self.refused = self.refused or not str(answer.head.get("raise", RAISED)).endswith(RAISED)
        return answer

    def begin_check(self) -> None:
        self.refused = False
        if self._answering is not None:
            self._answering.forget()
