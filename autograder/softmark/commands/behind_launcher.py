"""Starts a command's work behind a launcher: what `grade`, `explain` and `gradescope` share.

The command becomes the launcher, with the words it was given. Behind the fork server the same parser reads them again,
and the command's `inside` does the work.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ..files.problem import Problem
from . import frozen_grader

GRADER = f"{__package__}.cli:inside"
"""What a launcher becomes when it does the work of a command; its arguments are the words of that command."""


def become(asked: argparse.Namespace, named: str, option: str = "--course") -> int:
    """Become the launcher of the grader that is frozen of a course, which the `option` names in the words."""
    from ..content.framework import preload
    from ..sandbox import clean_start
    from ..sandbox.layers.kernel import on_linux
    from ..sandbox.level import LINUX_ALONE

    if not on_linux() and not getattr(asked, "known_answer", ""):
        raise Problem(LINUX_ALONE)
    grader = frozen_grader.folder(named)
    command = clean_start.command(GRADER, [*asked.words, option, str(grader)], preload=preload(grader))
    sys.stdout.flush()
    os.execve(command[0], command, clean_start.environment(os.environ))


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Ignore a closed pipe: somebody who pipes a report into `head` has seen enough."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
