"""Follows an exception through a student's own files: who called whom, the task's own line first.

The deepest line is often in a function that is right and was handed something wrong: the line that called it is the one
to look at.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any

from .module_names import file_among

MOST = 5
"""Links that are kept: the first and the last of a longer chain."""
_KIND_OF = {"tuple": "a tuple", "list": "a list", "str": "a string", "ndarray": "a NumPy array"}
KINDS = (*_KIND_OF.values(), "None")
"""What is worth telling of an argument; tensors and numbers are what functions are usually called with."""


@dataclass(frozen=True)
class Link:
    file: str
    line: int
    calls: str = ""
    """The student's function that this line called, by its plain name; empty where it ends."""
    given: str = ""
    """One of KINDS, where the call was handed one."""

    @property
    def place(self) -> str:
        return f"{self.file} line {self.line}"

    def plain(self) -> list[Any]:
        return [self.file, self.line, self.calls, self.given]


def chain_of(trace: TracebackType | None, own_files: frozenset[str], message: str) -> tuple[Link, ...]:
    """The student's frames of a traceback, from the outermost inwards."""
    frames: list[tuple[str, int, FrameType]] = []
    while trace is not None:
        name = file_among(trace.tb_frame.f_code.co_filename, own_files)
        if name:
            frames.append((name, trace.tb_lineno, trace.tb_frame))
        trace = trace.tb_next
    if len(frames) > MOST:
        frames = [*frames[:2], *frames[-(MOST - 2) :]]
    links = []
    for place, (file, line, _) in enumerate(frames):
        after = frames[place + 1][2] if place + 1 < len(frames) else None
        if after is not None and after.f_code.co_name.isidentifier():  # not so: <lambda>, <listcomp>
            links.append(Link(file, line, after.f_code.co_name, _given(after, message)))
        else:
            links.append(Link(file, line))
    return tuple(links)


def _given(frame: FrameType, message: str) -> str:
    """The first argument that is no tensor, in words, as far as it is still what came in."""
    code = frame.f_code
    stored = {step.argval for step in dis.get_instructions(code) if step.opname.startswith("STORE")}
    for name in code.co_varnames[: code.co_argcount]:
        if name in stored or name not in frame.f_locals:
            continue
        value = frame.f_locals[name]
        if value is None and "NoneType" in message:
            return "None"
        if kind := _KIND_OF.get(type(value).__name__):
            return kind
    return ""


def validate(data: Any, files: Mapping[str, str]) -> tuple[Link, ...]:
    """The frames that a worker reports, if this submission has such lines and functions; otherwise none at all."""
    found: list[Link] = []
    for each in data if isinstance(data, list) and len(data) <= MOST else ():
        match each:
            case [str(file), int(line), str(calls), str(given)] if type(line) is int and file in files:
                sound = 0 < line <= files[file].count("\n") + 1 and given in ("", *KINDS)
                if sound and (not calls or (calls.isidentifier() and _defined(calls, files))):
                    found.append(Link(file, line, calls, given))
                    continue
        return ()
    return tuple(found)


def _defined(name: str, files: Mapping[str, str]) -> bool:
    start = f"def {name}"  # to look for letters is quick, for a word slow
    return any(start in text and re.search(rf"\b{start}\b", text) for text in files.values())


def in_words(chain: Sequence[Link]) -> str:
    """multihead.py line 47 calls merge_heads with a tuple; multihead.py line 12"""
    words = []
    for link in chain:
        given = f" with {link.given}" if link.given else ""
        words.append(link.place + (f" calls {link.calls}{given}" if link.calls else ""))
    return "; ".join(words)
