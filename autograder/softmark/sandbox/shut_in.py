"""Forks a process that shuts itself into the sandbox, and reads its report of how far it got."""

from __future__ import annotations

import json
import os
import select
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from softmark.sandbox.layers.enter import Plan, enter

PATIENCE = 20.0
"""Seconds for a report. It takes milliseconds, but half a core may be busy."""
CRASHED = 70
"""Exit code of a process whose own code failed, not the student's."""

Look = Callable[[Mapping[str, str]], dict[str, Any]]
Run = Callable[[int], "int | None"]


def forked(plan: Plan, channel: int, run: Run, look: Look = lambda layers: {}) -> tuple[int, dict[str, Any]]:
    """The number of the process, and its report: the `layers` around it, and what it finds when it takes a `look`.

    An empty report means that it ended without a word. Then it goes on with `run`, which is given its end of the
    channel. Call this where there is a single thread.
    """
    mine, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        _be_it(plan, channel, theirs, run, look)
    os.close(theirs)
    try:
        return pid, _read(mine)
    finally:
        os.close(mine)


def _be_it(plan: Plan, channel: int, report: int, run: Run, look: Look) -> NoReturn:
    status = CRASHED
    try:
        inside = enter(plan, channel, report)
        os.write(inside.report, json.dumps({"layers": inside.layers, **look(inside.layers)}).encode())
        os.close(inside.report)
        status = run(inside.channel) or 0
    except SystemExit as asked:
        status = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
    finally:
        os._exit(status & 0xFF)


def _read(descriptor: int) -> dict[str, Any]:
    """It is written in one go."""
    ready, _, _ = select.select([descriptor], [], [], PATIENCE)
    written = os.read(descriptor, 1 << 16) if ready else b""
    report: dict[str, Any] = json.loads(written or "{}")
    return report
