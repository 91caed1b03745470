"""The judge's command line: record what a tree does, compare two recordings. See the package's first lines."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from softmark.bank import BadAnswer

from . import answers, classes, commands, compare, courses, handed_in, home, hostile
from .answers import Section
from .recording import Recording
from .workshop import JudgeError, Workshop, commit

SECTIONS = ("answers", "other salt", "home", "courses", "commands", "classes", "hostile")
OTHER_SALT = 3
"""With the second salt every third answer is graded: other numbers change many answers at once, or hardly any."""


def main(words: list[str]) -> int:
    asked = _reader().parse_args(words)
    try:
        if asked.command == "compare":
            return compare.told(Recording.read(asked.old), Recording.read(asked.new))
        if asked.command == "write":
            return _write(asked.name, asked.folder)
        return _record(asked)
    except (JudgeError, BadAnswer, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2


def _reader() -> argparse.ArgumentParser:
    reader = argparse.ArgumentParser(prog="python -m tests.judge", description=__doc__)
    commands = reader.add_subparsers(dest="command", required=True)
    record = commands.add_parser("record", help="write down what a tree does")
    record.add_argument("file", type=Path, metavar="FILE", help="where it goes: .json, or .json.xz to keep it small")
    record.add_argument("--tree", type=Path, default=handed_in.ROOT, metavar="DIR", help="the tree (default: this one)")
    record.add_argument("--only", action="append", choices=SECTIONS, help="this section alone; may be given again")
    record.add_argument("--part", action="append", default=[], metavar="MODULE", help="mistakes in this module alone")
    record.add_argument("--sample", type=int, default=100, metavar="N", help="so many answers in a hundred")
    record.add_argument("--row", action="append", default=[], help="hostile rows whose name contains this alone")
    record.add_argument("--home", action="store_true", help=f"check all at home, not only {home.USUAL}")
    record.add_argument("--workers", type=int, default=2, metavar="N", help="at the same time (default: 2)")
    told = commands.add_parser("compare", help="print every difference in one line; exit code 1 if there is one")
    told.add_argument("old", type=Path)
    told.add_argument("new", type=Path)
    write = commands.add_parser("write", help="put the files of one submission into a folder")
    write.add_argument("name", help="as a comparison prints it: wrong-01/014_unscaled")
    write.add_argument("folder", type=Path)
    return reader


def _record(asked: argparse.Namespace) -> int:
    made = {"tree": commit(asked.tree), "sample": asked.sample, "parts": asked.part}
    found: dict[str, Section] = {}
    for title, section in _sections(asked):
        began = time.monotonic()
        found[title] = section()
        print(f"{title}: {len(found[title])} rows, {time.monotonic() - began:.0f} s", flush=True)
    Recording(made, found).write(asked.file)
    print(f"written: {asked.file}")
    for about in compare.only_at_home(Recording(made, found)):
        print(f"wrong on public numbers, right on hidden ones: {about}")
    return 0


def _sections(asked: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Section]]]:
    """The sections that were asked for, each with what makes it; what only one of them needs is made there."""
    wanted = asked.only or SECTIONS
    found = handed_in.everything()
    chosen, other, at_home = (
        handed_in.chosen(answers, asked.sample, asked.part)
        for answers in (found, found[::OTHER_SALT], found if asked.home else home.spread(found, home.USUAL))
    )
    shop = Workshop.of(asked.tree)
    made: dict[str, Callable[[], Section]] = {
        "answers": lambda: _graded(shop, chosen, asked.workers),
        "other salt": lambda: _graded(shop, other, asked.workers, shop.build_with_other_salt()),
        "home": lambda: home.checked(shop, at_home, asked.workers),
        "courses": lambda: courses.recorded(shop),
        "commands": lambda: commands.recorded(shop, asked.workers),
        "classes": lambda: classes.recorded(shop),
        "hostile": lambda: hostile.recorded(shop, asked.sample, asked.row),
    }
    if {"answers", "home"} & set(wanted):
        shop.build()
    yield from ((title, section) for title, section in made.items() if title in wanted)


def _graded(shop: Workshop, chosen: list[handed_in.Submission], workers: int, course: str = ".") -> Section:
    return answers.graded(shop, chosen, course, "--workers", str(workers))


def _write(name: str, folder: Path) -> int:
    for one in handed_in.everything():
        if one.name == name:
            print(one.write(folder))
            return 0
    raise JudgeError(f"no submission is called {name!r}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
