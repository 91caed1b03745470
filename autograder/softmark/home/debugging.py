"""`check.py 1.2 --debug`: writes the failing call as a script of its own, which any debugger can run.

The check runs student code in a child process without a terminal; this script is plain Python in the student's own.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

from ..checks.fixtures import Finding
from ..checks.module_names import in_python
from ..checks.student import Reply
from ..checks.values import HandleRef, Rng, is_array, is_tensor, torch_module
from ..reading.source import NotSource, text_of

CALLS = ("call", "observe", "grad")


def write(folder: Path, task: str, finding: Finding) -> str | None:
    """The script's name; None where nothing was called. Its inputs lie beside it."""
    asked = (finding.alone or finding.log).replies
    replies = [reply for reply in asked if reply.request is not None and reply.op in CALLS]
    if not replies:
        return None
    writer = _Writer(f"debug_{task.replace('.', '_')}", folder)
    for reply in replies:
        writer.call(reply)
    whole = finding.alone is None  # what is expected is that of the whole batch
    writer.expected(finding.expected.replies[-1] if finding.expected.replies and whole else None)
    return writer.save(folder, task, finding.check)


class _Writer:
    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.kept: dict[str, Any] = {}
        self.classes: list[str] = []
        """Whose objects model_0, model_1 … are."""
        self.modules: set[str] = set()
        self.lines: list[str] = []
        self.made = 0

    def call(self, reply: Reply) -> None:
        request = reply.request
        assert request is not None
        head, _, rest = request.target.partition(".")
        if head.startswith("#"):
            callee = f"model_{head[1:]}" + (f".{rest}" if rest else "")
            owner = self.classes[int(head[1:])] if int(head[1:]) < len(self.classes) else ""
            parameters = self._parameters(f"{owner}.{rest or 'forward'}")
        else:
            self.modules.add(in_python(head))
            callee = in_python(request.target)
            parameters = self._parameters(request.target) or self._parameters(f"{request.target}.__init__")
        named = dict(request.kwargs)
        if reply.outcome is not None and isinstance(reply.outcome.value, HandleRef):
            self.classes.append(request.target)
            self._construct(callee, parameters, request.args, named)
            return
        named.pop("grad_of", None)
        named.pop("grad_part", None)
        note = "  # the check looks at its gradients" if request.op == "grad" else ""
        self.lines.append(f"got = {callee}({self._arguments(parameters, request.args, named)}){note}")

    def _construct(self, callee: str, parameters: list[str], args: tuple[Any, ...], named: dict[str, Any]) -> None:
        weights, dtype, train = named.pop("weights", None), named.pop("dtype", None), named.pop("train", False)
        model = f"model_{self.made}"
        self.made += 1
        arguments = self._arguments(parameters, args, named)
        self.lines.append(f"{model} = {callee}({arguments}).to(torch.{dtype or 'float32'})")
        if weights is not None:
            self.lines.append(f"{model}.load_state_dict({self._keep('weights', dict(weights))})")
        self.lines.append(f"{model}.train({bool(train)})")

    def _parameters(self, target: str) -> list[str]:
        """The names that the student's file gives the parameters of `module.function` or `module.Class.method`; none
        where it has no such function."""
        module, *names = target.split(".")
        try:
            scope: Any = ast.parse(text_of((self.folder / f"{module}.py").read_bytes())[0])
        except (OSError, NotSource, SyntaxError, ValueError):
            return []
        for name in names:
            inside = [part for part in scope.body if getattr(part, "name", "") == name]
            if not inside:
                return []
            scope = inside[-1]
        found = [part.arg for part in scope.args.args] if isinstance(scope, ast.FunctionDef) else []
        return found[1:] if found[:1] == ["self"] else found

    def _arguments(self, parameters: list[str], args: tuple[Any, ...], named: dict[str, Any]) -> str:
        names = [*parameters, *[""] * len(args)]
        placed = [self._value(names[place], part) for place, part in enumerate(args)]
        return ", ".join([*placed, *(f"{key}={self._value(key, part)}" for key, part in named.items())])

    def _value(self, name: str, value: Any) -> str:
        if isinstance(value, HandleRef):
            return f"model_{value.number}"
        if isinstance(value, Rng):
            return f"torch.Generator().manual_seed({value.seed})"
        if is_array(value):
            return self._keep(name, value)
        if isinstance(value, list | tuple) and value:
            inner = ", ".join(self._value(name, part) for part in value)
            return f"[{inner}]" if isinstance(value, list) else f"({inner},)"
        return repr(value)

    def _keep(self, name: str, value: Any) -> str:
        """Under the parameter's name; a second one of that name, for another call or in a list, has a number."""
        name, count = name or "input", 2
        free = name
        while free in self.kept:
            free, count = f"{name}_{count}", count + 1
        self.kept[free] = value
        return f'kept["{free}"]'

    def expected(self, reply: Reply | None) -> None:
        self.lines.append('print("got", got, sep="\\n")')
        if reply is not None and reply.outcome is not None and is_array(reply.outcome.value):
            expected = self._keep("expected", reply.outcome.value)
            self.lines.append(f'print("expected", {expected}, sep="\\n")')

    def save(self, folder: Path, task: str, check: str) -> str:
        torch = torch_module()
        if torch is not None and any(map(_of_torch, self.kept.values())):
            file = f"{self.name}.pt"
            torch.save(self.kept, folder / file)
            library, load = "torch", f'torch.load(Path(__file__).with_name({json.dumps(file)}), map_location="cpu")'
        else:
            import numpy as np

            file = f"{self.name}.npz"
            np.savez(folder / file, **self.kept)
            library, load = "numpy", f"numpy.load(Path(__file__).with_name({json.dumps(file)}))"
        imports = ["from pathlib import Path", "", *(f"import {name}" for name in (library, *sorted(self.modules))), ""]
        about = f'"""Task {task}: the call that fails in {check}. Put breakpoint() into your code, then run this."""'
        script = "\n".join([about, "", *imports, f"kept = {load}", *self.lines])
        (folder / f"{self.name}.py").write_text(f"{script}\n", encoding="utf-8")
        return f"{self.name}.py"


def _of_torch(value: Any) -> bool:
    return is_tensor(value) or isinstance(value, dict)
