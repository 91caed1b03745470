"""`softmark new` writes a small course that passes at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..render.say import say

if TYPE_CHECKING:
    from ..build.new_course import Wish


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "new",
        help="write a small course that passes at once, to turn into your own",
        description="Write a new course into the folder NAME: rubric, reference, graders, two known mistakes, "
        "another right answer, a handout, and the students' files. On a terminal it asks for what you do not "
        "give; otherwise it uses the defaults.",
    )
    reader.add_argument("name", metavar="NAME", help="the folder, and the name of the students' file")
    reader.add_argument("--framework", metavar="numpy|torch|python", help="what students write in (default: numpy)")
    reader.add_argument("--title", metavar="TEXT", help="the title of the assignment (default: made from NAME)")
    reader.add_argument("--tasks", type=int, metavar="N", help="how many tasks it starts with, 1 to 3 (default: 3)")
    reader.add_argument(
        "--from",
        dest="example",
        metavar="EXAMPLE",
        help="a worked example of three tasks instead: convolution (NumPy) or calculator (plain Python)",
    )
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..build import new_course
    from ..build.handouts import documents
    from ..files.problem import Problem

    options = {"title": asked.title, "framework": asked.framework, "tasks": asked.tasks, "example": asked.example}
    given = {name: value for name, value in options.items() if value is not None}
    if asked.example and {"framework", "tasks"} & given.keys():
        raise Problem(f"the example {asked.example} has its framework and three tasks: no --framework, no --tasks")
    wish = new_course.Wish(Path(asked.name), **given)
    if said := new_course.refuse(wish):  # before anybody is asked anything
        raise Problem(said)
    if not asked.example:
        wish = replace(wish, **_answers(wish, given))
    written = new_course.write(wish)
    say(f"{wish.folder}: {len(written)} files of a course that passes; turn it into your own")
    say(f"  cd {wish.folder}   then  make  builds and proves it,  make test  grades every known answer,  make help")
    say("  then change solutions/reference, autograder/rubric.yaml, autograder/graders and handouts/handout.md")
    if absent := documents.missing_tools():
        say(f"  the handout needs {', '.join(absent)}: pip install 'softmark[handouts]', or do without")
    return 0


def _answers(wish: Wish, given: Collection[str]) -> dict[str, Any]:
    """What was not given as an option: asked for on a terminal, the default elsewhere."""
    title = wish.name.replace("_", " ").strip().capitalize()
    found: dict[str, Any] = {}
    if "framework" not in given:
        found["framework"] = _ask("numpy, torch or python?", wish.framework).lower()
    if "title" not in given:
        found["title"] = _ask("The title of the assignment?", title)
    if "tasks" not in given:
        tasks = _ask("How many tasks to begin with, 1 to 3?", str(wish.tasks))
        found["tasks"] = int(tasks) if tasks.isdecimal() else 0
    return found


def _ask(question: str, default: str) -> str:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return default
    try:
        return input(f"{question} [{default}] ").strip() or default
    except EOFError:
        return default
