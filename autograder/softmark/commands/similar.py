"""`softmark similar` shows which submissions share unusual code, side by side, for a person to read."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..files.escape import one_line
from ..render.say import say, say_json

PAGE = "similarity.html"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "similar",
        help="show which submissions share unusual code",
        description="Compare every two submissions of a class and write one page with the most similar pairs side "
        "by side, shared parts marked. Given code, code that many have and code of known answers counts little; "
        "members of a group and a person's own earlier work are not compared. The page is for a person to read, "
        "not a verdict. seen.csv (pair,when,who,note) beside it remembers what somebody has read.",
    )
    reader.add_argument("out", metavar="OUT", help="the folder of a batch; or an export, or a folder of submissions")
    reader.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="DIR",
        help="earlier years: folders of batches, exports or submissions; or an archive (archive.json)",
    )
    reader.add_argument("--top", type=int, default=50, metavar="N", help="how many pairs to show (default: 50)")
    reader.add_argument(
        "--seen", nargs="+", default=[], metavar="PAIR", help="mark pairs as read, by their code words on the page"
    )
    reader.add_argument(
        "--for",
        dest="student",
        metavar="STUDENT",
        help="write only evidence/ beside the page: one student's pairs, with everybody else blacked out",
    )
    reader.add_argument("--page", metavar="FILE", help=f"where the page goes (default: OUT/{PAGE} beside a journal)")
    reader.add_argument("--json", action="store_true", help="print the pairs as JSON")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.exports import ExportError
    from ..classes.journal import JournalError
    from ..classes.report import integrity
    from ..classes.similarity import archived, compared_works, evidence, page, pairs
    from ..classes.similarity import marks as seen
    from ..content.course import Course
    from ..content.rubric import RubricError
    from ..content.stubs import StubError
    from ..files.atomic import write_atomically
    from ..files.tables import TableError

    out = Path(asked.out)
    target = _page_of(out, asked.page)
    try:
        if asked.top < 1:
            raise GraderFault(f"--top {asked.top}: at least one pair must be asked for")
        course = Course.at(Path(asked.course))
        works = compared_works.read(out, course.rubric)
        own, listed = len(works), _listed(out)
        left_out = max(0, len(listed) - len(works)) if listed else 0
        compared = "" if left_out else integrity.class_digest(listed)
        archives = [archived.read(Path(path)) for path in asked.against if Path(path).suffix == ".json"]
        for folder in (path for path in asked.against if Path(path).suffix != ".json"):
            works += compared_works.read(Path(folder), course.rubric, origin=Path(folder).name)
        background = compared_works.Background.of(course)
        shared_earlier = archived.shared([work.files for work in works[:own]], archives, background, top=asked.top)
        comparison = pairs.compare(works, background, top=asked.top)
        shared = page.shared_parts(comparison)
        idents = [seen.pair_id(works[pair.left], works[pair.right]) for pair in comparison.pairs]
        if asked.student:
            case = evidence.case(comparison, shared, background, asked.student)
            folder = evidence.write(target.parent, case, course.rubric.title, _observations(out, case))
            say(f"{len(case.comparison.pairs)} of {len(comparison.pairs)} pairs, in {folder}")
            say("read it before you pass it on: the program does not know nicknames")
            return 0
        target.parent.mkdir(parents=True, exist_ok=True)
        marks = (
            seen.add(target.parent / seen.FILE, asked.seen, idents)
            if asked.seen
            else seen.read(target.parent / seen.FILE)
        )
        write_atomically(target, page.to_html(comparison, shared, course.rubric.title, marks=marks))
        rows = _json_of(comparison, shared, target, idents, marks)
        rows["archives"] = [{**asdict(pair), "place": works[pair.place].id} for pair in shared_earlier]
        if _is_class(out):
            write_atomically(out / integrity.SIMILARITY, _kept(rows, compared))
    except (TableError, GraderFault, RubricError, StubError, ExportError, JournalError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        where = problem.filename or target
        say(f"{where} cannot be read or written: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    if asked.json:
        say_json(rows)
    else:
        left = f", {sum(ident not in marks for ident in idents)} of them not seen yet" if marks else ""
        say(
            f"{len(works):,} submissions compared; the {len(comparison.pairs)} most similar pairs are in {target}{left}"
        )
        for pair in shared_earlier:
            who = one_line(works[pair.place].names, limit=80)
            say(f"{who}: {pair.common} of {pair.of} unusual fingerprints are also in {pair.submission}, {pair.archive}")
        if archives:
            say("an archive holds no code: ask whoever kept the work of that year")
        if left_out:
            say(f"{left_out} handed in, not graded yet: they are not compared; let `softmark batch` finish first")
        say("for a person to read, not a verdict")
    return 0


def _listed(out: Path) -> list[Any]:
    """The submissions that the journal of a class lists; some may have no grade yet, and no code here."""
    from ..classes.journal_reading import JournalReader

    if not _is_class(out):
        return []
    with JournalReader.open(out) as journal:
        return journal.entries()


def _page_of(out: Path, asked: str | None) -> Path:
    if asked:
        return Path(asked)
    return out / PAGE if _is_class(out) else Path("dist") / PAGE


def _is_class(out: Path) -> bool:
    """A folder that a batch wrote."""
    from ..classes.journal import FILE

    return (out / FILE).is_file()


def _observations(out: Path, case: Any) -> list[str]:
    """What grading saw of one student's submissions."""
    from ..classes.journal_reading import JournalReader
    from ..classes.report import integrity

    if not _is_class(out):
        return []
    mine = {case.comparison.works[place].id for place in case.own}
    with JournalReader.open(out) as journal:
        graded = [submission for submission in journal.graded() if submission.entry.id in mine]
    return [each.says for submission in graded for each in integrity.observed(submission, "")]


def _kept(data: dict[str, Any], compared: str) -> str:
    """What the instructor's page of observations needs of it: no names. `compared` says which class this is about."""
    import json

    pairs = [
        {
            "pair": pair["pair"],
            "score": pair["score"],
            "submissions": [{name: side[name] for name in ("id", "origin")} for side in pair["submissions"]],
            "stretches": sum(stretch["unusual"] for stretch in pair["stretches"]),
            "seen": pair["seen"],
        }
        for pair in data["pairs"]
    ]
    return json.dumps({"compared": compared, "pairs": pairs}, ensure_ascii=False, indent=1) + "\n"


def _json_of(comparison: Any, shared: Any, target: Path, idents: list[str], marks: Any) -> dict[str, Any]:
    from ..classes.similarity import groups

    rows = []
    for pair, parts, ident in zip(comparison.pairs, shared, idents, strict=True):
        sides = [comparison.works[index] for index in (pair.left, pair.right)]
        rows.append(
            {
                "pair": ident,
                "seen": str(marks[ident]) if ident in marks else "",
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
        "pairs": rows,
        "groups": [
            {"submissions": [comparison.works[place].id for place in each.members], "common": each.common}
            for each in groups.groups(comparison)
        ],
    }
