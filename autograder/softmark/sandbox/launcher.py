"""The root of the process tree: `python -m softmark.sandbox.launcher [--preload torch,numpy] -- module:function ARGS…`

It starts itself once more with a clean environment and without its arguments, which name paths and people: they wait in
a pipe, because every process on a machine may read a command line, and workers inherit this one. It imports what
workers will need, forks the fork server, and only then becomes the grader by calling the target with (server,
arguments). Whatever is secret is read after that fork.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from softmark.sandbox import client
from softmark.sandbox.clean_start import STARTED_CLEAN, THREADS, WORKER_ENTRY, environment, set_aside
from softmark.sandbox.fork_server import load
from softmark.sandbox.layers import identity, process

WORKER_MODULES = ("softmark.sandbox.worker", "softmark.running.execute", "softmark.checks.values")
"""What a worker needs of the engine. Imported here: in the sandbox the engine's files cannot be read."""


def main(argv: Sequence[str]) -> int:
    asked = _parse(argv)
    _start_clean(asked)
    gc.disable()  # what is imported stays
    identity.hide_memory_if_possible()
    preloaded = [_preload(name) for name in asked.preload]
    for name in WORKER_MODULES if asked.entry == WORKER_ENTRY else ():
        importlib.import_module(name)
    _ready_to_fork(asked.preload)
    must_read = [str(module.__file__) for module in preloaded if getattr(module, "__file__", None)]
    with client.start(asked.entry, must_read=must_read) as handle:
        # From here on this process is the grader.
        target: Callable[[client.ServerHandle, list[str]], int | None] = load(asked.target)
        return target(handle, _words(asked)) or 0


@dataclass(frozen=True)
class Asked:
    """The command line, taken apart."""

    preload: list[str]
    entry: str
    target: str
    arguments: list[str]
    waiting: int | None
    """The descriptor that the arguments wait behind, where they do not stand on the command line."""


def _parse(argv: Sequence[str]) -> Asked:
    """Ours are the options before the first `--`; what follows belongs to the target, other `--` included."""
    reader = argparse.ArgumentParser(
        prog="python -m softmark.sandbox.launcher",
        usage="%(prog)s [--preload NAMES] [--entry MODULE:FUNCTION] -- TARGET [ARGS ...]",
        description="Fork a server for student code, then call TARGET (module:function) as the grader.",
    )
    reader.add_argument(
        "--preload",
        type=_names,
        default=[],
        metavar="NAMES",
        help="packages to import before forking, separated by commas",
    )
    reader.add_argument(
        "--entry", default=WORKER_ENTRY, metavar="MODULE:FUNCTION", help="what every worker runs (default: %(default)s)"
    )
    reader.add_argument("--arguments", type=int, metavar="FD", help=argparse.SUPPRESS)
    at = list(argv).index("--") if "--" in argv else len(argv)
    options, rest = reader.parse_args(argv[:at]), list(argv[at + 1 :])
    if not rest:
        reader.error("say what to run: -- TARGET, as module:function")
    for name in (rest[0], options.entry):
        if ":" not in name:
            reader.error(f"{name!r} is not of the form module:function")
    return Asked(options.preload, options.entry, rest[0], rest[1:], options.arguments)


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _start_clean(asked: Asked) -> None:
    """Execute this very command again if the environment is not the clean one, or if arguments stand on its line.

    Numerical libraries read the number of threads once, when they are loaded; and what is in the environment stays
    in the memory of every process forked from here. So does the command line.
    """
    clean = environment(os.environ)
    if not asked.arguments and (os.environ.get(STARTED_CLEAN) == str(os.getpid()) or dict(os.environ) == clean):
        _leave_out_current_folder()
        return
    sys.stdout.flush()
    sys.stderr.flush()
    words = [sys.executable, *sys.orig_argv[1:]]
    if asked.arguments:
        at = words.index("--")
        words = [*words[:at], "--arguments", str(set_aside(asked.arguments)), "--", asked.target]
    os.execve(sys.executable, words, {**clean, STARTED_CLEAN: str(os.getpid())})


def _words(asked: Asked) -> list[str]:
    if asked.waiting is None:
        return asked.arguments
    with os.fdopen(asked.waiting, encoding="utf-8") as stream:
        words: list[str] = json.load(stream)
    return words


def _leave_out_current_folder() -> None:
    """What a safe path does from Python 3.11 on."""
    if sys.version_info < (3, 11) and sys.path and sys.path[0] in ("", str(Path.cwd())):
        del sys.path[0]


def _preload(name: str) -> ModuleType:
    try:
        module = importlib.import_module(name)
    except ImportError as problem:
        raise SystemExit(f"The grader cannot import {name}, which is to be preloaded: {problem}.") from problem
    warm = {"torch": _warm_torch, "numpy": _warm_numpy}.get(name)
    if warm is not None:
        warm(module)
    return module


def _warm_torch(torch: Any) -> None:
    """Load what torch loads on first use, on one thread: a second would not survive the fork, but its locks would."""
    from softmark.running import lean_torch

    lean_torch.leave_out_compiler()
    torch.set_num_threads(1)
    layer = torch.nn.Linear(4, 4)
    optimizer = torch.optim.AdamW(layer.parameters(), lr=0.0)
    torch.nn.functional.cross_entropy(layer(torch.zeros(2, 4)), torch.zeros(2, dtype=torch.int64)).backward()
    optimizer.step()
    torch.ones(2, 2, device="meta").tril()  # brings 500 modules
    # More than one only on request; nothing computes between here and the fork, so no second thread exists yet.
    torch.set_num_threads(max(1, int(os.environ.get(THREADS) or 1)))


def _warm_numpy(numpy: Any) -> None:
    numpy.linalg.inv(numpy.eye(2) @ numpy.eye(2))
    numpy.random.default_rng(0).random()


def _ready_to_fork(preloaded: Sequence[str]) -> None:
    # Little of it is garbage, and looking for that takes as long as a hundred checks.
    gc.freeze()  # or every collection in a worker would copy the pages that all of them share
    gc.enable()
    if not process.only_task():
        names = ", ".join(preloaded) or "the worker's modules"
        raise SystemExit(f"The grader found {process.tasks()} threads after importing {names}; forking needs just one.")
    sys.stdout.flush()
    sys.stderr.flush()


def _leave(code: int) -> NoReturn:
    """End here and now: taking thousands of modules apart one by one costs more than half a second."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # whoever read it may be gone
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    _leave(main(sys.argv[1:]))
