"""Grade every known answer and prove that the tests are right.

Every known wrong answer must lose exactly what it declares, and get its own name or none; every right one must lose
nothing. Prints the figures and writes audit.json, keeps.csv (what each wrong one keeps of its points) and lines.txt
(answers whose shown line is not a marked one). Exit code 1 if anything is not as it should be.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..files.problem import Problem
from ..render.say import say
from . import frozen_grader


def add(reader: argparse.ArgumentParser) -> None:
    reader.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="only answers whose names begin with NAME"
    )
    reader.add_argument(
        "--brief", action="store_true", help="grade later tasks, in which the reference stands in, only for a sample"
    )
    reader.add_argument("--workers", type=int, default=None, metavar="N", help="launchers (default: one a core)")
    reader.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="grade every right answer N times (default: once)"
    )
    reader.add_argument(
        "--like",
        default=None,
        metavar="FILE",
        help="an earlier audit.json of the same answers: scores and names must be equal",
    )
    reader.add_argument("--out", default="dist/audit", metavar="DIR", help="where the reports go (default: dist/audit)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository")


def run(asked: argparse.Namespace) -> int:
    from ..build import audit, audit_lines, keeps
    from ..build import audit_report as words
    from ..files.atomic import write_atomically
    from ..render.progress import bar

    out = Path(asked.out)
    try:
        earlier = None if asked.like is None else json.loads(Path(asked.like).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise Problem(f"{asked.like} is not an audit.json that can be compared with: {problem}") from None
    grader = frozen_grader.folder(asked.course)
    course = frozen_grader.as_written(asked.course)
    with bar("grading known answers") as progress:
        found = audit.run(
            course,
            grader,
            only=asked.only,
            brief=asked.brief,
            size=asked.workers,
            repeat=asked.repeat,
            progress=progress,
        )
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / "audit.json", found.to_json(), mode=0o644)
    say(words.to_text(found, course.rubric))
    held = audit_lines.held(course, found)
    for line in audit_lines.figures(held):
        say(line)
    write_atomically(out / "lines.txt", audit_lines.page(held), mode=0o644)
    write_atomically(out / "keeps.csv", keeps.table(course.known_mistakes, found.wrong), mode=0o644)
    say(f"written: {out / 'audit.json'}, {out / 'lines.txt'}, {out / 'keeps.csv'}")
    differing = audit.compare(found, earlier) if earlier is not None else []
    if earlier is not None:
        say(f"compared with {asked.like}: {len(differing) or 'no'} answers differ")
    for line in differing:
        say(f"  {line}")
    return 0 if found.clean and not differing else 1
