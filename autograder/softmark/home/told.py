"""What is told of a failed check besides its sentence: the call as it can be typed in, what was printed, and where they
are small, its numbers beside those that were expected."""

from __future__ import annotations

import inspect
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..checks.fixtures import Finding
from ..checks.student import Reply
from ..checks.values import HandleRef, as_numpy, is_array, shape_of
from ..core.tape import RAISED
from ..running.recording import OUT_OF_STEP
from .call_text import Text, Writer
from .own_files import NO_INPUT, OwnFiles

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

    def __init__(self, files: OwnFiles, advice: str) -> None:
        """`advice`: what to do where a file of ours is damaged."""
        self._files, self._advice = files, advice

    def of(self, finding: Finding) -> dict[str, str]:
        asked = (finding.each or finding.log).replies
        if finding.passed is None:
            return {"fault": self._fault(finding)}
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

    def _fault(self, finding: Finding) -> str:
        """That the grader failed, and how: nobody at home can look into it, and a damaged file can be replaced."""
        last = (finding.staff.strip().splitlines() or ["no reason given"])[-1]
        fault = last.partition("GraderFault: ")[2]
        reason = fault or f"the check itself failed ({last.strip()[:200]})"
        return f"This is not your mistake: {reason}{f': {self._advice}' if fault in ('', OUT_OF_STEP) else ''}."

    def _called(self, asked: Sequence[Reply]) -> Text:
        """The last call; what was looked at after it is what it left behind."""
        writer, classes, call = Writer(self._files.places), dict[int, str](), Text("")
        for entry in asked:
            if entry.op not in LOOKING or not call.python:
                call = self._described(entry, writer, classes)
            if entry.outcome and isinstance(entry.outcome.value, HandleRef):
                writer.made[entry.outcome.value.number] = call
                classes[entry.outcome.value.number] = entry.target
        return call

    def _described(self, entry: Reply, writer: Writer, classes: Mapping[int, str]) -> Text:
        assert entry.request is not None, "whoever asks keeps what was asked"
        if entry.op == "attribute":
            head, _, name = entry.target.partition(".")
            made = writer.object(int(head[1:]))
            return replace(made, python=f"{made.python}.{name}")
        if entry.op == "weights":
            return writer.call(f"{entry.target}.state_dict", ())
        args, kwargs = entry.request.args, entry.request.kwargs
        names = self._parameters(entry.target, classes)
        given = [*itertools.zip_longest(names[: len(args)], args, fillvalue="")]
        given += [(key, value) for key, value in kwargs.items() if key not in OURS]
        call = writer.call(entry.target, given, dtype=str(kwargs.get("dtype", "")))
        call = replace(call, can_run=call.can_run and "weights" not in kwargs)  # other weights give another result
        return replace(call, python=f"{call.python}  # and its gradients") if entry.op == "grad" else call

    def _parameters(self, target: str, classes: Mapping[int, str]) -> list[str]:
        """How the function names what it is given; nothing where nobody can tell."""
        head, _, rest = target.partition(".")
        bound = head.startswith("#")
        module, *steps = (
            f"{classes.get(int(head[1:]), '')}.{rest or 'forward'}".split(".") if bound else target.split(".")
        )
        function: Any = self._files.modules.get(module)
        try:
            for step in steps:
                function = getattr(function, step)
            found = inspect.signature(function).parameters.values()
        except Exception:  # a strange object has a call without names, no more
            return []
        names = [each.name if each.kind is each.POSITIONAL_OR_KEYWORD else "" for each in found]
        return names[1:] if bound else names


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
