"""Write a small course that passes at once, to turn into your own.

Write a new course of three tasks into the folder NAME: rubric, reference, graders, two known mistakes, another right
answer, a handout, and the students' files.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..render.say import say


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument("name", metavar="NAME", help="the folder, and the name of the students' file")
    reader.add_argument("--title", metavar="TEXT", help="the title of the assignment (default: made from NAME)")
    kind = reader.add_mutually_exclusive_group()
    told = "what students write in (default: numpy)"
    kind.add_argument("--framework", choices=("numpy", "torch", "python"), default="numpy", help=told)
    told = "a worked example instead: convolution (NumPy) or calculator (plain Python)"
    kind.add_argument("--from", dest="example", choices=("convolution", "calculator"), default="", help=told)


def run(asked: argparse.Namespace) -> int:
    from ..build import new_course
    from ..build.handouts import documents

    folder = Path(asked.name)
    title = asked.title or ("" if asked.example else folder.name.replace("_", " ").strip().capitalize())
    wish = new_course.Wish(folder, title, asked.framework, asked.example)
    written = new_course.write(wish)
    say(f"{wish.folder}: {len(written)} files of a course that passes; turn it into your own")
    say(f"  cd {wish.folder}   then  make  builds and proves it,  make test  grades every known answer,  make help")
    say("  then change solutions/reference, autograder/rubric.yaml, autograder/graders and handouts/handout.md")
    if absent := documents.missing_tools():
        say(f"  the handout needs {', '.join(absent)}: pip install 'softmark[handouts]', or do without")
    return 0
