"""The sandboxed worker: holds one program, and answers questions until the channel closes.

It starts inside the sandbox (see sandbox/), gets files over its channel and imports them one at a time. The same worker
serves a student's files and, in a process of its own, the reference's: that one is also asked to stand in for functions
of somebody else's (standing_in.py). A student's worker holds no secret: reference, graders and results are elsewhere.
"""

from __future__ import annotations

import contextlib
import importlib
import signal
import socket
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from ..checks.errors import BadAnswer, NotLoaded, StudentFailure
from ..checks.module_names import empty_module, file_among, folders_above, in_python, module_of
from ..checks.request import Request
from ..checks.values import NotPlain
from ..locating.watched_calls import Tracer
from ..running.execute import CappedText, Executor, describe
from ..running.fence import Fence
from . import stand_ins, standing_in, wire
from .evidence import TOUCHED, Evidence, replacements
from .standing_in import CALL, TOO_MUCH, Refused


class LoadedFiles:
    """The files of a program, and what is asked of them."""

    def __init__(
        self,
        channel: socket.socket,
        folder: Path,
        files: Mapping[str, str],
        own: list[str],
        rules: Mapping[str, list[str]],
    ) -> None:
        """Put the sources where `import` finds them, and a fence around them; nothing runs yet. `rules`: task → what
        may not be called in its checks."""
        self.channel, self.folder = channel, folder
        self.modules: dict[str, ModuleType] = {}
        self.failures: dict[str, StudentFailure] = {}
        self.own_files, self.rules = frozenset(own), rules
        self.absent: set[str] = set()
        """Modules that were left out."""
        self.notes: list[str] = []
        """On the call that was answered last."""
        self.executor = Executor(self.modules, self.failures, self.own_files, owns_arguments=True)
        self.evidence, self.fence = Evidence(), Fence(own)
        self.fence.surround({call for calls in rules.values() for call in calls})
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
            for above in folders_above(module_of(name)):
                self._open(above)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True

    def _open(self, folder: str) -> None:
        """A folder as a package of its own, whatever else is installed under its name."""
        made = sys.modules[in_python(folder)] = empty_module(folder)
        made.__path__ = [str(self.folder / folder)]

    def load(self, name: str, replace: list[str], skip: bool, stub: str) -> None:
        """Import one file; then put call-backs in the place of the names that are graded as given.

        A file that cannot be imported has its place filled by its stub when a later task stands on it. One that is left
        out is absent for all others, too.
        """
        printed = CappedText()
        try:
            if skip:
                self.absent.add(in_python(name))
                sys.modules[in_python(name)] = None  # type: ignore[assignment]
                raise NotLoaded(f"{name}.py could not be imported")
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.modules[name] = importlib.import_module(in_python(name))
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            self.failures[name] = load_failure(name, error, self.own_files, self.absent)
            if not replace:
                raise self.failures[name] from None
            self.modules[name] = sys.modules[in_python(name)] = empty_module(name)
            with contextlib.suppress(Exception):  # it imports from a file that has no stub
                exec(compile(stub, f"<{name}.py, untouched>", "exec"), vars(self.modules[name]))
        stand_ins.replace(self.modules[name], name, replace, self.channel, stub)

    def answer(self, request: Request, task: str, watch: bool, follow: bool) -> wire.Packed:
        """Behind the fence until it is bytes: packing, too, may run the student's code. With `watch` it is noted what
        ran besides, with `follow` its steps are told."""
        forbidden, self.notes = self.rules.get(task, ()), []
        self.executor.follow = tracer = Tracer(self.own_files) if follow else None

        def packed() -> wire.Packed:
            fields = self.executor.perform(request).to_json()
            if tracer and tracer.calls:
                fields["watched"] = tracer.calls[-1].to_json()
            return wire.pack(fields, wire.REPLY)

        with self.fence.closed(forbidden):
            reply, self.notes = self.evidence.of(packed, forbidden) if watch else (packed(), [])
        return reply


