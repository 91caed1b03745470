"""The sandboxed worker: the only file that runs student code on the server.

It starts inside the sandbox (see sandbox/), gets the student's files over its channel, imports them one at a time, and
answers requests until the channel closes. It holds no secret: the reference, the graders and the results are elsewhere.
"""

from __future__ import annotations

import contextlib
import importlib
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from ..checks.errors import BadAnswer, NotLoaded, StudentFailure
from ..checks.module_names import empty_module, file_among, folders_above, in_python, module_of
from ..checks.request import Outcome, Request
from ..checks.values import NotPlain
from ..locating.watched_calls import Tracer
from ..running.execute import CappedText, Executor, describe
from . import calls_seen, stand_ins, wire


class LoadedFiles:
    """The files loaded so far, and what is asked of them."""

    def __init__(self, channel: socket.socket, folder: Path) -> None:
        self.channel = channel
        self.folder = folder
        self.modules: dict[str, ModuleType] = {}
        self.failures: dict[str, StudentFailure] = {}
        self.own_files: set[str] = set()
        self.executor = Executor(self.modules, self.failures)

    def place(self, files: Mapping[str, str], own: list[str]) -> None:
        """Put the sources where `import` finds them; nothing runs yet. Files placed before are forgotten."""
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text, encoding="utf-8", newline="\n")
            if self.own_files:
                sys.modules.pop(in_python(module_of(name)), None)
            for folder in folders_above(module_of(name)):
                self._open(folder)
        self.modules.clear()
        self.failures.clear()
        self.own_files = set(own)
        self.executor = Executor(self.modules, self.failures, frozenset(own), owns_arguments=True)
        if str(self.folder) not in sys.path:
            sys.path.insert(0, str(self.folder))
        sys.dont_write_bytecode = True

    def _open(self, folder: str) -> None:
        """A folder as a package of its own, whatever else is installed under its name."""
        made = sys.modules[in_python(folder)] = empty_module(folder)
        made.__path__ = [str(self.folder / folder)]

    def change(self, name: str, text: str) -> None:
        """Put another text in the place of one file. What others imported from it before stays as it was."""
        (self.folder / f"{name}.py").write_text(text, encoding="utf-8", newline="\n")
        sys.modules.pop(in_python(name), None)
        self.modules.pop(name, None)
        self.failures.pop(name, None)

    def load(self, name: str, replace: list[str], skip: bool, stub: str) -> None:
        """Import one file; then put call-backs in the place of the names that are graded as given.

        A file that cannot be imported has its place filled by its stub when a later task stands on it.
        """
        printed = CappedText()
        try:
            if skip:
                raise NotLoaded(f"{name}.py could not be imported")
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.modules[name] = importlib.import_module(in_python(name))
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            self.failures[name] = load_failure(name, error, frozenset(self.own_files))
            if not replace:
                raise self.failures[name] from None
            self.modules[name] = sys.modules[in_python(name)] = empty_module(name)
            with contextlib.suppress(Exception):  # it imports from a file that has no stub
                exec(compile(stub, f"<{name}.py, untouched>", "exec"), vars(self.modules[name]))
        stand_ins.replace(self.modules[name], name, replace, self.channel, stub)

    def answer(self, request: Request, seen: set[str] | None, watch: bool = False) -> Outcome:
        """`seen` collects what torch ran, for whoever wants to know: what its tape tells, with `watch` all of it."""
        if seen is None:
            return self.executor.perform(request)
        self.executor.look_back = lambda answer: calls_seen.note_tape(answer, seen)
        try:
            if watch:
                return calls_seen.observed(lambda: self.executor.perform(request), seen)
            return self.executor.perform(request)
        finally:
            self.executor.look_back = None


def load_failure(name: str, error: BaseException, own_files: frozenset[str]) -> StudentFailure:
    """Why a file could not be imported, with its line."""
    if isinstance(error, NotLoaded):
        return error
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
        "kinds": list(getattr(failure, "kinds", ())),
        "message": getattr(failure, "message", "").replace(place, ""),
    }


