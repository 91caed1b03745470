"""The reference, asked as a worker is: by way of the wire. What a check asks and what stands for the replies is kept.

The build writes it down for each check. A grade then asks all the questions of a task in one frame, and a submission
that replies bit for bit as the reference did has passed without its checks being run (verdict_cache.py). On a machine
that computes other last bits, the checks run as ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from ...checks.request import Outcome, Request
from ...running.execute import Executor
from ...running.recording import AskedAndReplied
from ...sandbox import wire
from . import reply_reader
from .object_names import ObjectNames
from .verdict_cache import AskedCall

MOST_BYTES = 24_000
"""That the questions of one check may take in the file. A few hold the weights of a whole model; they are asked as they
come."""
MOST_QUESTIONS = 40


class Rehearsal:
    """A Port over trusted modules."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self._executor = Executor(modules, owns_arguments=True)
        self._objects = ObjectNames()
        self._kept: list[AskedAndReplied] = []
        self._replies = b""
        self._went_wrong = False

    def begin(self, check: str = "") -> None:
        self._executor.forget()
        self._objects = ObjectNames()
        self._kept, self._replies, self._went_wrong = [], b"", False

    def perform(self, request: Request) -> Outcome:
        question = AskedCall.of(request, self._objects)
        args, kwargs = _arrived(question.packed).open().value
        self._went_wrong = True  # until there is a plain answer
        answered = self._executor.perform(Request(request.op, request.target, tuple(args), kwargs))
        reply = _arrived(wire.pack(answered.to_json(), wire.REPLY))
        self._went_wrong = False
        self._replies = reply.digest(self._replies)
        sent = bytes(question.packed.text), bytes(question.packed.body)
        self._kept.append(AskedAndReplied(question.op, question.target, question.name, *sent, self._replies))
        outcome = reply_reader.outcome(reply_reader.opened(reply), {})
        self._objects.note(request.target, outcome)
        return outcome

    @property
    def kept(self) -> list[AskedAndReplied]:
        """Everything that was asked since the beginning; nothing if it is too much, or not all of it was answered."""
        size = sum(len(each.text) + len(each.body) for each in self._kept)
        fits = size <= MOST_BYTES and len(self._kept) <= MOST_QUESTIONS
        return self._kept if fits and not self._went_wrong else []


def _arrived(packed: wire.Packed) -> wire.Sealed:
    return wire.Sealed({"ok": True}, bytearray(packed.text), bytearray(packed.body))
