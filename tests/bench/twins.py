"""Twin tests for the peers: what our checks ask of a submission, written down as plain tests that any runner can run.

The graders run once over the reference, and everything they ask it and it replies is kept. From that a test is written
for each check and each set of numbers: the same inputs, the same calls, straight to the student's module in the same
process, and every reply compared with the reference's by the framework's own `assert_close`. There is no wall, no
clock and no diagnosis in them: that is what the peers leave out, and what they cost without.
"""

from __future__ import annotations

import hashlib
import json
import keyword
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from softmark.build.known_code import Against
from softmark.checks import values
from softmark.checks.request import Outcome, Request
from softmark.checks.values import HandleRef, Rng
from softmark.content.course import Course
from softmark.running import tensorfile
from softmark.running.collect import Check, Checks, with_checks
from softmark.running.execute import Executor
from softmark.running.tensorfile import Stored
from softmark.running.trusted import load

DATA = "twin_data.safetensors"
SUPPORT = "twin_support"
_NAMES = "construct, copied, data, generator, gradients, same, seed, torch, wants_gradient"


@dataclass(frozen=True)
class Call:
    """One thing that was asked, what came back, and what the check looked at besides the value."""

    request: Request
    outcome: Outcome
    looked_at: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Case:
    """One check on one set of numbers."""

    check: str
    item: str
    title: str
    weight: float
    phase: str
    calls: tuple[Call, ...]

    @property
    def name(self) -> str:
        """A name that Python takes: "test_values_public"."""
        plain = "".join(letter if letter.isalnum() else "_" for letter in self.check.rpartition(".")[2])
        return f"{plain}_{self.phase}"

    @property
    def group(self) -> str:
        return self.check.partition(".")[0] if "." in self.check else "TestChecks"


# --- recording --------------------------------------------------------------------------------------------------------


