"""Replaces functions in the worker by stand-ins that call back to the grader, when a mistake is carried forward.

When a later task is graded on top of a correct earlier one, the earlier names are replaced by the functions below. No
reference code enters this process: a call sends its arguments out and gets plain tensors back. With torch a call-back
is an autograd function: one call forward, one backward. A module is carried as a whole class: the stub's, whose
constructor is public, so that weights load by name whatever the student's constructor makes. Its carried methods are
call-backs (the constructor's arguments are remembered, and the parameters travel with each call so that gradients reach
them), and all other methods are the student's, grafted on.
"""

from __future__ import annotations

import builtins
import functools
import socket
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from ..checks import values
from ..checks.module_names import empty_module
from ..locating import watched_calls
from . import wire
from .standing_in import CALL


def replace(module: ModuleType, module_name: str, names: list[str], channel: socket.socket, stub: str = "") -> None:
    """Put call-backs in the place of `names` ("softmax", "LayerNorm.forward") in the module's globals.

    `stub` is the module's file as it is handed out.
    """
    owners: dict[str, list[str]] = {}
    for name in names:
        owner, _, method = name.rpartition(".")
        if owner:
            owners.setdefault(owner, []).append(method)
        else:
            setattr(module, name, _function(f"{module_name}.{name}", channel))
    given = _untouched(module_name, stub) if owners else {}
    for owner, methods in owners.items():
        own, whole = getattr(module, owner, None), given.get(owner)
        # the student's own class too: what was made of it before, a subclass or another name, still means it
        for cls in (own, whole):
            if isinstance(cls, type):
                _remember_arguments(cls)
                for method in methods:
                    setattr(cls, method, _method(f"{module_name}.{owner}.{method}", channel))
        if isinstance(whole, type):
            _graft(own, whole, methods)
            setattr(module, owner, whole)
    # what a given constructor makes its parts of is the carried class, or else the student's
    given.update({name: part for name, part in vars(module).items() if name in given and not name.startswith("__")})


def _untouched(module_name: str, stub: str) -> dict[str, Any]:
    """The globals of the file as it is handed out, among the modules as they are by now."""
    made = empty_module(module_name)
    try:
        exec(compile(stub, f"<{module_name}.py, untouched>", "exec"), vars(made))
    except Exception:  # it imports something that an earlier file of the student's does not have
        return {}
    return vars(made)


def _graft(own: Any, whole: type, carried: list[str]) -> None:
    """Give a stub's class the student's methods, all but the constructor and what is carried."""
    if not isinstance(own, type):
        return
    for name, part in list(vars(own).items()):
        dunder = name.startswith("__") and name.endswith("__")
        if dunder or name in carried or not (callable(part) or isinstance(part, _KINDS_OF_METHODS)):
            continue
        for cell in getattr(part, "__closure__", None) or ():
            if cell.cell_contents is own:  # `super()` means the class it has moved to
                cell.cell_contents = whole
        setattr(whole, name, part)


_KINDS_OF_METHODS = (staticmethod, classmethod, property, functools.cached_property)


def _function(target: str, channel: socket.socket) -> Callable[..., Any]:
    def stand_in(*args: Any, **kwargs: Any) -> Any:
        return _call(channel, target, {"args": list(args), "kwargs": kwargs})

    stand_in.__name__ = target.rpartition(".")[2]
    return stand_in


def _method(target: str, channel: socket.socket) -> Callable[..., Any]:
    def stand_in(self: Any, *args: Any, **kwargs: Any) -> Any:
        built: tuple[Any, dict[str, Any]] = getattr(self, "_softmark_built", ((), {}))
        state = {**dict(self.named_parameters()), **dict(self.named_buffers())}
        made = {"built": list(built[0]), "built_named": built[1], "state": state}
        return _call(channel, target, {"args": list(args), "kwargs": kwargs, **made})

    return stand_in


def _remember_arguments(cls: Any) -> None:
    if "_softmark_remembers" in vars(cls):
        return
    original = cls.__init__

    @functools.wraps(original)
    def remember(self: Any, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        if type(self) is cls:
            self._softmark_built = (args, kwargs)

    cls.__init__ = remember
    cls._softmark_remembers = True


def _call(channel: socket.socket, target: str, packed: dict[str, Any]) -> Any:
    def asked() -> Any:
        torch = values.torch_module()
        leaves = [part for _, part in values.arrays_in(packed)]
        wanted = [i for i, part in enumerate(leaves) if getattr(part, "requires_grad", False)]
        if not wanted or not torch.is_grad_enabled():
            return _ask(channel, target, packed)
        return _through_autograd(channel, target, packed, wanted, [leaves[i] for i in wanted])

    return watched_calls.one_step(target[:60], list(packed.values()), asked)


def _through_autograd(
    channel: socket.socket, target: str, packed: dict[str, Any], wanted: list[int], leaves: list[Any]
) -> Any:
    """The call as a node of the student's own graph. Backward it is made once more, with the arguments as they are
    now, so nobody has to remember it elsewhere."""
    answer, kept = _ask(channel, target, packed), values.copy(packed)

    def differentiated(gradients: Sequence[Any]) -> Any:
        return _ask(channel, target, {**kept, "gradients": list(gradients)}, wanted)

    outputs = [part for _, part in values.arrays_in(answer)]
    return _refill(answer, iter(_node().apply(outputs, differentiated, *leaves)))


@functools.cache
def _node() -> Any:
    """Made once, because making a class takes longer than most calls."""
    import torch

    class CallBack(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, outputs: list[Any], differentiated: Callable[..., Any], *leaves: Any) -> Any:
            ctx.differentiated = differentiated
            ctx.mark_non_differentiable(*[part for part in outputs if not part.is_floating_point()])
            return tuple(outputs)

        @staticmethod
        def backward(ctx: Any, *gradients: Any) -> Any:
            return (None, None, *ctx.differentiated(gradients))

    return CallBack


def _refill(value: Any, outputs: Any) -> Any:
    """The answer's own structure, with the arrays that autograd knows."""
    return next(outputs) if values.is_array(value) else values.rebuilt(value, lambda part: _refill(part, outputs))


def _ask(channel: socket.socket, target: str, packed: dict[str, Any], wanted: Sequence[int] = ()) -> Any:
    """The answer of the reference; with `gradients` among what is sent, those of the `wanted` arrays."""
    try:
        wire.send(channel, {"do": CALL, "target": target, "wanted": list(wanted)}, packed, most=wire.REPLY)
    except values.NotPlain as problem:
        raise RuntimeError(f"a given function was sent {problem}") from None
    reply = wire.receive(channel)
    if reply.head.get("raise"):
        raise _raised(str(reply.head["raise"]))
    return reply.value


def _raised(said: str) -> Exception:
    """What the right function raised, if it is one of Python's own: later code may rely on it."""
    name, given, _ = said.partition(" in a given function")
    kind = getattr(builtins, name, None) if given else None
    plain = isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, (UnicodeError, OSError))
    return kind(said) if plain else RuntimeError(said)  # type: ignore[misc]
