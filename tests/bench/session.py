"""One run of the benchmark: where things lie, how often they are measured, and what every section needs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from . import measure
from .course import ROOT, WORK
from .machine import Load
from .measure import Used
from .peer import Peer, Peers, environment


@dataclass
class Session:
    rounds: int = 3
    full: bool = False
    say: Callable[[str], None] = print
    loads: list[Load] = field(default_factory=list)
    """How busy the machine was during each measurement."""

    @property
    def env(self) -> dict[str, str]:
        """Of our own commands: one thread, the engine on the path, this package too."""
        return {**environment(), "PYTHONPATH": os.pathsep.join([str(ROOT / "autograder"), str(ROOT)])}

    def run(self, command: Sequence[str], **options: Any) -> Used:
        used = measure.run(command, env=options.pop("env", self.env), cwd=options.pop("cwd", ROOT), **options)
        self.loads.append(used.load)
        return used

    def softmark(self, *arguments: str | Path, **options: Any) -> Used:
        """Our own command line, as anybody calls it."""
        return self.run([sys.executable, "-m", "softmark", *map(str, arguments)], **options)

    def peer(self, peer: Peer, **options: Any) -> Used:
        return self.run(peer.command, env=peer.env, cwd=peer.cwd, **options)

    def inside(self, piece: str, *arguments: str | Path, **options: Any) -> tuple[dict[str, Any], Used]:
        """A piece of the benchmark in a fresh process: what it told, and what it cost."""
        used = self.run([sys.executable, "-m", "tests.bench.inside", piece, *map(str, arguments)], **options)
        return told(used), used

    @cached_property
    def prepared(self) -> Mapping[str, Any]:
        """The course without its slow tasks and the twin tests, made afresh."""
        self.say("recording what the checks ask, and writing it down as plain tests")
        WORK.mkdir(parents=True, exist_ok=True)
        for old in ("twins", "peers", "classes", "batches"):
            shutil.rmtree(WORK / old, ignore_errors=True)
        found, _ = self.inside("prepare", ROOT, WORK)
        return found

    @cached_property
    def whole(self) -> Path:
        """The course with its slow tasks."""
        self.say("recording the course with its training")
        WORK.mkdir(parents=True, exist_ok=True)
        return Path(self.inside("whole", ROOT, WORK)[0]["course"])

    @property
    def course(self) -> Path:
        assert self.prepared
        return WORK / "course"

    @cached_property
    def peers(self) -> Peers:
        (WORK / "peers").mkdir(parents=True, exist_ok=True)
        return Peers(WORK / "twins", self.prepared["given"], WORK / "peers")

    @cached_property
    def _classes(self) -> dict[int, Path]:
        return {}

    def people(self, size: int) -> Path:
        """A generated class of so many: its folder."""
        if size not in self._classes:
            out = WORK / "classes" / str(size)
            shutil.rmtree(out, ignore_errors=True)
            self.inside("people", self.course, out, str(size))
            self._classes[size] = out
        return self._classes[size]

    def fresh(self, *parts: str) -> Path:
        """An empty folder."""
        place = WORK.joinpath(*parts)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        return place

    def others(self, loads: Sequence[Load]) -> float:
        """The share of the machine that others used during these measurements, at its worst."""
        return max((load.others for load in loads), default=0.0)


def told(used: Used) -> dict[str, Any]:
    """The last line that is JSON."""
    for line in reversed(used.output.splitlines()):
        if line.startswith("{"):
            found: dict[str, Any] = json.loads(line)
            return found
    raise measure.Failed(f"no answer: {used.output[-300:]}")


def reference() -> Path:
    return ROOT / "solutions" / "reference"
