"""Answers by strangers: written from the stubs alone, by people who knew neither the checks nor the known answers.

One YAML file a set. Its head says who wrote it, when, and how it went at first sight; `reader.py` says what the keys
mean. An answer holds only the functions that it replaces, laid over the reference, and what they need; an arrow marks
each line that its author calls wrong. A right function of another task stands there where it decides what is found.

    right-1 … right-4     right ones, in the styles of public code or of their authors
    wrong-01              wrong ones after real bug reports and forum questions; held against their tasks and names
    wrong-02 … wrong-10   wrong ones that are held against the lines as well, which were marked before any was run
    walked                mistakes of a first term, and how a reader judged what is told about them

Nothing in them is changed when a check or a known answer changes: they are what those are held against. Only `named`
grows, by a name that somebody has read beside the code and found true of it.

    python -m tests.answers                     grade them all (walked apart) and print how it went: ten minutes or more
    python -m tests.answers 014 right-          those whose names hold one of these words: wrong-01/014_unscaled
    python -m tests.answers 014 --write DIR     put their whole files into DIR and grade nothing
    python -m tests.answers --sample 16         a fixed sample, as `make audit` does; `make audit FULL=1` grades all
"""

from functools import cache
from pathlib import Path

from softmark.content.course import Course

from . import reader
from .reader import Stranger

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@cache
def everyone() -> dict[str, Stranger]:
    """Every answer by its name, wrong-01/014_unscaled."""
    return {each.name: each for each in reader.strangers(HERE, Course.at(ROOT).owners)}


@cache
def reference() -> dict[str, str]:
    return dict(Course.at(ROOT).reference)


def files(stranger: Stranger) -> dict[str, str]:
    """As it is handed in."""
    return stranger.files(reference())
