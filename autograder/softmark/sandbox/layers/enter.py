"""Shuts a freshly forked worker into the sandbox: it puts its layers on, in an order that matters.

Paths are opened for Landlock while still root; the user changes after Landlock, and only then is the process made
undumpable and tied to its parent again (changing user resets both); seccomp comes last, because it refuses most of
what the others need.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass

from softmark.sandbox.job import Layers
from softmark.sandbox.layers import identity, landlock, limits, process, seccomp
from softmark.sandbox.layers.kernel import Unavailable
from softmark.sandbox.layers.limits import WorkerLimits


@dataclass(frozen=True)
class Plan:
    """All that a worker needs to know to shut itself in."""

    parent: int
    """The server's process number."""
    uid: int
    layers: Layers
    limits: WorkerLimits
    keep_search: bool
    tmp: str | None
    """Its private folder, made by the server; None where the layer is off."""
    readable: tuple[str, ...]
    """What Landlock lets it read besides its own folder."""
    imports: tuple[str, ...]
    """What is left of the import path."""


@dataclass(frozen=True)
class Inside:
    """Where a worker finds itself afterwards."""

    layers: dict[str, str]
    channel: int
    report: int


def enter(plan: Plan, channel: int, report: int) -> Inside:
    """Put on every layer that is wanted and to be had. Tells what happened; deciding is somebody else's business."""
    layers: dict[str, str] = {}
    wanted = plan.layers

    def layer(name: str, action: Callable[[], None], *, needed: bool = False) -> bool:
        if not (getattr(wanted, name) or needed):
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
    if wanted.descriptors:
        channel, report = process.keep_only(channel, report)
    layers["descriptors"] = "on" if wanted.descriptors else "off"
    layer("tmp", lambda: _settle(plan.tmp))
    layer("environment", lambda: process.scrub(plan.tmp or "/", plan.imports))
    layer("limits", lambda: limits.apply(plan.limits))
    layer("no_new_privs", identity.no_new_privileges, needed=wanted.landlock or wanted.seccomp)
    walled = layer("landlock", lambda: landlock.restrict(plan.readable, [plan.tmp] if plan.tmp else []))
    # Reading past closed folders is only given to a process that Landlock holds.
    keep_search = plan.keep_search and walled
    own_user = layer("identity", lambda: identity.drop_to(plan.uid, keep_search=keep_search))
    if own_user and wanted.limits:
        limits.apply_to_threads(plan.limits)
    if not own_user and wanted.identity:
        _drop_capabilities()
    layer("undumpable", identity.hide_memory)
    if layers["session"] == "on":
        process.die_with(plan.parent)
    layer("seccomp", lambda: seccomp.restrict(os.getpid(), own_user=own_user))
    return Inside(layers, channel, report)


def _own_session(parent: int) -> None:
    process.new_session()
    process.die_with(parent)


def _settle(folder: str | None) -> None:
    if folder is None:
        raise Unavailable("no private folder could be made")
    os.umask(0o077)
    os.chdir(folder)


def _drop_capabilities() -> None:
    """Without a user of its own a worker still has no use for capabilities, should the grader hold any."""
    try:
        identity.set_capabilities(0)
    except (OSError, Unavailable):
        return


def default_signals() -> None:
    """Forget the server's handlers, which a forked worker starts with."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
