"""Carries out one request on loaded modules: call, construct, differentiate, look.

The same code serves three places: the sandboxed worker (student code on the server), the trusted process (reference
and known mistakes) and the student's own machine (the local check). It returns plain data or raises a StudentFailure.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import random
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from ..checks import values
from ..checks.chain import chain_of
from ..checks.differences import alike
from ..checks.errors import BadAnswer, NotLoaded, NotWritten, StudentFailure, StudentRaised, WrongWeights
from ..checks.numpy_if_there import THERE, np
from ..checks.request import SETTING, Outcome, Request
from ..checks.values import HandleRef, Method, NotPlain, Rng
from . import on_objects
from .plain_values import plain

PRINTED_CAP = 4000
ASKED_PRINTED_CAP = 100_000
"""Characters of printed text that are an answer: more are refused."""
MOST_OBJECTS = 10_000
"""That one check may have at a time."""
_NOT_WRITTEN = re.compile(r"Task (\d+(?:\.\d+)*):")


class CappedText(io.TextIOBase):
    """Takes any amount of printing and keeps the first few thousand characters."""

    def __init__(self, most: int = PRINTED_CAP) -> None:
        self._kept: list[str] = []
        self._left = most

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        if self._left > 0:
            self._kept.append(text[: self._left])
        self._left -= len(text)
        return len(text)

    def text(self) -> str:
        return "".join(self._kept)

    @property
    def is_cut(self) -> bool:
        return self._left < 0


class Executor:
    """Holds loaded modules and the objects constructed from them."""

    def __init__(
        self,
        modules: Mapping[str, ModuleType],
        failures: Mapping[str, StudentFailure] | None = None,
        own_files: frozenset[str] = frozenset(),
        owns_arguments: bool = False,
    ) -> None:
        self._modules = modules
        self._failures = failures or {}
        self._own_files = own_files
        self._owns_arguments = owns_arguments
        """Arguments come fresh off the wire, so nobody else would notice a change in them."""
        self._objects: dict[int, Any] = {}
        self.follow: Callable[..., Any] | None = None
        """Runs a call (a function and its arguments) while looking on (locating/watched_calls.py); plain calls need
        none."""

    def perform(self, request: Request) -> Outcome:
        """Do it, and turn whatever happens into an Outcome or a StudentFailure."""
        seed_everything()
        printed = CappedText()
        before, sys.stdout, sys.stderr = (sys.stdout, sys.stderr), printed, printed
        try:
            outcome = self._do(request, self._find(request.target))
        except StudentFailure:
            raise
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # SystemExit and friends are the student's mistake too
            raise describe(error, self._own_files, printed.text()) from None
        finally:
            sys.stdout, sys.stderr = before
        return replace(outcome, printed=text) if (text := printed.text()) else outcome

    def forget(self) -> None:
        """Drop constructed objects, between checks, and what was set for all code: the next task did not set it."""
        self._objects.clear()
        torch = values.torch_module()
        if torch is not None:
            torch.set_grad_enabled(True)
            torch.set_default_dtype(torch.float32)
            if torch.are_deterministic_algorithms_enabled():  # to set it imports a compiler, which takes seconds
                torch.use_deterministic_algorithms(False)

    def _find(self, target: str) -> Any:
        head, _, rest = target.partition(".")
        if head.startswith("#"):
            instance = self._objects[int(head[1:])]
            missing = f"your {type(instance).__name__} has no {rest}; has it been renamed or removed?"
            return _inside(instance, rest.split("."), missing) if rest else instance
        if head in self._failures:
            raise self._failures[head]
        if head not in self._modules:
            raise NotLoaded(f"your submission has no {head}.py")
        missing = f"{head}.py does not define {rest}; has it been renamed or removed?"
        return _inside(self._modules[head], rest.split("."), missing)

    def _do(self, request: Request, target: Any) -> Outcome:
        if request.op == "weights":
            return Outcome(value={name: plain(part) for name, part in target.state_dict().items()})
        if request.op == "attribute":
            is_method = callable(target) and not isinstance(target, type)
            return Outcome(value=Method() if is_method else plain(target, self._keep))
        given = [self._prepare(part) for part in request.args]
        named = {name: self._prepare(part) for name, part in request.kwargs.items()}
        if request.op in on_objects.OPERATIONS:
            done = on_objects.OPERATIONS[request.op](target, *given)
            return Outcome(value=plain(done, self._keep))
        if isinstance(target, type) and request.op not in ("printed", "object"):
            return Outcome(value=self._construct(target, given, named))
        if request.op == "grad":
            return self._differentiate(target, given, named)
        if request.op == "printed":
            return Outcome(value=self._printed(target, given, named))
        if request.op == "observe":
            before, weights, settings = values.copy((given, named)), _weights(target), _settings()
            answer = self._called(target, given, named)
            changed = _changes(before[0], given, before[1], named)
            changed += tuple(name for name, part in _weights(target).items() if not _equal(weights.get(name), part))
            changed += tuple(name for name, value in _settings().items() if settings[name] != value)
        else:
            answer, changed = self._called(target, given, named), ()
        needs_grad = any(getattr(part, "requires_grad", False) for _, part in values.arrays_in(answer))
        value = plain(answer, self._keep) if request.op == "object" else plain(answer)
        return Outcome(value=value, changed=changed, requires_grad=needs_grad)

    def _printed(self, target: Any, given: list[Any], named: dict[str, Any]) -> str:
        """What a call prints, as its answer."""
        printed = CappedText(ASKED_PRINTED_CAP)
        with contextlib.redirect_stdout(printed):
            self._called(target, given, named)
        if printed.is_cut:
            raise BadAnswer(f"your code printed more than {ASKED_PRINTED_CAP:,} characters")
        return printed.text()

    def _keep(self, made: Any) -> HandleRef:
        """The number under which an object is asked for from now on."""
        torch = values.torch_module()
        number = len(self._objects)
        if number >= MOST_OBJECTS:
            raise NotPlain(f"more than {MOST_OBJECTS:,} objects")
        self._objects[number] = made
        return HandleRef(number, type(made).__name__[:60], torch is not None and isinstance(made, torch.nn.Module))

    def _called(self, target: Any, given: list[Any], named: dict[str, Any]) -> Any:
        if self.follow is None:
            return target(*given, **named)
        return self.follow(target, *given, **named)

    def _prepare(self, value: Any) -> Any:
        """A private copy of an argument; stand-ins become the real thing."""
        if isinstance(value, Rng):
            torch = values.torch_module()
            if torch is not None:
                return torch.Generator().manual_seed(value.seed)
            return np.random.default_rng(value.seed) if THERE else random.Random(value.seed)
        if isinstance(value, HandleRef):
            return self._objects[value.number]
        if isinstance(value, list | tuple | dict):
            return values.rebuilt(value, self._prepare)
        return value if self._owns_arguments else values.copy(value)

    def _construct(self, cls: type, given: list[Any], named: dict[str, Any]) -> Any:
        weights, dtype, train = named.pop("weights", None), named.pop("dtype", None), named.pop("train", False)
        with no_random_start() if weights is not None else contextlib.nullcontext():
            made = cls(*given, **named)
        torch = values.torch_module()
        if torch is not None and isinstance(made, torch.nn.Module):
            wanted = getattr(torch, dtype or "float32")
            if weights is not None:
                load_weights(made, weights, wanted)
            if any(part.is_floating_point() and part.dtype != wanted for part in _unset(made, weights is not None)):
                made.to(wanted)
            if made.training != bool(train):
                made.train(bool(train))
        # `parse = int` is a function to whoever calls it
        return plain(made) if cls.__module__ == "builtins" else self._keep(made)

    def _differentiate(self, target: Any, given: list[Any], named: dict[str, Any]) -> Outcome:
        torch = values.torch_module()
        inputs = [part for _, part in values.arrays_in((given, named)) if part.is_floating_point()]
        for part in inputs:
            part.requires_grad_(True)
        part_of = named.pop("grad_of", None)  # of several results, the one that is differentiated
        number = named.pop("grad_part", 0)  # of a batch that is handed over one at a time, the number of this one
        owner = _layer(target)
        parameters = dict(owner.named_parameters()) if owner is not None else {}
        with torch.enable_grad():
            # Inside a network a tensor comes from somewhere, and to write into it raises nothing. Whether it is
            # written into is another check's business: one mistake is to cost once.
            answer = self._called(target, _from_somewhere(given), _from_somewhere(named))
            several = isinstance(answer, tuple | list) and part_of is not None and part_of < len(answer)
            differentiated = answer[part_of] if several else answer
            outputs = [part for _, part in values.arrays_in(differentiated) if part.requires_grad]
            wanted = [*inputs, *parameters.values()]
            if outputs:
                total = sum((part * cotangent(part, number)).sum() for part in outputs)
                gradients = torch.autograd.grad(total, wanted, allow_unused=True)
            else:
                gradients = (None,) * len(wanted)
        found = [plain(part) for part in gradients]
        return Outcome(
            value=plain(answer),
            requires_grad=bool(outputs),
            by_input=tuple(found[: len(inputs)]),
            by_name=dict(zip(parameters, found[len(inputs) :], strict=True)),
        )


def _inside(value: Any, names: list[str], missing: str) -> Any:
    for name in names:
        try:
            value = getattr(value, name)
        except AttributeError:
            raise NotLoaded(missing) from None
    return value


def _from_somewhere(value: Any) -> Any:
    """The same, where what is differentiated is the result of an operation, as it is inside a network."""
    if values.is_tensor(value):
        return value.clone() if value.requires_grad else value
    if isinstance(value, list | tuple):
        return type(value)(_from_somewhere(part) for part in value)
    if isinstance(value, dict):
        return {key: _from_somewhere(part) for key, part in value.items()}
    return value


def _layer(target: Any) -> Any:
    """The layer that is called, or whose method is; None for a plain function."""
    torch = values.torch_module()
    owner = target if torch is None or isinstance(target, torch.nn.Module) else getattr(target, "__self__", None)
    return owner if torch is not None and isinstance(owner, torch.nn.Module) else None


def _weights(target: Any) -> dict[str, Any]:
    """Copies of the weights of the layer that is called. Buffers are not among them: they are the student's own."""
    owner = _layer(target)
    return {} if owner is None else {name: plain(part) for name, part in owner.named_parameters()}


