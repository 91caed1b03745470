"""The root of the process tree, which clean_start becomes.

It imports what workers will need, forks the fork server, and only then becomes the grader by calling the target with
(server, arguments). Whatever is secret is read after that fork, the arguments too.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NoReturn

from softmark.sandbox import client
from softmark.sandbox.clean_start import THREADS, WORKER_ENTRY
from softmark.sandbox.fork_server import load
from softmark.sandbox.layers import process

WORKER_MODULES = ("softmark.sandbox.worker", "softmark.running.execute", "softmark.checks.values")
"""What a worker needs of the engine. Imported here: in the sandbox the engine's files cannot be read."""


def main(argv: Sequence[str]) -> int:
    """`argv`: the descriptor that the arguments wait behind, packages to import before forking, the target, and what
    every worker runs."""
    waiting, preload, target, entry = argv
    _leave_out_current_folder()
    gc.disable()  # what is imported stays
    preloaded = [_preload(name) for name in preload.split(",") if name]
    for name in WORKER_MODULES if entry == WORKER_ENTRY else ():
        importlib.import_module(name)
    _ready_to_fork(preload)
    must_read = [str(module.__file__) for module in preloaded if getattr(module, "__file__", None)]
    with client.start(entry, must_read=must_read) as handle:
        # From here on this process is the grader.
        grader: Callable[[client.ServerHandle, list[str]], int | None] = load(target)
        with os.fdopen(int(waiting), encoding="utf-8") as words:
            return grader(handle, json.load(words)) or 0


def _leave_out_current_folder() -> None:
    """What a safe path does from Python 3.11 on."""
    if sys.version_info < (3, 11) and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109
        del sys.path[0]


def _preload(name: str) -> ModuleType:
    try:
        module = importlib.import_module(name)
    except ImportError as problem:
        raise SystemExit(f"The grader cannot import {name}, which is to be preloaded: {problem}.") from problem
    if warm := {"torch": _warm_torch, "numpy": _warm_numpy}.get(name):
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


def _ready_to_fork(preload: str) -> None:
    # Little of it is garbage, and looking for that takes as long as a hundred checks.
    gc.freeze()  # or every collection in a worker would copy the pages that all of them share
    gc.enable()
    if process.tasks() != 1:
        raise SystemExit(f"The grader found {process.tasks()} threads after importing {preload}; forking needs one.")
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
