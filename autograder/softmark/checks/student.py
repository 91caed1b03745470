"""The `student` of a check: `student.attention.softmax(scores)` reads like the module and sends a request.

The same views stand over a sandboxed worker, over trusted code in this process, and over a recording: whatever
implements `Port`. Each view logs what came back, because a mistake is named by comparing those logs. A view is no
value: what it does not offer raises (stands_for.py). An object of the student's does what its own methods do, where it
lives; what they give comes back as a value. Whether two of them are equal is for the check to find out, by values: it
must not be the student's `__eq__` that decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Protocol

from .errors import BadAnswer, NoValue, StudentFailure
from .module_names import folders_above, in_python, module_of
from .records import ObjectFields
from .request import Outcome, Request
from .stands_for import BITS, SUMS, StandsFor, must_be_values
from .values import MAX_NODES, HandleRef, Method, rebuilt


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
    known_by: Any = None
    """What mistakes are told apart by, where it is not the value itself."""


@dataclass
class Log:
    replies: list[Reply] = field(default_factory=list)
    broken: bool = False
    """Whoever was asked could not ask: no fault of the code under test."""


class Student(StandsFor):
    """Files as attributes: `student.attention`, `student.multihead`, and `student.parts.stack` for parts/stack.py."""

    _port: Port
    _log: Log
    _notes: bool
    _folders: frozenset[str]

    def __init__(self, port: Port, log: Log | None = None) -> None:
        """`log`: where the port itself notes what it is asked."""
        vars(self).update(_port=port, _log=log or Log(), _notes=log is None, _folders=frozenset())

    def knows(self, files: Iterable[str]) -> Student:
        """Tell it which files there are, for those that lie in folders."""
        vars(self)["_folders"] = frozenset(folder for name in files for folder in folders_above(module_of(name)))
        return self

    def _stands_for(self) -> tuple[str, str]:
        return "the code under test", "call a function of one of its files: student.file.function(…)"

    @property
    def log(self) -> Log:
        return self._log

    def __getattr__(self, name: str) -> ModuleView | FolderView:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.inside(name)

    def inside(self, name: str) -> ModuleView | FolderView:
        return FolderView(self, name) if name in self._folders else ModuleView(self, name)

    def ask(self, request: Request) -> Outcome:
        if not self._notes:
            return self._port.perform(request)
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


class FolderView(StandsFor):
    """A folder of files."""

    _student: Student
    _name: str

    def __init__(self, student: Student, name: str) -> None:
        vars(self).update(_student=student, _name=name)

    def _stands_for(self) -> tuple[str, str]:
        use = f"call a function of one of its files: student.{in_python(self._name)}.file.function(…)"
        return f"the folder {self._name}", use

    def __getattr__(self, name: str) -> ModuleView | FolderView:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._student.inside(f"{self._name}/{name}")


class ModuleView(StandsFor):
    """One file: its functions and classes as attributes."""

    _student: Student
    _name: str

    def __init__(self, student: Student, name: str) -> None:
        vars(self).update(_student=student, _name=name)

    def _stands_for(self) -> tuple[str, str]:
        return f"the file {self._name}.py", f"call one of its functions: student.{in_python(self._name)}.function(…)"

    def __getattr__(self, name: str) -> FunctionView:
        if name.startswith("_"):
            raise AttributeError(name)
        return FunctionView(self._student, f"{self._name}.{name}")

    def attribute(self, name: str) -> Any:
        """A value that the file defines, such as `RATE`."""
        return _views(self._student, self._student.ask(Request("attribute", f"{self._name}.{name}")).value)


class FunctionView(StandsFor):
    """A function, a class or a bound method."""

    _student: Student
    _target: str

    def __init__(self, student: Student, target: str) -> None:
        vars(self).update(_student=student, _target=target)

    def _stands_for(self) -> tuple[str, str]:
        owner, _, name = self._target.rpartition(".")
        if not owner.startswith("#"):
            name = in_python(self._target)
            return f"`{name}`", f"call it, and use what it returns: student.{name}(…)"
        return f"`{name}` of an object", (
            f'read it with .attribute("{name}"), or call it, .{name}(…), and use what it returns'
        )

    def __getattr__(self, name: str) -> FunctionView:
        """What a class holds: `student.bank.Account.from_text`."""
        if name.startswith("_"):
            raise AttributeError(name)
        return FunctionView(self._student, f"{self._target}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it; calling a class gives an object. A name with a capital letter counts as a class."""
        value = self._ask("call", args, kwargs).value
        if isinstance(value, HandleRef) and not self._target.rpartition(".")[2][:1].isupper():
            _bad(f"an object of type {value.class_name}")  # a class in the place of a function could mimic any value
        return _views(self._student, value)

    def known_by(self, sign: Callable[[Any], Any], *args: Any) -> Any:
        """Call it; a mistake is known by what `sign` makes of the answer: answers alike in that have one name."""
        value = self(*args)
        replies = self._student.log.replies
        replies[-1] = replace(replies[-1], known_by=sign(value))
        return value

    @property
    def target(self) -> str:
        """Its full name: "bank.withdraw"."""
        return self._target

    def object(self, *args: Any, **kwargs: Any) -> Any:
        """Call it if it returns an object of the student's own, a generator or a function, or a list, tuple or dict of
        these. Without `.object` a check gets only values, and any object is a wrong answer."""
        return _views(self._student, self._ask("object", args, kwargs).value)

    def printed(self, *args: Any, **kwargs: Any) -> str:
        """Call it, and get the text that it printed instead of what it returns."""
        text = self._ask("printed", args, kwargs).value
        return text if type(text) is str else _bad("something that is not the text it printed")

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


