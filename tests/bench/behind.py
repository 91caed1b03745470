"""What runs as the grader behind a launcher: the wire, call by call."""

from __future__ import annotations

import json
import time
from typing import Any

from softmark.checks.request import Request
from softmark.core.program import Local
from softmark.grading.charge import Budget
from softmark.grading.remote import Files, Remote
from softmark.running.execute import Executor
from softmark.running.trusted import load
from softmark.sandbox.client import Job, ServerHandle

ECHO = "def echo(x):\n    return x\n"
NUMBERS = (1, 1_000, 16_000, 256_000)
"""How many float64 numbers go there and back."""


def wire(server: ServerHandle, argv: list[str]) -> int:
    """Microseconds for a call that returns what it is given, into the sandbox and in this process."""
    import torch

    remote = Remote(
        lambda place: server.spawn(Job(slot=place)), Files({"echoing.py": ECHO}), Budget(1e9, lambda check: 30.0)
    )
    local = Local(Executor(load({"echoing": ECHO})))
    remote.perform(Request("call", "echoing.echo", (torch.zeros(1),)))
    found: dict[str, Any] = {}
    for count in NUMBERS:
        given = torch.arange(count, dtype=torch.float64)
        request = Request("call", "echoing.echo", (given,))
        repeats = max(10, min(300, 2_000_000 // (count + 1_000)))
        rounds = {"wire": [], "here": []}
        for _ in range(int(argv[0])):
            for name, port in (("wire", remote), ("here", local)):
                began = time.perf_counter()
                for _ in range(repeats):
                    port.begin("Wire.test_echo")  # a new check: what one may return is limited
                    port.perform(request)
                rounds[name].append((time.perf_counter() - began) / repeats * 1e6)
        found[str(count)] = rounds
    spawns = []
    for _ in range(5):
        remote.close()
        began = time.perf_counter()
        remote.perform(Request("call", "echoing.echo", (torch.zeros(1),)))
        spawns.append((time.perf_counter() - began) * 1e3)
    remote.close()
    print(json.dumps({"sizes": found, "spawn_ms": spawns, "level": server.level.name}))
    return 0