class _Watched(Outcome):
    """An outcome that notes whether anybody looked at more than its value."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("changed", "requires_grad"):
            object.__getattribute__(self, "__dict__")["looked_at"].add(name)
        return object.__getattribute__(self, name)


class _Noting(Executor):
    """Asks the reference, and keeps a copy of all that passes through it."""

    def __init__(self, modules: Any) -> None:
        super().__init__(modules)
        self.calls: list[Call] = []

    def perform(self, request: Request) -> Outcome:
        asked = Request(request.op, request.target, values.copy(request.args), values.copy(request.kwargs))
        outcome = super().perform(request)
        looked_at: set[str] = set()
        self.calls.append(Call(asked, _copied(outcome), looked_at))
        watched = _Watched(**outcome.plain() | {"changed": outcome.changed, "by_input": outcome.by_input})
        watched.__dict__["looked_at"] = looked_at
        return watched

    def forget(self) -> None:
        super().forget()
        self.calls = []


def _copied(outcome: Outcome) -> Outcome:
    return Outcome(
        values.copy(outcome.value),
        outcome.changed,
        outcome.requires_grad,
        values.copy(outcome.by_input),
        values.copy(outcome.by_name),
    )


def record(course: Course) -> list[Case]:
    """Every check of every item that is not slow, on public numbers and on hidden ones, as a grade runs them."""
    cases: list[Case] = []

    def drive(checks: Checks) -> None:
        port, reference = _Noting(load(course.trusted_sources())), load(course.trusted_sources())
        for phase, item, check in _in_order(course, checks):
            hidden = (course.hidden_key(), course.redrawn)
            key, redrawn = (course.rubric.public_key(), {}) if phase == "public" else hidden
            finding = checks.run(check, Against(course.rubric, key, port, reference, redrawn))
            if finding.passed is not True:
                raise RuntimeError(f"the reference fails {check.name}: {finding.staff}")
            if port.calls:
                cases.append(Case(check.name, item, check.title, check.weight, phase, tuple(port.calls)))

    with_checks(course.graders, drive)
    return cases


def _in_order(course: Course, checks: Checks) -> Iterator[tuple[str, str, Check]]:
    for phase in ("public", "hidden"):
        for item in course.rubric.items:
            if item.slow:
                continue
            for check in checks.of(item.id):
                if phase == "public" or check.draws:  # without a draw the numbers are the same, and run once
                    yield phase, item.id, check


# --- writing ----------------------------------------------------------------------------------------------------------


class Writer:
    """Turns cases into the bodies of plain tests; arrays go into one file, each once."""

    def __init__(self, framework: str) -> None:
        self.framework = framework
        self.arrays: dict[str, Stored] = {}
        self.modules: set[str] = set()
        self._made = 0

    def body(self, case: Case) -> list[str]:
        """The lines of one test."""
        self._made = 0
        return [line for call in case.calls for line in self._lines(call)]

    def _lines(self, call: Call) -> Iterator[str]:
        request, outcome = call.request, call.outcome
        target = self._callee(request.target)
        if isinstance(outcome.value, HandleRef):
            kwargs = dict(request.kwargs)
            weights, dtype = kwargs.pop("weights", None), kwargs.pop("dtype", None) or "float64"
            train = bool(kwargs.pop("train", False))
            made = f"{target}({self._arguments(request.args, kwargs)})"
            yield f"model_{self._made} = construct({made}, {self.literal(weights)}, {dtype!r}, {train})"
            self._made += 1
            return
        if request.op in ("weights", "attribute"):
            yield f"got = {target}.state_dict()" if request.op == "weights" else f"got = {target}"
            yield from self._compared("got", outcome.value)
            return
        names = [f"a{place}" for place in range(len(request.args))]
        for name, part in zip(names, request.args, strict=True):
            yield f"{name} = {self.literal(part)}"
        named = {f"k_{name}" if keyword.iskeyword(name) else name: part for name, part in request.kwargs.items()}
        for name, part in named.items():
            yield f"k_{name} = {self.literal(part)}"
        given = ", ".join([*names, *(f"{name}=k_{name}" for name in named)])
        yield "seed()"
        if request.op == "grad":
            yield f"got, by_input, by_name = gradients({target}, [{', '.join(names)}], dict({_dict(named)}))"
            yield from self._compared("got", outcome.value)
            yield from self._compared("by_input", list(outcome.by_input))
            yield from self._compared("by_name", dict(outcome.by_name))
            return
        if "changed" in call.looked_at:
            everything = ", ".join([*names, *(f"k_{name}" for name in named)])
            yield f"before = copied([{everything}])"
            yield f"got = {target}({given})"
            yield f"same([{everything}], before)"
            return
        yield f"got = {target}({given})"
        yield from self._compared("got", outcome.value)
        if "requires_grad" in call.looked_at:
            yield f"same(wants_gradient(got), {outcome.requires_grad})"

    def _compared(self, got: str, expected: Any) -> Iterator[str]:
        yield f"same({got}, {self.literal(expected)})"

    def _callee(self, target: str) -> str:
        head, _, rest = target.partition(".")
        if head.startswith("#"):
            return f"model_{head[1:]}" + (f".{rest}" if rest else "")
        self.modules.add(head)
        return target

    def _arguments(self, args: Iterable[Any], kwargs: dict[str, Any]) -> str:
        return ", ".join([*map(self.literal, args), *(f"{name}={self.literal(part)}" for name, part in kwargs.items())])

    def literal(self, value: Any) -> str:
        """An expression for a value."""
        if isinstance(value, HandleRef):
            return f"model_{value.number}"
        if isinstance(value, Rng):
            return f"generator({value.seed})"
        if values.is_array(value):
            return self._array(value)
        if isinstance(value, list):
            return f"[{', '.join(map(self.literal, value))}]"
        if isinstance(value, tuple):
            return f"({''.join(self.literal(part) + ', ' for part in value)})"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key!r}: {self.literal(part)}" for key, part in value.items()) + "}"
        if isinstance(value, float) and (value != value or abs(value) == float("inf")):
            return f"float({str(value)!r})"
        return repr(value)

    def _array(self, value: Any) -> str:
        flat = values.flatten(value)
        if flat.data is None:
            return f"torch.empty({flat.shape}, dtype=torch.{flat.dtype}, device='meta')"
        mark = hashlib.sha256(f"{flat.dtype}{flat.shape}".encode() + flat.data).hexdigest()[:12]
        self.arrays[mark] = Stored(flat.dtype, flat.shape, flat.data)
        return f"data({mark!r})"


def _dict(named: dict[str, Any]) -> str:
    return ", ".join(f"{name}=k_{name}" for name in named)


def write(cases: list[Case], folder: Path, framework: str) -> dict[str, int]:
    """Three flavours of the same tests into `folder`: unittest, pytest and otter, with their data. Says how many."""
    writer = Writer(framework)
    bodies = [(case, writer.body(case)) for case in cases]
    modules = sorted(writer.modules)
    here = Path(__file__).parent
    support = (here / f"twin_support_{framework}.py").read_text(encoding="utf-8")
    for flavour, files in {
        "unittest": {"test_twin.py": _unittest(bodies, modules)},
        "pytest": {"test_twin.py": _pytest(bodies, modules)},
        "otter": _otter(bodies, modules),
    }.items():
        place = folder / flavour
        place.mkdir(parents=True, exist_ok=True)
        for name, text in {**files, f"{SUPPORT}.py": support}.items():
            (place / name).write_text(text, encoding="utf-8")
        (place / DATA).write_bytes(tensorfile.dump(writer.arrays))
    calls = sum(len(case.calls) for case in cases)
    counts = {"tests": len(cases), "calls": calls, "arrays": len(writer.arrays)}
    (folder / "counts.json").write_text(json.dumps(counts), encoding="utf-8")
    return counts


def _head(modules: list[str], *more: str) -> list[str]:
    lines = ['"""Written from recorded calls by tests/bench/twins.py."""', "", *more]
    lines += [f"from {SUPPORT} import *  # noqa: F403", *(f"import {name}" for name in modules), ""]
    return lines


def _grouped(bodies: list[tuple[Case, list[str]]]) -> dict[str, list[tuple[Case, list[str]]]]:
    groups: dict[str, list[tuple[Case, list[str]]]] = {}
    for case, lines in bodies:
        groups.setdefault(case.group, []).append((case, lines))
    return groups


def _unittest(bodies: list[tuple[Case, list[str]]], modules: list[str]) -> str:
    lines = _head(modules, "import unittest", "from gradescope_utils.autograder_utils.decorators import number, weight")
    for group, members in _grouped(bodies).items():
        lines += ["", f"class {group}(unittest.TestCase):"]
        for case, body in members:
            lines += [f"    @number({case.item!r})", f"    @weight({case.weight})", f"    def {case.name}(self):"]
            lines += [
                f"        {json.dumps(case.title, ensure_ascii=False)}",
                *(f"        {line}" for line in body),
                "",
            ]
    return "\n".join(lines) + "\n"


def _pytest(bodies: list[tuple[Case, list[str]]], modules: list[str]) -> str:
    lines = _head(modules)
    for group, members in _grouped(bodies).items():
        lines += ["", f"class {group}:"]
        for case, body in members:
            lines += [f"    def {case.name}(self):", *(f"        {line}" for line in body), ""]
    return "\n".join(lines) + "\n"


def _otter(bodies: list[tuple[Case, list[str]]], modules: list[str]) -> dict[str, str]:
    """Otter wants a file for each question; ours are the rubric's items."""
    by_item: dict[str, list[tuple[Case, list[str]]]] = {}
    for case, body in bodies:
        by_item.setdefault(case.item, []).append((case, body))
    files = {}
    for item, members in by_item.items():
        question = "q" + item.replace(".", "_")
        lines = ["OK_FORMAT = False", "", "from otter.test_files import test_case", f"name = {question!r}"]
        lines += [f"points = {len(members)}", ""]
        for case, body in members:
            lines += ["@test_case(points=1)", f"def {case.group}_{case.name}(env):"]
            lines += [f"    from {SUPPORT} import {_NAMES}"]  # a star is not allowed in a function
            lines += [*(f"    import {name}" for name in modules), *(f"    {line}" for line in body), ""]
        files[f"{question}.py"] = "\n".join(lines) + "\n"
    return files
