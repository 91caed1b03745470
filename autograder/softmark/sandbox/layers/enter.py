"""Shuts a freshly forked worker into the sandbox: it puts its layers on, in an order that matters.

Paths are opened for Landlock while still root; the user changes after Landlock, and only then is the process made
undumpable and tied to its parent again (changing user resets both); seccomp comes last, because it refuses most of
what the others need.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from softmark.sandbox.job import Job
from softmark.sandbox.layers import identity, landlock, limits, process, seccomp
from softmark.sandbox.layers.kernel import Unavailable


@dataclass(frozen=True)
class Plan:
    """All that a worker needs to know to shut itself in. Made before the fork."""

    uid: int
    job: Job = field(default_factory=Job)
    tmp: str | None = None
    """Its private folder, made by the server; None where the layer is off."""
    keep_search: bool = False
    parent: int = field(default_factory=os.getpid)
    """The server's process number."""
    readable: tuple[str, ...] = field(default_factory=landlock.readable_paths)
    """What Landlock lets it read besides its own folder."""
    imports: tuple[str, ...] = field(default_factory=landlock.import_path)
    """What is left of the import path."""


class Inside(NamedTuple):
    """Where a worker finds itself afterwards."""

    layers: dict[str, str]
    channel: int
    report: int


def enter(plan: Plan, channel: int, report: int) -> Inside:
    """Put on every layer that is wanted and to be had. Tells what happened; deciding is somebody else's business."""
    layers: dict[str, str] = {}
    wanted, most = plan.job.layers, plan.job.limits

    def layer(name: str, action: Callable[[], None], *, needed: bool = False) -> bool:
        if not (name in wanted or needed):
            layers[name] = "off"
            return False
        try:
            action()
        except Unavailable as why:
            layers[name] = f"unavailable: {why}"
        except OSError as problem:
            layers[name] = f"unavailable: {problem.strerror or problem}"
        else:
            layers[name] = "on"
        return layers[name] == "on"

    layer("session", lambda: _own_session(plan.parent))
    if "descriptors" in wanted:
        channel, report = process.keep_only(channel, report)
    layers["descriptors"] = "on" if "descriptors" in wanted else "off"
    layer("tmp", lambda: _settle(plan.tmp))
    layer("environment", lambda: process.scrub(plan.tmp or "/", plan.imports))
    layer("limits", lambda: limits.apply(most))
    layer("no_new_privs", identity.no_new_privileges, needed=bool({"landlock", "seccomp"} & {*wanted}))
    walled = layer("landlock", lambda: landlock.restrict(plan.readable, [plan.tmp] if plan.tmp else []))
    # Reading past closed folders is only given to a process that Landlock holds.
    keep_search = plan.keep_search and walled
    own_user = layer("identity", lambda: identity.drop_to(plan.uid, keep_search=keep_search))
    if own_user and "limits" in wanted:
        limits.apply_to_threads(most)
    if not own_user and "identity" in wanted:
        with contextlib.suppress(OSError, Unavailable):  # should the grader hold any, a worker has no use for them
            identity.set_capabilities(0)
    layer("undumpable", identity.hide_memory)
    if layers["session"] == "on":
        process.die_with(plan.parent)
    layer("seccomp", lambda: seccomp.restrict(os.getpid(), own_user=own_user))
    return Inside(layers, channel, report)


def _own_session(parent: int) -> None:
    os.setsid()
    process.die_with(parent)


def _settle(folder: str | None) -> None:
    if folder is None:
        raise Unavailable("no private folder could be made")
    os.umask(0o077)
    os.chdir(folder)
