"""The formats a grade can be written in, each by its platform's name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import get_args

from ..checks.errors import GraderFault
from ..content.rubric import Platform
from ..content.yaml_places import shown
from ..grading.result import Result
from . import autolab, classroom50, classroom_resources, csv, gradescope, prairielearn


@dataclass(frozen=True)
class Format:
    """One platform's file: its name below the output folder, and what is in it."""

    file: str
    write: Callable[[Result], str]


FORMATS: dict[Platform, Format] = {
    "gradescope": Format("results.json", gradescope.to_json),
    "prairielearn": Format("prairielearn/results.json", prairielearn.to_json),
    "autolab": Format("autolab.txt", autolab.to_text),
    "classroom50": Format("classroom50.json", classroom50.to_json),
    "classroom-resources": Format("classroom_resources.txt", classroom_resources.to_step_output),
    "csv": Format("result.csv", csv.to_csv),
}


def named(names: Iterable[str]) -> list[Format]:
    """The formats of these names, each once; GraderFault names every one that does not exist."""
    known: tuple[Platform, ...] = get_args(Platform)
    wanted = list(dict.fromkeys(names))
    problems = []
    for name in wanted:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
            meant = f": did you mean {close[0]}?" if close else ""
            problems.append(f"there is no platform {shown(name)}; there are {', '.join(known)}{meant}")
    if problems:
        raise GraderFault("\n".join(problems))
    return [FORMATS[name] for name in known if name in wanted]
