"""`softmark`, the command line. It only lists the commands; each is a file of this room: what its help says is the
file's docstring, `add` gives it its options, `run` does it, and `inside` what is done behind a launcher.

Exit codes: 0 done, 1 findings, 2 bad input, with one clear line.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from ..bank import BadAnswer
from ..checks.errors import GraderFault
from ..files.problem import Problem
from ..render.say import say

if TYPE_CHECKING:
    from ..sandbox.client import ServerHandle

COMMANDS = ("new", "build", "check", "grade", "explain", "gradescope", "audit", "batch", "report")
"""Files of this room, in the order of `--help`. The zip for a platform holds only those that run there."""

EXTRAS = {"torch": "torch", "distributed": "class", "jupytext": "notebook"}
"""Package → the extra of this one that brings it; a grade does without."""


class Paragraphs(argparse.HelpFormatter):
    """Sets a long description in paragraphs; argparse by itself makes one of them."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        return "\n\n".join(fill(part, width, indent) for part in text.split("\n\n"))


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Reads every command; only the one that these words begin with, if they do: the others need not be imported."""
    reader = argparse.ArgumentParser(
        prog="softmark",
        description="Grade submissions in a sandbox, and build what students and instructors need.",
        epilog="Exit codes: 0 done, 1 findings (an audit survivor), 2 bad input.",
    )
    reader.add_argument("--version", action="version", version=f"softmark {__version__}")
    commands = reader.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in words[:1] if set(words[:1]) & set(COMMANDS) else COMMANDS:
        if find_spec(f"{__package__}.{name}") is not None:
            command = import_module(f".{name}", __package__)
            title, _, text = str(command.__doc__).partition("\n\n")
            in_short = title[0].lower() + title[1:].rstrip(".")
            own = commands.add_parser(name, help=in_short, description=text, formatter_class=Paragraphs)
            command.add(own)
            own.set_defaults(does=command)
    return reader


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    asked = parser(words).parse_args(words)
    asked.words = words
    return told(lambda: asked.does.run(asked))


def inside(server: ServerHandle, words: list[str]) -> int:
    """What the launcher calls once the fork server stands: the same words, read by the same parser."""
    asked = parser(words).parse_args(words)
    return told(lambda: asked.does.inside(server, asked))


def told(work: Callable[[], int]) -> int:
    """The command's exit code. What stops it is told here and nowhere else, in one sentence."""
    try:
        return int(work())
    except (Problem, GraderFault, BadAnswer) as problem:
        say(_in_one_line(str(problem)), file=sys.stderr)
        return 2
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        say(f"{where}{(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        extra = f"pip install 'softmark[{EXTRAS[package]}]'"
        say(f"this needs {package}, which is not installed here: {extra}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        say("stopped", file=sys.stderr)
        return 130


def _in_one_line(problem: str) -> str:
    """One line instead of a traceback: the last line of staff's own code, and why it raised."""
    before, marker, trace = problem.partition("Traceback (most recent call last):\n")
    if not marker:
        return problem
    places = re.findall(r'^  File "(.+)", line (\d+), in ', trace, re.M)
    own = [f"{Path(file).name}:{line}: " for file, line in places if {"graders", "<trusted>"} & {*Path(file).parts}]
    why = [line for line in trace.splitlines() if line and not line.startswith(" ")]
    return f"{before}{own[-1] if own else ''}{why[-1] if why else ''}"
