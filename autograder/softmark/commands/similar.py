"""`softmark similar`: which submissions share unusual code, side by side, for a person to read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ..render.say import say, say_json

PAGE = "similarity.html"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "similar",
        help="show which submissions share unusual code",
        description="Compare every two submissions of a class and write one page with the most similar pairs side by "
        "side, shared parts marked. What was given, what many have and what known answers have counts little; group "
        "members and a person's own earlier work are left out. It is for a person to read, not a verdict.",
    )
    reader.add_argument("out", metavar="OUT", help="the folder of a batch; or an export, or a folder of submissions")
    reader.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="DIR",
        help="earlier years: folders of batches, exports or submissions",
    )
    reader.add_argument("--top", type=int, default=50, metavar="N", help="how many pairs to show (default: 50)")
    reader.add_argument("--page", metavar="FILE", help=f"where the page goes (default: OUT/{PAGE} beside a journal)")
    reader.add_argument("--json", action="store_true", help="print the pairs as JSON")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.exports import ExportError
    from ..classes.journal import JournalError
    from ..classes.similarity import page, pairs, works
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..content.stubs import StubError
    from ..grading.atomic import write_atomically

    out = Path(asked.out)
    target = _page_of(out, asked.page)
    try:
        if asked.top < 1:
            raise GraderFault(f"--top {asked.top}: at least one pair must be asked for")
        course = Course.at(Path(asked.course))
        found = works.read(out, course.rubric)
        for folder in asked.against:
            found += works.read(Path(folder), course.rubric, origin=Path(folder).name)
        comparison = pairs.compare(found, works.Background.of(course), top=asked.top)
        shared = page.shared_parts(comparison)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, page.to_html(comparison, shared, course.rubric.title))
    except (GraderFault, RubricError, StubError, ExportError, JournalError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        where = problem.filename or target
        say(f"{where} cannot be read or written: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    if asked.json:
        say_json(_told(comparison, shared, target))
    else:
        say(f"{len(found):,} submissions compared; the {len(comparison.pairs)} most similar pairs are in {target}")
        say("for a person to read, not a verdict")
    return 0


def _page_of(out: Path, asked: str | None) -> Path:
    from ..classes.journal import FILE

    if asked:
        return Path(asked)
    return out / PAGE if (out / FILE).is_file() else Path("dist") / PAGE


def _told(comparison: Any, shared: Any, target: Path) -> dict[str, Any]:
    from dataclasses import asdict

    told = []
    for pair, parts in zip(comparison.pairs, shared, strict=True):
        sides = [comparison.works[index] for index in (pair.left, pair.right)]
        told.append(
            {
                "score": round(pair.score, 4),
                "submissions": [
                    {"id": work.id, "people": [asdict(person) for person in work.people], "origin": work.origin}
                    for work in sides
                ],
                "stretches": [
                    {
                        "unusual": match.unusual,
                        "tokens": match.tokens,
                        "works": match.works,
                        "places": [
                            {"file": side.file, "lines": [side.first_line + 1, side.last_line + 1]}
                            for side in (match.left, match.right)
                        ],
                    }
                    for match in parts.matches
                ],
                "comments": sorted(parts.remarks),
            }
        )
    return {
        "note": "for a person to read, not a verdict",
        "page": str(target),
        "submissions": len(comparison.works),
        "left_out": comparison.excluded,
        "pairs": told,
    }
