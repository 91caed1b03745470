"""Describes what the grader asks of the fork server: one worker, and the layers of the sandbox around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from softmark.sandbox.layers.limits import WorkerLimits

LAYERS = {
    "session": "A session of its own, and death when the server dies.",
    "descriptors": "No open files but the channel.",
    "tmp": "A private folder, wiped afterwards.",
    "environment": "A handful of harmless variables.",
    "limits": "Memory, CPU time, file sizes, open files, threads.",
    "no_new_privs": "No setuid program helps. Landlock and seccomp bring it with them: the kernel asks for it.",
    "landlock": "No files but Python's and its own.",
    "identity": "A user of its own (only root can give one).",
    "undumpable": "No other process may look into it.",
    "seccomp": "No network, programs, processes, signals.",
}
"""In the order in which a worker puts them on."""


@dataclass(frozen=True)
class Job:
    """One worker. All of it goes to the fork server, whose memory every later worker inherits: no secret belongs in
    it."""

    slot: int = 0
    """Which of the concurrent places it takes; each has a user of its own. A worker still there is ended first."""
    limits: WorkerLimits = field(default_factory=WorkerLimits)
    layers: tuple[str, ...] = tuple(LAYERS)
    """Grading leaves all of them on; tests turn them off to see one work alone."""
    required: str = "none"
    """The least level (`full`, `same-user`) at which it may run."""

    @classmethod
    def from_request(cls, request: Mapping[str, Any]) -> Job:
        """As `asdict` wrote it, and JSON carried it."""
        limits = WorkerLimits(**request["limits"])
        return cls(request["slot"], limits, tuple(request["layers"]), request["required"])
