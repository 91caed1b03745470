"""The platforms that read a grade: one file of this folder each, with what it is told.

A new one is a file that makes text of a result, and a line of FORMATS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...grading.result import Result
from . import gradescope, prairielearn


@dataclass(frozen=True)
class Format:
    """One platform's file: its name below the output folder, and what is in it."""

    file: str
    write: Callable[[Result], str]


FORMATS: Mapping[str, Format] = {
    "gradescope": Format("results.json", gradescope.to_json),
    "prairielearn": Format("prairielearn/results.json", prairielearn.to_json),
}
