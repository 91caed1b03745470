"""The machine and how busy it is: what every figure has to be read with."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ticks:
    """What all cores have done since they started, in clock ticks."""

    busy: int
    idle: int
    steal: int

    @staticmethod
    def now() -> Ticks:
        fields = [int(part) for part in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]]
        user, nice, system, idle, iowait, irq, softirq, steal = fields
        return Ticks(user + nice + system + irq + softirq, idle + iowait, steal)

    @property
    def whole(self) -> int:
        return self.busy + self.idle + self.steal


@dataclass(frozen=True)
class Load:
    """How the machine was used over a stretch of time, as shares of all cores."""

    seconds: float
    busy: float
    steal: float
    others: float
    """Used by processes that are not ours, or taken by the host."""

    def plain(self) -> dict[str, float]:
        return {name: round(part, 3) for name, part in asdict(self).items()}


def between(before: Ticks, after: Ticks, own_cpu_seconds: float) -> Load:
    """What happened between two looks, of which `own_cpu_seconds` were ours."""
    ticks = os.sysconf("SC_CLK_TCK")
    whole = max(1, after.whole - before.whole)
    busy, steal = (after.busy - before.busy) / whole, (after.steal - before.steal) / whole
    own = own_cpu_seconds * ticks / whole
    seconds = whole / ticks / cores()
    return Load(seconds, busy, steal, max(0.0, min(1.0, busy - own + steal)))


def cores() -> int:
    """Those in /proc/stat."""
    return os.cpu_count() or 1


def about() -> dict[str, Any]:
    """What a reader has to know about where the figures come from."""
    return {
        "cores": cores(),
        "usable_cores": len(os.sched_getaffinity(0)),
        "processor": _processor(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": f"{platform.system()} {'.'.join(platform.release().split('.')[:2])}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        name, _, text = line.partition(":")
        if name.strip() == "model name":
            return text.strip()
    return platform.machine()