class ObjectView(FunctionView):
    """An object of a student's class: call it, use its methods and attributes, read a layer's weights and mode.

    `len(box)`, `box[3]`, `3 in box`, `for part in box`, `a + b` and `str(box)` are the object's own, as is `box.limit =
    5`.
    """

    handle: HandleRef
    _returned = True
    __array_ufunc__ = None
    """`array + it` is the object's own affair, not NumPy's."""

    def __init__(self, student: Student, handle: HandleRef) -> None:
        super().__init__(student, f"#{handle.number}")
        vars(self)["handle"] = handle

    def _stands_for(self) -> tuple[str, str]:
        use = "use what its methods return, or its attributes"
        return f"an object of {self.handle.class_name or 'a class'}", use

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self.handle.layer:
            return FunctionView(self._student, f"{self._target}.{name}")
        value = self._student.ask(Request("attribute", f"{self._target}.{name}")).value
        if isinstance(value, Method):
            return FunctionView(self._student, f"{self._target}.{name}")
        return _views(self._student, value)

    def weights(self) -> dict[str, Any]:
        """The parameters and buffers of a layer as they are now."""
        found: dict[str, Any] = self._student.ask(Request("weights", self._target)).value
        return found

    def attribute(self, name: str) -> Any:
        """An attribute by its name. A layer needs this (`training`); of any other object `box.limit` is the same."""
        return _views(self._student, self._student.ask(Request("attribute", f"{self._target}.{name}")).value)

    def method(self, name: str, *args: Any) -> Any:
        """Call a method by its name, also `__repr__` or `__eq__`: what it returns is a value like any other."""
        return FunctionView(self._student, f"{self._target}.{name}")(*args)

    def take(self, most: int) -> list[Any]:
        """The next `most` things that it yields, or fewer if it ends before."""
        found = self._do("take", most)
        return found if type(found) is list and len(found) <= most else _bad("no list of what it yields")

    def _do(self, op: str, *args: Any) -> Any:
        return _views(self._student, self._ask(op, args, {}).value)

    def __setattr__(self, name: str, value: object) -> None:
        self._do("set", name, value)

    def __len__(self) -> int:
        found = self._do("len")
        if found is None:  # list(…) asks for it, and goes on without
            raise TypeError(f"{self._stands_for()[0]} has no length")
        return found if type(found) is int and found >= 0 else _bad("a length that is not a whole number")

    def __getitem__(self, place: Any) -> Any:
        return self._do("place", place)

    def __setitem__(self, place: Any, value: Any) -> None:
        self._do("set place", place, value)

    def __delitem__(self, place: Any) -> None:
        self._do("delete place", place)

    def __contains__(self, part: Any) -> bool:
        return self._do("contains", part) is True

    def __str__(self) -> str:
        text = self._do("text")
        return text if type(text) is str else _bad("something that is not text")

    def __iter__(self) -> Iterator[Any]:
        """One at a time, as far as the check asks."""
        parts = self._do("iterate")
        for _ in range(MAX_NODES):
            if not isinstance(parts, ObjectView) or not (found := parts.take(1)):
                return
            yield found[0]
        _bad(f"more than {MAX_NODES:,} things, one after the other")

    def __next__(self) -> Any:
        if not (found := self.take(1)):
            raise StopIteration
        return found[0]


def _computing(name: str) -> Callable[..., Any]:
    def compute(self: ObjectView, *other: Any) -> Any:
        return self._do("compute", name, *other)

    return compute


for _name in ("neg", "pos", "abs", "invert", *(side + name for name in SUMS + BITS for side in ("", "r", "i"))):
    setattr(ObjectView, f"__{_name}__", _computing(_name))


def _bad(what: str) -> NoReturn:
    raise BadAnswer(f"your code returned {what}")


def _views(student: Student, value: Any) -> Any:
    """What a call gave, with a view for every object in it."""
    if isinstance(value, HandleRef):
        return ObjectView(student, value)
    if isinstance(value, list | tuple | dict | ObjectFields):
        return rebuilt(value, lambda part: _views(student, part))
    return value


def _unwrap(value: Any) -> Any:
    if isinstance(value, ObjectView):
        return value.handle
    must_be_values(value, doing="be handed to a function")
    if isinstance(value, ObjectFields):
        raise NoValue(
            f"a {value.class_name} that came as a value cannot be handed to a function: it is no object of that class "
            "any more; get it with .object(…)",
            returned=True,
        )
    return rebuilt(value, _unwrap) if isinstance(value, list | tuple | dict) else value
