"""What is told of a failed check besides its sentence: the call as it can be typed in, what was printed, and where they
are small, its numbers beside those that were expected."""

from __future__ import annotations

import functools
import inspect
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..checks.fixtures import Finding
from ..checks.request import Request
from ..checks.student import Reply
from ..checks.values import HandleRef, as_numpy, is_array, shape_of
from ..core.tape import RAISED
from ..running.recording import OUT_OF_STEP
from .call_text import Text, Writer
from .choose import GET_BACK
from .own_files import OwnFiles

NO_INPUT = "nothing can be typed in while the check runs: take `input()` out"
NO_DEBUGGER = (
    "nothing can be typed in while the check runs: take `breakpoint()` out, or run plain `pytest`, which stops there"
)
LOOKING = ("attribute", "weights")
"""Asks that call nothing of the student's."""
OURS = ("weights", "train", "dtype", "grad_of", "grad_part")
"""Words of the checks that no function or constructor sees."""
MOST_PRINTED = 2000
LARGEST = 6
"""Rows and columns of a table that is shown."""


class Teller:
    """Of one student's files."""

    def __init__(self, files: OwnFiles) -> None:
        self._files = files

    def of(self, finding: Finding) -> dict[str, str]:
        asked = (finding.each or finding.log).replies
        if finding.passed is None:
            return {"fault": _fault(finding)}
        printed = _printed(asked)
        if not asked or (finding.passed and not printed):
            return {}
        call = self._called(asked)
        found = {"called": call.python, "needs": call.line(), "printed": printed, **_grids(finding)}
        if finding.category == RAISED and "(Pdb)" in printed:
            found["means"] = NO_DEBUGGER
        elif finding.category == RAISED and "EOFError" in finding.public:
            found["means"] = NO_INPUT
        return {name: text for name, text in found.items() if text}

    def _called(self, asked: Sequence[Reply]) -> Text:
        """The last call; what was looked at after it is what it left behind."""
        writer, classes, call = Writer(self._files.places), dict[str, str](), Text("")
        for entry in asked:
            if entry.op not in LOOKING or not call.python:
                call = self._described(entry, writer, classes)
            if entry.outcome and isinstance(entry.outcome.value, HandleRef):
                number = entry.outcome.value.number
                writer.made[number], classes[f"#{number}"] = call, entry.target
        return call

    def _described(self, entry: Reply, writer: Writer, classes: Mapping[str, str]) -> Text:
        ask = entry.request
        assert ask is not None, "whoever asks keeps what was asked"
        if ask.op in LOOKING:
            looked_at = writer.named(ask.target)
            return replace(looked_at, python=looked_at.python + (".state_dict()" if ask.op == "weights" else ""))
        given = [*itertools.zip_longest(self._parameters(ask, classes), ask.args, fillvalue="")]
        given += [(key, value) for key, value in ask.kwargs.items() if key not in OURS]
        call = writer.call(ask.target, given, dtype=str(ask.kwargs.get("dtype", "")))
        needs = None if "weights" in ask.kwargs else call.needs  # other weights give another result
        return Text(call.python + ("  # and its gradients" if ask.op == "grad" else ""), needs)

    def _parameters(self, ask: Request, classes: Mapping[str, str]) -> list[str]:
        """How the function names what it is given in a row; nothing where nobody can tell."""
        owner, _, method = ask.target.partition(".")
        made = owner in classes
        module, *steps = (f"{classes[owner]}.{method or 'forward'}" if made else ask.target).split(".")
        try:
            function: Any = functools.reduce(getattr, steps, self._files.modules[module])
            found = inspect.signature(function).parameters.values()
        except Exception:  # a strange object has a call without names, no more
            return []
        names = [each.name if each.kind is each.POSITIONAL_OR_KEYWORD else "" for each in found]
        return names[made:][: len(ask.args)]


def _fault(finding: Finding) -> str:
    """That the grader failed, and how: nobody at home can look into it, and a damaged file can be replaced."""
    last = (finding.staff.strip().splitlines() or ["no reason given"])[-1].strip()
    fault = last.partition("GraderFault: ")[2]
    if fault and fault != OUT_OF_STEP:
        return f"This is not your mistake: {fault}."
    return f"This is not your mistake: {fault or f'the check itself failed ({last[:200]})'}: {GET_BACK}."


def _printed(asked: Sequence[Reply]) -> str:
    text = ""
    for entry in asked:
        if entry.outcome:
            text += entry.outcome.printed
        elif entry.failure:
            text += entry.failure.staff.partition("\nprinted: ")[2]
    return text[:MOST_PRINTED]


def _grids(finding: Finding) -> dict[str, str]:
    """Both answers as rows of numbers, where the last call was the same on both sides, and they are small."""
    if finding.category not in ("values", "nan") or finding.each:
        return {}
    if not (finding.log.replies and finding.expected.replies):
        return {}
    mine, theirs = finding.log.replies[-1], finding.expected.replies[-1]
    if (mine.op, mine.target) != (theirs.op, theirs.target) or not mine.outcome or not theirs.outcome:
        return {}
    yours, expected = mine.outcome.value, theirs.outcome.value
    if not (_is_small(yours) and _is_small(expected)) or shape_of(yours) != shape_of(expected):
        return {}
    return {"yours": _rows(yours), "expected": _rows(expected)}


def _is_small(value: Any) -> bool:
    """One table of a batch of one is a table too."""
    *batch, rows, columns = (0, 0, *shape_of(value)) if is_array(value) else (0, 0)
    return {*batch} <= {0, 1} and 0 < rows <= LARGEST and 0 < columns <= LARGEST


def _rows(value: Any) -> str:
    numbers = as_numpy(value)
    return json.dumps(numbers.reshape(numbers.shape[-2:]).tolist())
