"""Starts a launcher with a clean command line, and an environment without secrets:

    python -m softmark.sandbox.clean_start PRELOAD TARGET ENTRY ARGS…

The arguments name paths and people; they wait in a pipe, because every process on a machine may read a command line,
and workers inherit it. Apart from the launcher itself, because whoever only starts one needs nothing else of it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from softmark.sandbox.layers import process

WORKER_ENTRY = "softmark.sandbox.worker:main"
"""What every worker runs, but for those of tests."""

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


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """The variables that grader, server and workers start with. Tokens and passwords are not among them."""
    kept = {name: text for name, text in given.items() if name in PASSED_ON or name.startswith(PASSED_ON_PREFIX)}
    path = [part for part in kept.get("PYTHONPATH", "").split(os.pathsep) if part]
    if ENGINE not in path:
        path.append(ENGINE)
    return {**kept, **ALWAYS, "PYTHONPATH": os.pathsep.join(path)}


def command(
    target: str,
    arguments: Sequence[str] = (),
    *,
    preload: Sequence[str] = (),
    entry: str = WORKER_ENTRY,
    python: str = sys.executable,
) -> list[str]:
    """The command line that runs `target` (module:function) as a grader with a server of its own."""
    return [python, "-m", "softmark.sandbox.clean_start", ",".join(preload), target, entry, *arguments]


def main(argv: Sequence[str]) -> NoReturn:
    """Become the launcher, by a new start: the variables that a process starts with stay in the memory of all that are
    forked from it, and numerical libraries read the number of threads once, when they are loaded."""
    preload, target, entry, *arguments = argv
    words = [sys.executable, "-m", "softmark.sandbox.launcher", str(_set_aside(arguments)), preload, target, entry]
    os.execve(sys.executable, words, environment(os.environ))


def _set_aside(arguments: Sequence[str]) -> int:
    """In a pipe that outlives an exec."""
    mine, theirs = os.pipe()
    os.set_blocking(theirs, False)
    text = json.dumps(arguments).encode()
    if os.write(theirs, text) < len(text):
        raise SystemExit("The grader was given more words than it can take: shorten the paths.")
    os.close(theirs)
    os.set_inheritable(mine, True)
    return mine


if __name__ == "__main__":
    main(sys.argv[1:])
