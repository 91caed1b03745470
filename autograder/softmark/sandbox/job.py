"""Describes what the grader asks of the fork server: one worker, and the layers of the sandbox around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from softmark.sandbox.layers.identity import SLOTS
from softmark.sandbox.layers.limits import WorkerLimits
from softmark.sandbox.level import RANK

LAYERS = (
    "session",
    "descriptors",
    "tmp",
    "environment",
    "limits",
    "no_new_privs",
    "landlock",
    "identity",
    "undumpable",
    "seccomp",
)
"""In the order in which a worker puts them on."""


@dataclass(frozen=True)
class Layers:
    """A switch for each layer. Grading leaves all of them on; tests turn them off to see one work alone.

    Landlock and seccomp bring no-new-privs with them: the kernel gives neither without it.
    """

    session: bool = True
    """A session of its own, and death when the server dies."""
    descriptors: bool = True
    """No open files but the channel."""
    tmp: bool = True
    """A private folder, wiped afterwards."""
    environment: bool = True
    """A handful of harmless variables."""
    limits: bool = True
    """Memory, CPU time, file sizes, open files, threads."""
    no_new_privs: bool = True
    """No setuid program helps."""
    landlock: bool = True
    """No files but Python's and its own."""
    identity: bool = True
    """A user of its own (only root can give one)."""
    undumpable: bool = True
    """No other process may look into it."""
    seccomp: bool = True
    """No network, programs, processes, signals."""

    @classmethod
    def only(cls, *layers: str) -> Layers:
        return cls(**{name: name in layers for name in _checked(layers)})

    @classmethod
    def without(cls, *layers: str) -> Layers:
        return cls(**{name: name not in layers for name in _checked(layers)})


def _checked(layers: tuple[str, ...]) -> tuple[str, ...]:
    for name in layers:
        if name not in LAYERS:
            raise ValueError(f"there is no layer {name!r}; the layers are {', '.join(LAYERS)}")
    return LAYERS


@dataclass(frozen=True)
class Job:
    """One worker. Everything but the payload goes to the fork server, whose memory every later worker inherits:
    no secret belongs in it. The payload goes straight to the worker, over its channel."""

    slot: int = 0
    """Which of the concurrent places it takes; each has a user of its own. A worker still there is ended first."""
    limits: WorkerLimits = field(default_factory=WorkerLimits)
    layers: Layers = field(default_factory=Layers)
    required: str = "reduced"
    """The least level (`full`, `same-user`, `reduced`) at which the entry point may run."""
    readable: tuple[str, ...] = ()
    """More paths that Landlock lets it read; the files' own modes still count."""
    payload: Mapping[str, Any] = field(default_factory=dict)
    """Plain JSON for the entry point."""

    def __post_init__(self) -> None:
        if not isinstance(self.slot, int) or not 0 <= self.slot < SLOTS:
            raise ValueError(f"job: slot must be a whole number from 0 to {SLOTS - 1}, not {self.slot!r}")
        if self.required not in RANK:
            raise ValueError(f"job: required must be one of {', '.join(RANK)}, not {self.required!r}")

    def as_request(self) -> dict[str, Any]:
        """What the server is told: all but the payload."""
        request = asdict(replace(self, payload={}))
        del request["payload"]
        return request

    @classmethod
    def from_request(cls, request: Mapping[str, Any]) -> Job:
        unknown = set(request) - {each.name for each in fields(cls)} | ({"payload"} & set(request))
        if unknown:
            raise ValueError(f"job: unknown keys {', '.join(sorted(unknown))}")
        given = dict(request)
        given["limits"] = WorkerLimits.from_dict(request.get("limits", {}))
        given["layers"] = Layers(**request.get("layers", {}))
        given["readable"] = tuple(request.get("readable", ()))
        return cls(**given)
