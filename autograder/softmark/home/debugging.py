"""`check.py 1.2 --debug`: writes the failing call as a script of its own, which any debugger can run.

The check runs student code in a child process without a terminal; this script is plain Python in the student's own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..checks.fixtures import Finding
from ..checks.student import Reply
from ..checks.values import HandleRef, Rng, is_array, is_tensor, torch_module

CALLS = ("call", "observe", "grad")


def write(folder: Path, task: str, finding: Finding) -> str | None:
    """The script's name; None where nothing was called. Its inputs lie beside it."""
    asked = (finding.alone or finding.log).replies
    replies = [reply for reply in asked if reply.request is not None and reply.op in CALLS]
    if not replies:
        return None
    writer = _Writer(f"debug_{task.replace('.', '_')}")
    for reply in replies:
        writer.call(reply)
    whole = finding.alone is None  # what is expected is that of the whole batch
    writer.expected(finding.expected.replies[-1] if finding.expected.replies and whole else None)
    return writer.save(folder, task, finding.check)


class _Writer:
    def __init__(self, name: str) -> None:
        self.name = name
        self.inputs: dict[str, Any] = {}
        self.modules: set[str] = set()
        self.lines: list[str] = []
        self.made = 0

    def call(self, reply: Reply) -> None:
        request = reply.request
        assert request is not None
        head, _, rest = request.target.partition(".")
        if head.startswith("#"):
            callee = f"model_{head[1:]}" + (f".{rest}" if rest else "")
        else:
            self.modules.add(head)
            callee = request.target
        named = dict(request.kwargs)
        if reply.outcome is not None and isinstance(reply.outcome.value, HandleRef):
            self._construct(callee, request.args, named)
            return
        named.pop("grad_of", None)
        named.pop("grad_part", None)
        note = "  # the check looks at its gradients" if request.op == "grad" else ""
        self.lines.append(f"got = {callee}({self._arguments(request.args, named)}){note}")

    def _construct(self, callee: str, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        weights, dtype, train = named.pop("weights", None), named.pop("dtype", None), named.pop("train", False)
        model = f"model_{self.made}"
        self.made += 1
        self.lines.append(f"{model} = {callee}({self._arguments(args, named)}).to(torch.{dtype or 'float32'})")
        if weights is not None:
            self.lines.append(f"{model}.load_state_dict({self._kept(dict(weights))})")
        self.lines.append(f"{model}.train({bool(train)})")

    def _arguments(self, args: tuple[Any, ...], named: dict[str, Any]) -> str:
        return ", ".join([*map(self._value, args), *(f"{key}={self._value(part)}" for key, part in named.items())])

    def _value(self, value: Any) -> str:
        if isinstance(value, HandleRef):
            return f"model_{value.number}"
        if isinstance(value, Rng):
            return f"torch.Generator().manual_seed({value.seed})"
        if is_array(value):
            return self._kept(value)
        if isinstance(value, list | tuple) and value:
            inner = ", ".join(map(self._value, value))
            return f"[{inner}]" if isinstance(value, list) else f"({inner},)"
        return repr(value)

    def _kept(self, value: Any) -> str:
        self.inputs[f"input_{len(self.inputs) + 1}"] = value
        return f'inputs["input_{len(self.inputs)}"]'

    def expected(self, reply: Reply | None) -> None:
        self.lines.append('print("got", got, sep="\\n")')
        if reply is not None and reply.outcome is not None and is_array(reply.outcome.value):
            self.lines.append(f'print("expected", {self._kept(reply.outcome.value)}, sep="\\n")')

    def save(self, folder: Path, task: str, check: str) -> str:
        torch = torch_module()
        if torch is not None and any(map(_of_torch, self.inputs.values())):
            file = f"{self.name}.pt"
            torch.save(self.inputs, folder / file)
            start = ["import torch", *(f"import {name}" for name in sorted(self.modules)), ""]
            start.append(f'inputs = torch.load({json.dumps(file)}, map_location="cpu")')
        else:
            import numpy as np

            file = f"{self.name}.npz"
            np.savez(folder / file, **self.inputs)
            start = ["import numpy", *(f"import {name}" for name in sorted(self.modules)), ""]
            start.append(f"inputs = numpy.load({json.dumps(file)})")
        about = f'"""Task {task}: the call that fails in {check}. Put breakpoint() into your code, then run this."""'
        (folder / f"{self.name}.py").write_text("\n".join([about, "", *start, *self.lines]) + "\n", encoding="utf-8")
        return f"{self.name}.py"


def _of_torch(value: Any) -> bool:
    return is_tensor(value) or isinstance(value, dict)