def main(channel: socket.socket, payload: dict[str, Any]) -> None:
    """Serve requests until the grader closes the channel."""
    calls_seen.get_ready()
    session = LoadedFiles(channel, Path(payload.get("folder") or Path.cwd()))
    while True:
        try:
            frame = wire.receive_sealed(channel)
        except wire.Closed:
            return
        if frame.head.get("do") == "perform all":
            _answer_all(session, frame)
            continue
        seen: set[str] | None = set() if frame.head.get("look") is True else None
        answers = {"n": frame.head.get("n")}
        try:
            reply = _serve(session, frame.open(), seen)
        except StudentFailure as failure:
            wire.send(channel, {**answers, **_failure_head(failure, session)})
            continue
        head = {**answers, "ok": True, **_seen(seen)}
        try:
            wire.send(channel, head, reply, most=wire.REPLY)
        except NotPlain as error:
            wire.send(channel, {**answers, **_failure_head(error, session)})


def _seen(seen: set[str] | None) -> dict[str, Any]:
    return {"seen": sorted(seen)} if seen else {}


def _failure_head(problem: StudentFailure | NotPlain, session: LoadedFiles) -> dict[str, Any]:
    """What became of a request instead of an answer, for the head of a reply."""
    failure = BadAnswer(f"your code returned {problem}") if isinstance(problem, NotPlain) else problem
    return {"failure": failure_fields(failure, session.folder)}


def _answer_all(session: LoadedFiles, bundle: wire.Sealed) -> None:
    """Many requests in one frame, many answers in another; what follows a failure in the same check is left out."""
    heads: list[dict[str, Any]] = []
    packed: list[wire.Packed] = []
    seen: set[str] | None = set() if bundle.head.get("look") is True else None
    failed = False
    for part in bundle.parts():
        head: dict[str, Any] = {}
        answer = wire.NOTHING
        if part.head["fresh"]:
            session.executor.forget()
            failed = False
        if not failed:
            try:
                answer = wire.pack(_perform(session, part.open(), seen), wire.REPLY)
                head = {"ok": True}
            except (StudentFailure, NotPlain) as problem:
                head, failed = _failure_head(problem, session), True
        heads.append(head)
        packed.append(answer)
    replies = wire.Bundle(packed)
    reply_head = {"n": bundle.head.get("n"), "heads": heads, "sizes": replies.sizes, **_seen(seen)}
    try:
        wire.send(session.channel, reply_head, replies, most=wire.REPLY)
    except NotPlain:  # too much for one frame; one at a time it may do
        wire.send(session.channel, {"n": bundle.head.get("n")})


def _perform(session: LoadedFiles, frame: wire.Frame, seen: set[str] | None) -> dict[str, Any]:
    args, kwargs = frame.value
    request = Request(frame.head["op"], frame.head["target"], tuple(args), kwargs)
    if frame.head.get("follow") is not True:
        return session.answer(request, seen, frame.head.get("watch") is True).to_json()
    keep = [number for number in frame.head.get("keep", []) if type(number) is int]
    tracer = Tracer(frozenset(session.own_files), keep=keep)
    session.executor.follow = tracer
    try:
        fields = session.answer(request, None).to_json()
    finally:
        session.executor.follow = None
    if tracer.calls:
        fields["watched"] = tracer.calls[-1].to_json()
        fields |= {"kept": [tracer.values.get(number) for number in keep]} if keep else {}
    return fields


def _serve(session: LoadedFiles, frame: wire.Frame, seen: set[str] | None) -> Any:
    match frame.head:
        case {"do": "place", "files": dict(files), "own": list(own)}:
            session.place(files, own)
        case {"do": "load", "name": str(name), "replace": list(replace), "skip": bool(skip), "stub": str(stub)}:
            if isinstance(text := frame.head.get("text"), str):
                session.change(name, text)
            session.load(name, replace, skip, stub)
        case {"do": "perform", "fresh": bool(fresh)}:
            if fresh:
                session.executor.forget()
            return _perform(session, frame, seen)
    return None
