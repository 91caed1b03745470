"""Shows staff everything about one task of one submission, for a regrade request (`softmark explain`).

It shows each failed check with its inputs, what was expected and what came, writes a script that reproduces it in
the sandbox, and drafts a reply to the student in which no hidden number appears.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from ...checks import values
from ...checks.fixtures import Finding
from ...checks.module_names import in_python
from ...checks.request import Request
from ...checks.student import Reply
from ...checks.values import HandleRef, Rng
from ...files.atomic import write_atomically
from ...files.escape import plain
from ...grading.calls.staff_script import CARRIED, SCRIPT_FUNCTION
from ...grading.check_result import Phase
from ...grading.grade import Grade
from ...grading.result import ItemResult, Result
from ...render import mistake_lines, sentences

SHOWN = 8
"""Rows and columns of an array that are printed."""


def explain(grade: Grade, ident: str, out: Path) -> str:
    """The staff view of one task; scripts are written into `out`."""
    row = grade.result.item(ident)
    lines = [f"{sentences.name(row)}: {sentences.verdict(row)}", ""]
    if row.carried:
        lines += [row.carried, ""]
    failed = [
        (phase, finding)
        for (item, phase), found in grade.so_far.findings.items()
        if item == ident
        for finding in found.values()
        if finding.passed is not True
    ]
    if not failed:
        lines += ["Every check of this task passed.", ""]
    titles = {check.name: check.title for check in grade.checks.of(ident)}
    for phase, finding in failed:
        lines += _about(titles.get(finding.check, finding.check), phase, finding)
        script = _script_path(out, finding, phase)
        text = script_for(finding, phase, grade.on_top_of(grade.course.rubric.item(ident), phase, finding.check))
        if text is not None:
            write_atomically(script, text)
            lines.append(f"  reproduce: the same command with --again {script}")
        lines.append("")
    for check in grade.so_far.broken.get(ident, []):
        lines += [f"✗ {check.title}", f"  {check.message}", ""]
    lines += _located(grade, row)
    lines += ["Draft reply (nothing hidden in it):", "", *(f"    {line}" for line in draft(row, grade.result))]
    return "\n".join(lines) + "\n"


def _located(grade: Grade, row: ItemResult) -> list[str]:
    """The line where the values leave every right way, with what it worked on and what came of it."""
    if row.where is None:
        return [f"No line is shown: {row.silent}."] if row.silent else []
    lines = [f"{mistake_lines.line_words(row.where)}:", f"    {row.where.line} | {plain(row.where.text, limit=160)}"]
    place, remote = grade.so_far.looked[row.id].place, grade.workers.of(row.id)
    if place is not None and grade.explainer.locating is not None:
        sides = grade.worlds.against(grade.course.rubric.public_key(), remote)
        for name, array in grade.explainer.locating.values(place, remote, sides).items():
            lines += _value(f"  {name}", array)
        remote.close()
    return [*lines, ""]


def draft(row: ItemResult, result: Result) -> list[str]:
    """A reply to the student, from what a student may see."""
    lines = [f"Hello, I looked at task {sentences.name(row)} again.", ""]
    if row.status == "passed":
        return [*lines, "All its checks pass, so nothing is missing there."]
    lines.append(plain(sentences.verdict(row), limit=500))
    lines += [
        plain(line.text, limit=500) for line in sentences.report(row, result) if line.kind not in ("pass", "open")
    ]
    return lines


def _script_path(out: Path, finding: Finding, phase: Phase) -> Path:
    name = "".join(letter if letter.isalnum() else "_" for letter in finding.check)
    return out / f"reproduce_{name}_{phase}.py"


def _about(title: str, phase: Phase, finding: Finding) -> list[str]:
    lines = [f"{'✗' if finding.passed is False else '?'} {title}", f"  {finding.check}, {phase} numbers"]
    lines.append(f"  {finding.public}")
    if finding.log.replies:
        last = finding.log.replies[-1]
        lines.append(f"  the call: {last.op} {_real_name(finding.log.replies, last.target)}")
        if last.request is not None:
            lines += _arguments(last.request)
        if last.outcome is not None:
            lines += _value("  got", last.outcome.value)
    if finding.expected.replies and finding.expected.replies[-1].outcome is not None:
        lines += _value("  expected", finding.expected.replies[-1].outcome.value)
    if finding.staff and finding.staff != finding.public:
        lines += ["  for staff:", *(f"    {line}" for line in plain(finding.staff, limit=3000).splitlines())]
    return lines


def _arguments(request: Request) -> list[str]:
    lines = []
    for name, part in [*((f"argument {i + 1}", p) for i, p in enumerate(request.args)), *request.kwargs.items()]:
        lines += _value(f"  {name}", part)
    return lines


def _value(label: str, value: Any) -> list[str]:
    found = values.arrays_in(value)
    if not found:
        return [f"{label}: {str(value)[:200]}"]
    lines = []
    for place, array in found:
        head = f"{label}{place}: {values.dtype_name(array)} {values.shape_of(array)}"
        if values.device_name(array) == "meta":
            lines.append(f"{head} on the meta device")
            continue
        with np.printoptions(precision=5, suppress=True, edgeitems=SHOWN // 2, threshold=SHOWN**3, linewidth=100):
            text = str(values.as_numpy(array))
        lines += [head, *(f"      {line}" for line in text.splitlines()[:60])]
    return lines


def _real_name(replies: list[Reply], target: str) -> str:
    head, _, method = target.partition(".")
    if not head.startswith("#"):
        return target
    made = [reply.target for reply in replies if reply.outcome and isinstance(reply.outcome.value, HandleRef)]
    number = int(head[1:])
    owner = made[number] if number < len(made) else "the module"
    return f"{owner}.{method or 'forward'}"


# --- the script -------------------------------------------------------------------------------------------------------


def script_for(finding: Finding, phase: Phase, carried: Collection[str] = ()) -> str | None:
    """A standalone script with the very inputs, on top of what the check was made on; None where no call was made."""
    replies = [reply for reply in finding.log.replies if reply.request is not None]
    if not replies:
        return None
    writer = _ExplanationWriter()
    for reply in replies:
        writer.call(reply)
    if finding.expected.replies and finding.expected.replies[-1].outcome is not None:
        writer.line(f"expected = {writer.literal(finding.expected.replies[-1].outcome.value)}")
        writer.line('print("expected:", expected, sep="\\n")')
    note = "" if phase == "public" else " The numbers are hidden ones: for staff, not for students."
    head = [
        f'"""Reproduces {finding.check} on {phase} numbers.{note}',
        "",
        "`softmark explain SUBMISSION TASK --again THIS_FILE` runs it in the sandbox; change it as you like. Do not",
        "run it yourself: it calls the submission's code.",
        '"""',
        "",
        *sorted(writer.imports),
        *(["", f"{CARRIED} = {sorted(carried)}  # right ones stand in for these, as in the grade"] if carried else []),
        "",
        "",
        f"def {SCRIPT_FUNCTION}():",
    ]
    return "\n".join(head + [f"    {line}" for line in writer.lines]) + "\n"


