"""The `student` of a check: `student.attention.softmax(scores)` reads like the module and sends a request.

The same views stand over a sandboxed worker, over trusted code in this process, and over a recording: whatever
implements `Port`. Each view logs what came back, because a mistake is named by comparing those logs. A view is no
value: what it does not offer raises (stands_for.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from .errors import StudentFailure
from .request import Outcome, Request
from .stands_for import StandsFor, must_be_values
from .values import HandleRef


class Port(Protocol):
    """Something that performs requests."""

    def perform(self, request: Request) -> Outcome: ...


@dataclass(frozen=True)
class Reply:
    """One entry of the log: what was asked, and what came back."""

    op: str
    target: str
    outcome: Outcome | None
    failure: StudentFailure | None = None
    request: Request | None = None
    """With its inputs, for staff who look at one check."""


@dataclass
class Log:
    replies: list[Reply] = field(default_factory=list)
    broken: bool = False
    """Whoever was asked could not ask: no fault of the code under test."""


class Student(StandsFor):
    """Files as attributes: `student.attention`, `student.multihead`."""

    _port: Port
    _log: Log

    def __init__(self, port: Port) -> None:
        vars(self).update(_port=port, _log=Log())

    def _stands_for(self) -> tuple[str, str]:
        return "the code under test", "call a function of one of its files: student.file.function(…)"

    @property
    def log(self) -> Log:
        return self._log

    def __getattr__(self, name: str) -> ModuleView:
        if name.startswith("_"):
            raise AttributeError(name)
        return ModuleView(self, name)

    def ask(self, request: Request) -> Outcome:
        try:
            outcome = self._port.perform(request)
        except StudentFailure as failure:
            self._log.replies.append(Reply(request.op, request.target, None, failure, request))
            raise
        except Exception:
            self._log.broken = True
            raise
        self._log.replies.append(Reply(request.op, request.target, outcome, None, request))
        return outcome


class ModuleView(StandsFor):
    """One file: its functions and classes as attributes."""

    _student: Student
    _name: str

    def __init__(self, student: Student, name: str) -> None:
        vars(self).update(_student=student, _name=name)

    def _stands_for(self) -> tuple[str, str]:
        return f"the file {self._name}.py", f"call one of its functions: student.{self._name}.function(…)"

    def __getattr__(self, name: str) -> FunctionView:
        if name.startswith("_"):
            raise AttributeError(name)
        return FunctionView(self._student, f"{self._name}.{name}")


class FunctionView(StandsFor):
    """A function, a class or a bound method."""

    _student: Student
    _target: str

    def __init__(self, student: Student, target: str) -> None:
        vars(self).update(_student=student, _target=target)

    def _stands_for(self) -> tuple[str, str]:
        owner, _, name = self._target.rpartition(".")
        if not owner.startswith("#"):
            return f"`{self._target}`", f"call it, and use what it returns: student.{self._target}(…)"
        return f"`{name}` of an object", (
            f'read it with .attribute("{name}"), or call it, .{name}(…), and use what it returns'
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it; calling a class gives a ModelView."""
        value = self._ask("call", args, kwargs).value
        return ModelView(self._student, value) if isinstance(value, HandleRef) else value

    def observe(self, *args: Any, **kwargs: Any) -> Outcome:
        """Call it and see more than the value: `.changed` (inputs changed in place), `.requires_grad`."""
        return self._ask("observe", args, kwargs)

    def grad(self, *args: Any, **kwargs: Any) -> Outcome:
        """Call it and differentiate: `.by_input[0]`, `.by_name["W_o.weight"]`; `grad_of=0`: its first result alone."""
        return self._ask("grad", args, kwargs)

    def _ask(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Outcome:
        request = Request(
            op,
            self._target,
            tuple(_unwrap(part) for part in args),
            {name: _unwrap(part) for name, part in kwargs.items()},
        )
        return self._student.ask(request)


class ModelView(FunctionView):
    """A constructed module: call it, call its methods, read its weights and mode."""

    handle: HandleRef
    _returned = True

    def __init__(self, student: Student, handle: HandleRef) -> None:
        super().__init__(student, f"#{handle.number}")
        vars(self)["handle"] = handle

    def _stands_for(self) -> tuple[str, str]:
        use = 'use what its methods return, its .weights(), or .attribute("name")'
        return f"an object of {self.handle.class_name or 'a class'}", use

    def __getattr__(self, name: str) -> FunctionView:
        if name.startswith("_"):
            raise AttributeError(name)
        return FunctionView(self._student, f"{self._target}.{name}")

    def weights(self) -> dict[str, Any]:
        """The parameters and buffers as they are now."""
        found: dict[str, Any] = self._student.ask(Request("weights", self._target)).value
        return found

    def attribute(self, name: str) -> Any:
        """A plain attribute, such as `training`."""
        return self._student.ask(Request("attribute", f"{self._target}.{name}")).value


def _unwrap(value: Any) -> Any:
    if isinstance(value, ModelView):
        return value.handle
    must_be_values(value, doing="be handed to a function")
    if isinstance(value, list):
        return [_unwrap(part) for part in value]
    return value