def load_failure(name: str, error: BaseException, own_files: frozenset[str], absent: Collection[str]) -> StudentFailure:
    """Why a file could not be imported, with its line."""
    if isinstance(error, NotLoaded):
        return error
    if isinstance(error, ImportError) and error.name in absent:
        return NotLoaded(f"{name}.py imports {error.name}, and that could not be imported")
    if isinstance(error, SyntaxError):
        file = file_among(error.filename or "", own_files) or f"{name}.py"
        return NotLoaded(
            f"{file} could not be imported: {type(error).__name__}: {error.msg}",
            line=f"{file} line {error.lineno}" if error.lineno else None,
            staff=str(error),
        )
    found = describe(error, own_files)
    if isinstance(error, SystemExit):
        found.text = "SystemExit ends Python; take the exit out"
    text = found.text.removeprefix("your code raised ")
    return NotLoaded(f"{name}.py could not be imported: {text}", line=found.line, staff=found.staff)


def failure_fields(failure: StudentFailure, folder: Path) -> dict[str, Any]:
    """A failure as plain JSON. The worker's own folder has another name each time, and means nothing to anybody."""
    place = f"{folder}/"
    return {
        "kind": failure.category,
        "text": failure.text.replace(place, ""),
        "line": failure.line,
        "chain": [link.plain() for link in getattr(failure, "chain", ())],
        "staff": failure.staff.replace(place, ""),
        "exception": getattr(failure, "exception", ""),
        "call": getattr(failure, "call", ""),
        "kinds": list(getattr(failure, "kinds", ())),
        "message": getattr(failure, "message", "").replace(place, ""),
    }


class Worker:
    """One program behind a channel."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel, self._folder = channel, Path.cwd()
        self._files: LoadedFiles

    def serve(self) -> None:
        """Until the grader closes the channel."""
        replaced = replacements()
        with contextlib.suppress(wire.Closed):
            while True:
                frame = wire.receive_sealed(self._channel)
                head, reply = self._answer(frame)
                if frame.head.get("fresh") and replaced():
                    head["seen"] = [*head.get("seen", []), TOUCHED]
                wire.send(self._channel, {"n": frame.head.get("n"), **head}, reply, most=wire.REPLY)

    def _answer(self, sealed: wire.Sealed) -> tuple[dict[str, Any], wire.Packed]:
        if sealed.head["do"] == CALL:
            return self._stood_in(sealed)
        try:
            reply = self._do(sealed.open())
        except (StudentFailure, NotPlain) as problem:
            failure = BadAnswer(f"your code returned {problem}") if isinstance(problem, NotPlain) else problem
            return {"failure": failure_fields(failure, self._folder)}, wire.NOTHING
        return {"ok": True, **({"seen": self._files.notes} if self._files.notes else {})}, reply

    def _do(self, frame: wire.Frame) -> wire.Packed:
        head = frame.head
        match head["do"]:
            case "place":
                self._files = LoadedFiles(self._channel, self._folder, head["files"], head["own"], head["rules"])
            case "load":
                self._files.load(head["name"], head["replace"], head["skip"], head["stub"])
                if failure := self._files.failures.get(head["name"]):
                    raise failure
            case "perform":
                if head["fresh"]:
                    self._files.executor.forget()
                args, kwargs = frame.value
                request = Request(head["op"], head["target"], tuple(args), kwargs)
                return self._files.answer(request, head["task"], head["watch"], head.get("follow") is True)
        return wire.NOTHING

    def _stood_in(self, sealed: wire.Sealed) -> tuple[dict[str, Any], wire.Packed]:
        """What somebody else's code gets for a call: of an exception only its kind."""
        try:
            return {}, wire.pack(standing_in.answer(self._files.modules, sealed.open()), wire.REPLY)
        except Refused as refusal:
            return {"raise": str(refusal)}, wire.NOTHING
        except MemoryError:
            return {"raise": TOO_MUCH}, wire.NOTHING
        except (wire.WireError, NotPlain):
            return {"raise": "a given function was sent something that is no value"}, wire.NOTHING
        except Exception as error:  # the reference, given nonsense by the student: their mistake, in their process
            return {"raise": f"{type(error).__name__} in a given function"}, wire.NOTHING


def main(channel: socket.socket) -> None:
    """What a forked worker runs."""
    # a fence that is hit in a thread interrupts this one, which may wait for it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Worker(channel).serve()