def _settings() -> dict[str, Any]:
    """What holds for all code of the process, by the names that students read."""
    torch = values.torch_module()
    if torch is None:
        return {}
    return {
        f"{SETTING}switch for gradients": torch.is_grad_enabled(),
        f"{SETTING}default dtype": torch.get_default_dtype(),
        f"{SETTING}switch for deterministic algorithms": torch.are_deterministic_algorithms_enabled(),
    }


def cotangent(output: Any, number: int = 0) -> Any:
    """The fixed, uneven direction in which outputs are differentiated: a sum would hide mistakes that cancel. Of part
    `number` of a batch it is that part of the batch's."""
    torch = values.torch_module()
    steps = torch.arange(number * output.numel(), (number + 1) * output.numel(), dtype=torch.float64)
    return torch.cos(1.7 * steps + 0.3).reshape(output.shape).to(output)


_RANDOM_STARTS = ("uniform_", "normal_", "kaiming_uniform_", "kaiming_normal_", "xavier_uniform_", "xavier_normal_")


@contextlib.contextmanager
def no_random_start() -> Iterator[None]:
    """Meanwhile layers leave their numbers unset: weights that are loaded next need no random ones before them."""
    torch = values.torch_module()
    init = None if torch is None else torch.nn.init
    kept = {name: getattr(init, name) for name in _RANDOM_STARTS} if init else {}
    try:
        for name in kept:
            setattr(init, name, lambda tensor, *args, **kwargs: tensor)
        yield
    finally:
        for name, function in kept.items():
            setattr(init, name, function)


