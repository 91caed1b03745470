"""Runs the reference, and functions with a known mistake, on an input that a student's code returned.

The input is data that came out of the sandbox. What it may make trusted code compute has the limits of call-backs: it
runs in the child that answers those, and a child that is lost over it is a wrong answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from ...checks.errors import BadAnswer, GraderFault, StudentRaised
from ...checks.request import Outcome, Request
from ...sandbox import wire
from ...sandbox.patience import Patience
from ...sandbox.processor_time import Meter
from .callback_process import CHECK_SECONDS, RAISED, Answering

SECONDS = 2.0 * CHECK_SECONDS


class Examiner:
    """A port over trusted modules, each call in a child of its own."""

    def __init__(self, modules: Mapping[str, ModuleType]) -> None:
        self._modules = modules

    def perform(self, request: Request) -> Outcome:
        module, _, name = request.target.partition(".")
        if request.op != "call" or not callable(getattr(self._modules.get(module), name, None)):
            raise GraderFault(f"{request.target} cannot be examined: there is no such function")
        packed = wire.pack({"args": list(request.args), "kwargs": dict(request.kwargs)})
        head = {"do": "forward", "target": request.target, "keep": False}
        answering = Answering(self._modules)
        try:
            call = wire.Sealed(head, bytearray(packed.text), bytearray(packed.body))
            reply = answering.answer(call, {request.target}, Patience(Meter(), SECONDS))
            if RAISED in (refusal := str(reply.head.get("raise", ""))):
                raise StudentRaised(refusal.partition(" ")[0], refusal)
            if refusal:  # too much to compute, or no values at all: nothing that a function could show
                raise BadAnswer(f"your input cannot be used: {refusal}")
            return Outcome(value=reply.open().value["value"])
        finally:
            answering.close()
