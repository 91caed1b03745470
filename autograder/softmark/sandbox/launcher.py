"""The root of the process tree: `python -m softmark.sandbox.launcher [--preload torch,numpy] -- module:function ARGS…`

It starts itself once more with a clean environment and without its arguments, which name paths and people: they wait in
a pipe, because every process on a machine may read a command line, and workers inherit this one. It imports what
workers will need, forks the fork server, and only then becomes the grader by calling the target with (server,
arguments). Whatever is secret is read after that fork. With `--on-request` it first forks itself for whoever asks, so
that many graders share one import (on_request.py).
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from softmark.sandbox import client, on_request
from softmark.sandbox.fork_server import load
from softmark.sandbox.walls import identity, process

GRADER = "softmark.commands.cli:inside"
"""What a launcher becomes when it grades; its arguments are the words of a command."""
WORKER_ENTRY = "softmark.sandbox.worker:main"
WORKER_MODULES = ("softmark.sandbox.worker", "softmark.checks.execute", "softmark.checks.values")
"""What a worker needs of the engine. Imported here: behind the walls the engine's files cannot be read."""

ENGINE = str(Path(__file__).resolve().parents[2])
"""The folder that the engine is imported from; a launcher must find it again."""

PASSED_ON = (
    *("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "COLORTERM", "COLUMNS", "LINES"),
    *("NO_COLOR", "FORCE_COLOR", "CI", "VIRTUAL_ENV", "LD_LIBRARY_PATH"),
    *("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONUNBUFFERED"),
    *("PYTHONUTF8", "PYTHONIOENCODING", "PYTHONWARNINGS", "PYTHONNOUSERSITE"),
)
PASSED_ON_PREFIX = "SOFTMARK_"
"""Our own settings. They reach student code: no secret belongs in one."""

# The hash seed is fixed so that two runs of one submission see sets in the same order; a graphics card would bring
# threads of its own, and not every machine has one.
# A safe path leaves the current folder out of it: a file named torch.py may be lying there.
ALWAYS = {**process.THREADS_ONE, "PYTHONHASHSEED": "0", "PYTHONSAFEPATH": "1", "CUDA_VISIBLE_DEVICES": ""}

THREADS = f"{PASSED_ON_PREFIX}THREADS"
"""How many threads torch may use. The audit shows that scores do not depend on it."""

STARTED_CLEAN = "SOFTMARK_STARTED_CLEAN"
"""The process that has just started itself anew. Should the system add variables of its own, once is enough."""


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """The variables that grader, server and workers start with. Tokens and passwords are not among them."""
    kept = {name: text for name, text in given.items() if name in PASSED_ON or name.startswith(PASSED_ON_PREFIX)}
    kept.pop(STARTED_CLEAN, None)
    path = [part for part in kept.get("PYTHONPATH", "").split(os.pathsep) if part]
    if ENGINE not in path:
        path.append(ENGINE)
    return {**kept, **ALWAYS, "PYTHONPATH": os.pathsep.join(path)}


def command(
    target: str,
    arguments: Sequence[str] = (),
    *,
    preload: Sequence[str] = (),
    entry: str | None = None,
    requests: int | None = None,
    python: str = sys.executable,
) -> list[str]:
    """The command line that runs `target` as a grader with a server of its own; with `requests`, a socket's descriptor,
    that waits there and forks such a grader whenever it is asked to."""
    options = ["--preload", ",".join(preload)] if preload else []
    options += ["--entry", entry] if entry else []
    options += ["--on-request", str(requests)] if requests is not None else []
    return [python, "-m", "softmark.sandbox.launcher", *options, "--", target, *arguments]


def main(argv: Sequence[str]) -> int:
    asked = _parse(argv)
    _start_clean(asked)
    gc.disable()  # nothing that is imported is garbage; `_ready_to_fork` looks once, at the end
    identity.hide_memory_if_possible()
    preloaded = [_preload(name) for name in asked.preload]
    for name in WORKER_MODULES if asked.entry == WORKER_ENTRY else ():
        importlib.import_module(name)
    _ready_to_fork(asked.preload)
    if asked.requests is not None:
        asked = replace(asked, waiting=on_request.answer(asked.requests))
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
    requests: int | None
    """The descriptor on which launchers are asked for, where this is to fork one for each request."""


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
    reader.add_argument("--on-request", type=int, metavar="FD", help=argparse.SUPPRESS)
    at = list(argv).index("--") if "--" in argv else len(argv)
    options, rest = reader.parse_args(argv[:at]), list(argv[at + 1 :])
    if not rest:
        reader.error("say what to run: -- TARGET, as module:function")
    for name in (rest[0], options.entry):
        if ":" not in name:
            reader.error(f"{name!r} is not of the form module:function")
    return Asked(options.preload, options.entry, rest[0], rest[1:], options.arguments, options.on_request)


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


def set_aside(arguments: Sequence[str]) -> int:
    """The arguments, in a pipe that outlives an exec."""
    mine, theirs = os.pipe()
    os.set_blocking(theirs, False)
    told = json.dumps(list(arguments)).encode()
    if os.write(theirs, told) < len(told):
        raise SystemExit("The grader was given more words than it can take: shorten the paths.")
    os.close(theirs)
    os.set_inheritable(mine, True)
    return mine


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
    from softmark.checks import lean_torch

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
    gc.collect()
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