class _ExplanationWriter:
    """Turns a log of requests into Python."""

    def __init__(self) -> None:
        self.imports: set[str] = set()
        self.lines: list[str] = []
        self._made = 0

    def line(self, text: str) -> None:
        self.lines.append(text)

    def call(self, reply: Reply) -> None:
        request = reply.request
        assert request is not None
        head, _, rest = request.target.partition(".")
        if head.startswith("#"):
            callee = f"model_{head[1:]}" + (f".{rest}" if rest else "")
        else:
            self.imports.add(f"import {in_python(head)}")
            callee = in_python(request.target)
        kwargs = dict(request.kwargs)
        if reply.outcome is not None and isinstance(reply.outcome.value, HandleRef):
            self._construct(callee, request, kwargs)
            return
        if request.op == "weights":
            self.line(f"print({callee}.state_dict())")
            return
        if request.op == "attribute":
            self.line(f"print({callee})")
            return
        arguments = self._arguments(request.args, kwargs)
        self.line(f"got = {callee}({arguments})")
        self.line('print("got:", got, sep="\\n")')
        if request.op == "grad":
            self.line("# the check looks at the gradients of this call (direction: softmark.running.execute.cotangent)")

    def _construct(self, callee: str, request: Request, kwargs: dict[str, Any]) -> None:
        weights, dtype, train = kwargs.pop("weights", None), kwargs.pop("dtype", None), kwargs.pop("train", False)
        name = f"model_{self._made}"
        self._made += 1
        self.imports.add("import torch")
        self.line(f"{name} = {callee}({self._arguments(request.args, kwargs)}).double()")
        if weights is not None:
            self.line(f"{name}.load_state_dict({self.literal(weights)})")
        if dtype not in (None, "float64"):
            self.line(f"{name}.to(torch.{dtype})")
        self.line(f"{name}.train({bool(train)})")

    def _arguments(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        parts = [self.literal(part) for part in args]
        return ", ".join([*parts, *(f"{name}={self.literal(part)}" for name, part in kwargs.items())])

    def literal(self, value: Any) -> str:
        if isinstance(value, HandleRef):
            return f"model_{value.number}"
        if isinstance(value, Rng):
            self.imports.add("import torch")
            return f"torch.Generator().manual_seed({value.seed})"
        if values.is_array(value):
            return self._array(value)
        if isinstance(value, list | tuple):
            inner = ", ".join(self.literal(part) for part in value)
            return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' if len(value) == 1 else ''})"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key!r}: {self.literal(part)}" for key, part in value.items()) + "}"
        return repr(value)

    def _array(self, value: Any) -> str:
        dtype, shape = values.dtype_name(value), values.shape_of(value)
        library, make = ("torch", "tensor") if values.is_tensor(value) else ("numpy", "array")
        self.imports.add(f"import {library}")
        if values.device_name(value) == "meta":
            return f"torch.empty({shape}, dtype=torch.{dtype}, device='meta')"
        numbers = values.as_numpy(value).tolist()
        text = repr(numbers).replace("inf", "float('inf')").replace("nan", "float('nan')")
        kind = f"{library}.{'bool' if dtype == 'bool' and library == 'torch' else dtype}"
        if library == "numpy":
            kind = repr(dtype)
        return f"{library}.{make}({text}, dtype={kind}).reshape({shape})"
