"""The platforms that read a grade. Each is one file of this folder, and is found by its name in the rubric.

gradescope, prairielearn, autolab, classroom50, classroom_resources, csv

A platform has
    FILE             its file below the output folder
    write(result)    what is in that file
and, where the build writes something for it (scripts that it starts, the grader itself, a workflow),
    package(kit)     path below dist/ → bytes; the `kit` is what a build has to give
    ABOUT            what that is, in half a sentence for whoever builds

A new platform is a new file here, and its name in `Platform` (content/rubric.py).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import get_args

from ...checks.errors import GraderFault
from ...content.rubric import Platform
from ...content.yaml_places import shown
from ...grading.result import Result

NAMES: tuple[Platform, ...] = get_args(Platform)


@dataclass(frozen=True)
class Format:
    """One platform's file: its name below the output folder, and what is in it."""

    file: str
    write: Callable[[Result], str]


def module(name: str) -> ModuleType:
    """The file of a platform, by its name in the rubric."""
    return import_module(f".{name.replace('-', '_')}", __name__)


def named(names: Iterable[str]) -> list[Format]:
    """The formats of these names, each once; GraderFault names every one that does not exist."""
    wanted = list(dict.fromkeys(names))
    problems = []
    for name in wanted:
        if name not in NAMES:
            close = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.5)
            meant = f": did you mean {close[0]}?" if close else ""
            problems.append(f"there is no platform {shown(name)}; there are {', '.join(NAMES)}{meant}")
    if problems:
        raise GraderFault("\n".join(problems))
    modules = [module(name) for name in NAMES if name in wanted]
    return [Format(each.FILE, each.write) for each in modules]