def _unset(module: Any, loaded: bool) -> Iterator[Any]:
    """Its tensors whose dtype the weights that were loaded have not set."""
    if not loaded:
        yield from module.parameters()
    yield from module.buffers()


def load_weights(module: Any, weights: Mapping[str, Any], dtype: Any = None) -> None:
    """Load strictly, in `dtype`; a missing or extra name is the student's mistake and is named."""
    own = module.state_dict(keep_vars=True)
    missing = [name for name in own if name not in weights]
    extra = [name for name in weights if name not in own]
    name = type(module).__name__
    if extra:
        raise WrongWeights(
            f"your {name} has no parameter called {', '.join(extra[:4])}; the given constructor makes it: "
            "please leave the constructor as it was"
        )
    if missing:
        raise WrongWeights(
            f"your {name} has parameters that the given constructor does not make: {', '.join(missing[:4])}; "
            "please leave the constructor as it was"
        )
    for key, part in weights.items():
        if values.shape_of(own[key]) != values.shape_of(part):
            raise WrongWeights(
                f"the parameter {key} of your {name} has shape {values.shape_of(own[key])}; "
                f"the given constructor makes {values.shape_of(part)}"
            )
    for key, part in weights.items():
        # set, not copied into: the module may be in a coarser dtype, and nothing is to be rounded twice
        own[key].data = part.detach().clone() if dtype is None else part.detach().to(dtype, copy=True)


