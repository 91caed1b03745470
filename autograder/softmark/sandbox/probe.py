"""Finds out what this machine offers: a child puts every layer on, and then imports something.

The import matters. An interpreter, a virtual environment or a clone under a closed folder (a root home, `mktemp -d`)
works for root and then fails half-way for a worker that is nobody in particular. Where that is so, workers keep the
one capability that reads past closed folders, behind Landlock; where even that is not to be had, we refuse and name
the folder.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from softmark.sandbox.layers import identity, landlock, private_folder
from softmark.sandbox.layers.enter import Plan
from softmark.sandbox.level import SEARCHES, Level, name_of, sentence
from softmark.sandbox.shut_in import forked

CRASHED = "The grader cannot try its sandbox on this machine: the trial process ended without a word."

# Modules of the standard library that hardly anybody has loaded already: one of them is imported as a trial.
_SELDOM_LOADED = ("colorsys", "nturl2path", "sched", "rlcompleter", "tabnanny", "filecmp", "modulefinder", "pyclbr")


def probe(plan: Plan, must_read: Sequence[str] = ()) -> Level:
    """Try everything on in a child and tell how far it got. Call it from a process with a single thread.

    `must_read` are files, such as those of preloaded packages, that a worker has to be able to read.
    """
    must_read = landlock.among_python_folders(must_read)  # Landlock closes the rest on purpose
    with private_folder.folder_for_trial(plan.uid if identity.is_root() else None) as tmp:
        plan = replace(plan, tmp=tmp)
        layers, unreadable = _try(plan, must_read)
        found = Level(name_of(layers), layers, sentence(layers), first_uid=plan.uid)
        if not layers:
            return replace(found, refusal=CRASHED)
        if not unreadable:
            return found
        searching, still_unreadable = _try(replace(plan, keep_search=True), must_read)
    walled_user = searching.get("landlock") == searching.get("identity") == "on"
    if walled_user and not still_unreadable:
        says = f"{sentence(searching)} {SEARCHES}"
        return replace(found, name=name_of(searching), layers=searching, says=says, keep_search=True)
    return replace(found, refusal=_refusal(unreadable, searching))


def exposed(path: str | Path) -> bool:
    """Whether users other than the owner can get at this file or folder. Without Landlock no secret may be."""
    return private_folder.closed_part(str(path)) is None and bool(Path(path).stat().st_mode & 0o007)


def _refusal(blocked: str, searching: Mapping[str, str]) -> str:
    closed = private_folder.closed_part(blocked)
    fix = f"chmod o+x {closed}" if closed else f"make {blocked} readable for everybody"
    lack = "the capability DAC_READ_SEARCH" if searching.get("landlock") == "on" else "Landlock"
    where = f"{closed} is closed to other users, so it" if closed else "it"
    return (
        f"The grader cannot give student code a user of its own: {where} could not read {blocked}, and this machine "
        f"lacks {lack}, which would let it. Put Python and its packages where everybody may read them, or {fix}."
    )


def _try(plan: Plan, must_read: Sequence[str]) -> tuple[dict[str, str], str]:
    """The layers that could be put on, and a file that could not be read behind them; no layers after a crash."""

    def look(layers: Mapping[str, str]) -> dict[str, Any]:
        return {"unreadable": _first_unreadable(must_read) if layers["identity"] == "on" else ""}

    nowhere = os.open(os.devnull, os.O_RDWR)
    pid, report = forked(plan, nowhere, lambda channel: None, look)
    os.close(nowhere)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return report.get("layers", {}), report.get("unreadable", "")


def _first_unreadable(must_read: Sequence[str]) -> str:
    module = next((name for name in _SELDOM_LOADED if name not in sys.modules), _SELDOM_LOADED[0])
    try:
        importlib.import_module(module)
    except Exception:  # "not found" as a rule, but what an unreadable library leads to is anybody's guess
        return str(Path(os.__file__).parent)
    for path in must_read:
        try:
            Path(path).open("rb").close()
        except OSError:
            return path
    return ""
