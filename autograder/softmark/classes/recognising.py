"""Recognises what staff gave us: a platform's export, or submissions side by side.

The difference decides whose word counts. An export's list says who handed in what and when, so only staff's own may be
believed: it lies in the very folder that they name, or one step down, where the export is all there is and is called
what the platform calls it. The same file anywhere else was handed in by a student, and is graded as any other file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from ..content.yaml_places import shown
from ..grading.intake.containers import listed
from .entry_names import is_a_systems, is_ignored
from .gradescope_list import METADATA, ExportError, said
from .journal import FILE as JOURNAL

_EXPORT = re.compile(r"assignment_\d+_export")
STAFFS_FILES = {
    METADATA: "if {} is the platform's export, give that folder itself",
    JOURNAL: "if {} is a graded class, move it away",
}
"""What staff have at the top of a folder, and what to do where it was meant to be theirs after all."""


def step_down(names: Collection[str], has_list: Callable[[str], bool]) -> str:
    """The folder with the export among what lies at the top, where that is all there is; else nothing."""
    only = [name for name in names if not is_ignored(name)]
    return only[0] if len(only) == 1 and _EXPORT.fullmatch(only[0]) and has_list(only[0]) else ""


def own_folder(out: Path | None, top: Path) -> str:
    """The name of the batch's own folder where it lies among the submissions; ExportError if it would lie in one."""
    if out is None:
        return ""
    whole, where = top.resolve(), out.resolve()
    if where == whole:
        raise ExportError(f"--out {said(out)} is the folder of the submissions itself: give another --out")
    if whole not in where.parents:
        return ""
    first, *deeper = where.relative_to(whole).parts
    taken = where.is_dir() and any(where.iterdir()) and not (where / JOURNAL).is_file()
    if deeper or taken:
        raise ExportError(f"--out {said(out)} lies in a submission ({shown(first)}): give another --out")
    return first


def remarks(entries: Sequence[str], others: Sequence[str], holds: Callable[[str, str], bool]) -> list[str]:
    """Sentences for the person who reads how many were counted: what was not counted, and what looks like staff's."""
    files = [name for name in others if not is_ignored(name)]
    hidden = [name for name in others if is_ignored(name) and not is_a_systems(name)]
    sentences = [f"not counted, as a submission is a folder or a zip: {_names(files)}"] if files else []
    sentences += [f"not counted, as the name is hidden or one that tools use: {_names(hidden)}"] if hidden else []
    for file, what_to_do in STAFFS_FILES.items():
        inside = [name for name in entries if holds(name, file)]
        if inside:
            those = "that folder" if len(inside) > 1 else shown(inside[0])
            sentences.append(f"{file} in {_names(inside)} counts as a student's file; {what_to_do.format(those)}")
    return sentences


def _names(names: Sequence[str]) -> str:
    return listed([shown(name) for name in names])
