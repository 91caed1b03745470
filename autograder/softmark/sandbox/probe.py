"""Finds out what this machine offers: a child puts every layer on, and then imports something.

The import matters. An interpreter, a virtual environment or a clone under a closed folder (a root home, `mktemp -d`)
works for root and then fails half-way for a worker that is nobody in particular. Where that is so, workers keep the
one capability that reads past closed folders, behind Landlock; where even that is not to be had, we refuse and name
the folder.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from softmark.sandbox.job import Layers
from softmark.sandbox.layers import identity, landlock, private_folder
from softmark.sandbox.layers.enter import Plan, default_signals, enter
from softmark.sandbox.layers.limits import WorkerLimits
from softmark.sandbox.level import SEARCHES, Level, name_of, sentence

CRASHED = "The grader cannot try its sandbox on this machine: the trial process ended without a word."
PATIENCE = 20.0
"""Seconds for a child to report. It takes milliseconds, but half a core may be busy."""

# Modules of the standard library that hardly anybody has loaded already: one of them is imported as a trial.
_SELDOM_LOADED = ("colorsys", "nturl2path", "sched", "rlcompleter", "tabnanny", "filecmp", "modulefinder", "pyclbr")


def probe(*, base_uid: int = identity.FIRST_UID, must_read: Sequence[str] = ()) -> Level:
    """Try everything on in a child and tell how far it got. Call it from a process with a single thread.

    `must_read` are files, such as those of preloaded packages, that a worker has to be able to read.
    """
    with private_folder.folder_for_trial(base_uid if identity.is_root() else None) as tmp:
        plan = Plan(
            parent=os.getpid(),
            uid=base_uid,
            layers=Layers(),
            limits=WorkerLimits(),
            keep_search=False,
            tmp=tmp,
            readable=landlock.readable_paths(),
            imports=landlock.among_python_folders(sys.path),
        )
        must_read = landlock.among_python_folders(must_read)  # Landlock closes the rest on purpose
        plain = _try(plan, must_read)
        if not plain.layers:
            return replace(_level(plain, base_uid, keep_search=False), refusal=CRASHED)
        if plain.unreadable is None:
            return _level(plain, base_uid, keep_search=False)
        searching = _try(replace(plan, keep_search=True), must_read)
        walled_user = searching.layers.get("landlock") == searching.layers.get("identity") == "on"
        if searching.unreadable is None and walled_user:
            return _level(searching, base_uid, keep_search=True)
    return replace(_level(plain, base_uid, keep_search=False), refusal=_refusal(plain, searching))


def exposed(path: str | Path) -> bool:
    """Whether users other than the owner can get at this file or folder. Without Landlock no secret may be."""
    return private_folder.closed_part(str(path)) is None and bool(Path(path).stat().st_mode & 0o007)


class Trial:
    """What a trial child reported."""

    def __init__(self, layers: dict[str, str], unreadable: str | None) -> None:
        self.layers = layers
        self.unreadable = unreadable


def _level(trial: Trial, base_uid: int, *, keep_search: bool) -> Level:
    says = sentence(trial.layers) + (f" {SEARCHES}" if keep_search else "")
    return Level(name_of(trial.layers), trial.layers, says, keep_search=keep_search, first_uid=base_uid)


def _refusal(plain: Trial, searching: Trial) -> str:
    blocked = plain.unreadable or ""
    closed = private_folder.closed_part(blocked)
    fix = f"chmod o+x {closed}" if closed else f"make {blocked} readable for everybody"
    landlock = searching.layers.get("landlock", "")
    lack = "the capability DAC_READ_SEARCH" if landlock == "on" else "Landlock"
    where = f"{closed} is closed to other users, so it" if closed else "it"
    return (
        f"The grader cannot give student code a user of its own: {where} could not read {blocked}, and this machine "
        f"lacks {lack}, which would let it. Put Python and its packages where everybody may read them, or {fix}."
    )


def _try(plan: Plan, must_read: Sequence[str]) -> Trial:
    mine, childs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(mine)
            default_signals()
            _trial_child(plan, childs, must_read)
        finally:
            os._exit(1)
    os.close(childs)
    answer = read_report(mine, PATIENCE)
    os.close(mine)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    try:
        report = json.loads(answer)
        return Trial(report["layers"], report["unreadable"])
    except (ValueError, KeyError, TypeError):
        return Trial({}, None)


def _trial_child(plan: Plan, report: int, must_read: Sequence[str]) -> None:
    inside = enter(plan, os.dup(report), report)
    unreadable = _first_unreadable(must_read) if inside.layers.get("identity") == "on" else None
    os.write(inside.report, json.dumps({"layers": inside.layers, "unreadable": unreadable}).encode())


def _first_unreadable(must_read: Sequence[str]) -> str | None:
    module = next((name for name in _SELDOM_LOADED if name not in sys.modules), _SELDOM_LOADED[0])
    try:
        importlib.import_module(module)
    except Exception:  # "not found" as a rule, but what an unreadable library leads to is anybody's guess
        return str(Path(os.__file__).parent)
    for path in must_read:
        try:
            with Path(path).open("rb"):
                pass
        except OSError:
            return path
    return None


def read_report(descriptor: int, patience: float) -> bytes:
    """All that a child writes before it closes its end, for as long as patience lasts and within reason."""
    report = b""
    until = time.monotonic() + patience
    while len(report) < 64 * 1024:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            break
        more = os.read(descriptor, 64 * 1024)
        if not more:
            break
        report += more
    return report