def seed_everything() -> None:
    """The same start for every call: a random answer is then at least the same random answer twice."""
    random.seed(0)
    if THERE:
        np.random.seed(0)
    torch = values.torch_module()
    if torch is not None:
        # not torch.manual_seed: it also notes the whole stack for devices that are not there, which costs milliseconds
        torch.default_generator.manual_seed(0)


def describe(error: BaseException, own_files: frozenset[str], printed: str = "") -> StudentFailure:
    """An exception from student code as a failure with the student's own line."""
    # `limit` keeps this cheap when a million frames of recursion are on the stack
    staff = "".join(traceback.format_exception(type(error), error, error.__traceback__, limit=-12))[-4000:]
    staff += f"\nprinted: {printed}" if printed else ""
    message = _first_line(error)
    chain = chain_of(error.__traceback__, own_files, message)
    line = chain[-1].place if chain else None
    if isinstance(error, NotPlain):
        return BadAnswer(f"your code returned {error}", line=line, staff=staff)
    if isinstance(error, NotImplementedError) and (task := _NOT_WRITTEN.match(message)):
        return NotWritten(f"task {task.group(1)} is not written yet", line=line, staff=staff)
    kinds = [f"{cls.__module__}.{cls.__qualname__}"[:120] for cls in type(error).__mro__ if _is_own(cls)]
    return StudentRaised(builtin_name(type(error)), message, chain=chain, staff=staff, kinds=kinds[:8])


def _is_own(cls: type) -> bool:
    return cls.__module__ != "builtins"


def builtin_name(cls: type[BaseException]) -> str:
    """The nearest builtin class: the student's own class names could carry data out of a hidden check."""
    for base in cls.__mro__:
        if getattr(builtins, base.__name__, None) is base:
            return str(base.__name__)
    return "Exception"


def _first_line(error: BaseException) -> str:
    try:
        return (str(error).strip().splitlines() or [""])[0][:300]
    except Exception:
        return ""


def _changes(
    before: list[Any], after: list[Any], before_named: dict[str, Any], after_named: dict[str, Any]
) -> tuple[str, ...]:
    named = [(f"argument {i + 1}", old, new) for i, (old, new) in enumerate(zip(before, after, strict=True))]
    named += [(f"argument {name}", before_named[name], after_named[name]) for name in before_named]
    return tuple(name for name, old, new in named if not _equal(old, new))


def _equal(old: Any, new: Any) -> bool:
    pairs = zip(values.arrays_in(old), values.arrays_in(new), strict=False)
    for (_, left), (_, right) in pairs:
        if values.device_name(left) == "meta":
            continue
        a, b = values.as_numpy(left), values.as_numpy(right)
        if a.shape != b.shape or not np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
            return False
    return alike(old, new)
