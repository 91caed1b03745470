"""`softmark`: the command line. It reads arguments and starts the right process; the work is done elsewhere.

Exit codes: 0 done, 1 findings, 2 bad input, with one clear line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__
from .batch import command as batch_command
from .report import command as report_command
from .similarity import command as similarity_command
from .trial import command as trial_command


def main(argv: Sequence[str] | None = None) -> int:
    reader = argparse.ArgumentParser(
        prog="softmark",
        description="Grade submissions behind a wall, and build what students and instructors need.",
        epilog="Exit codes: 0 done, 1 findings (an audit survivor), 2 bad input.",
    )
    reader.add_argument("--version", action="version", version=f"softmark {__version__}")
    commands = reader.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_build(commands)
    _add_grade(commands)
    _add_explain(commands)
    _add_audit(commands)
    _add_gradescope(commands)
    _add_handouts(commands)
    for room in (batch_command, report_command, similarity_command, trial_command):
        room.add(commands)
    asked = reader.parse_args(argv)
    try:
        return int(asked.run(asked))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def _add_build(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "build",
        help="write assignment/ and the two zips, and prove them",
        description="Bring assignment/ up to date, write dist/assignment.zip and dist/autograder.zip, then unpack them "
        "and grade the reference, the stubs and a few known mistakes with what is inside.",
    )
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository (default: here)")
    reader.add_argument("--out", default="dist", metavar="DIR", help="where the zips go (default: dist)")
    reader.add_argument("--assignment-only", action="store_true", help="only bring assignment/ up to date")
    reader.add_argument("--no-proof", action="store_true", help="write the zips without grading with them")
    reader.add_argument(
        "--check", action="store_true", help="say whether everything is ready to upload, or what is wrong and where"
    )
    reader.add_argument(
        "--public", metavar="DIR", help="write a tree without solutions, known mistakes and graders, safe to publish"
    )
    reader.set_defaults(run=_build)


def _add_grade(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "grade",
        help="grade one submission",
        description="Grade one folder or zip; print the report card and write results.json in Gradescope's format.",
    )
    reader.add_argument("submission", help="a folder or a zip")
    reader.add_argument("--out", default="dist/grade", metavar="DIR", help="where results go (default: dist/grade)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.add_argument("--json", action="store_true", help="print the whole result as JSON instead of the report card")
    reader.add_argument(
        "--metadata",
        metavar="FILE",
        help="a submission_metadata.json: late work, attempts and feedback as on Gradescope",
    )
    reader.add_argument(
        "--format",
        action="append",
        default=[],
        metavar="PLATFORM",
        help="also write prairielearn, autolab, github-classroom or csv",
    )
    reader.set_defaults(run=_grade)


def _add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "explain",
        help="show staff everything about one item of one submission",
        description="For a regrade request: the failed checks of one item with inputs, expected and got, a script that "
        "reproduces each, and a draft reply to the student without hidden numbers.",
    )
    reader.add_argument("submission", help="a folder or a zip")
    reader.add_argument("item", help="an item of the rubric, such as 1.2")
    reader.add_argument("--out", default="dist/explain", metavar="DIR", help="where scripts go (default: dist/explain)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.set_defaults(run=_explain)


def _add_audit(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "audit",
        help="grade every known answer and prove that the tests are right",
        description="Every known wrong answer must lose exactly what it declares and be named; every right one must "
        "lose nothing. Prints the figures, writes audit.json and audit.html; exit code 1 if anything survives.",
    )
    reader.add_argument("--only", nargs="+", default=[], metavar="NAME", help="answers whose names begin so")
    reader.add_argument("--whole", action="store_true", help="grade every item, also those an answer cannot touch")
    reader.add_argument("--workers", type=int, default=None, metavar="N", help="launchers (default: one a core)")
    reader.add_argument(
        "--repeat", type=int, default=1, metavar="N", help="grade every right answer N times (default: once)"
    )
    reader.add_argument(
        "--like", default=None, metavar="FILE", help="an audit.json of the same bank: scores and names must be its"
    )
    reader.add_argument("--out", default="dist/audit", metavar="DIR", help="where the reports go (default: dist/audit)")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository")
    reader.set_defaults(run=_audit)


def _add_gradescope(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser("gradescope", help="grade as Gradescope's harness asks (used by run_autograder)")
    reader.add_argument("--root", default="/autograder", metavar="DIR")
    reader.add_argument("--source", default="/autograder/source", metavar="DIR")
    reader.set_defaults(run=_gradescope)


def _add_handouts(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "handouts",
        help="make HTML and PDF from handouts/",
        description="Make HTML and PDF of every document that handouts/handouts.yaml lists.",
    )
    reader.add_argument("names", nargs="*", metavar="DOCUMENT", help="which of handouts.yaml; all when left out")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository (default: here)")
    reader.add_argument("--out", default="dist/handouts", metavar="DIR", help="where they go (default: dist/handouts)")
    reader.set_defaults(run=_handouts)


def _handouts(asked: argparse.Namespace) -> int:
    from .build import handouts

    return handouts.run(Path(asked.course), Path(asked.out), asked.names)


def _build(asked: argparse.Namespace) -> int:
    if asked.public:
        from .build import public

        return public.run(Path(asked.course), Path(asked.public))
    if asked.check:
        from .build import check

        return check.run(Path(asked.course), Path(asked.out))
    from .build import make

    return make.run(Path(asked.course), Path(asked.out), asked.assignment_only, not asked.no_proof)


def _grade(asked: argparse.Namespace) -> int:
    arguments = [asked.course, asked.submission, asked.out, *(["--json"] if asked.json else [])]
    arguments += ["--metadata", asked.metadata] if asked.metadata else []
    arguments += [word for name in asked.format for word in ("--format", name)]
    return _behind_launcher("softmark.entry:grade", arguments, Path(asked.course))


def _explain(asked: argparse.Namespace) -> int:
    arguments = [asked.course, asked.submission, asked.item, asked.out]
    return _behind_launcher("softmark.entry:explain", arguments, Path(asked.course))


def _audit(asked: argparse.Namespace) -> int:
    from . import audit
    from .course import Course
    from .errors import GraderFault
    from .render import audit as words
    from .render.progress import bar
    from .result import write_atomically
    from .rubric import RubricError

    root, out = Path(asked.course), Path(asked.out)
    preload = _preload(root)
    if preload is None:
        return 2
    try:
        earlier = None if asked.like is None else json.loads(Path(asked.like).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        print(f"{asked.like} is not an audit.json that can be compared with: {problem}", file=sys.stderr)
        return 2
    try:
        course = Course.at(root)
        with bar("grading known answers") as progress:
            options = {"only": asked.only, "whole": asked.whole, "size": asked.workers, "repeat": asked.repeat}
            found = audit.run(course, root, preload, progress=progress, **options)
    except (RubricError, GraderFault) as problem:
        print(problem, file=sys.stderr)
        return 2
    out.mkdir(parents=True, exist_ok=True)
    write_atomically(out / "audit.json", found.to_json(), mode=0o644)
    write_atomically(out / "audit.html", words.to_html(found, course.rubric), mode=0o644)
    print(words.to_text(found, course.rubric), end="")
    print(f"written: {out / 'audit.json'}, {out / 'audit.html'}")
    differing = audit.compare(found, earlier) if earlier is not None else []
    if earlier is not None:
        print(f"compared with {asked.like}: {len(differing) or 'no'} answers differ")
    for line in differing:
        print(f"  {line}")
    return 0 if found.clean and not differing else 1


def _gradescope(asked: argparse.Namespace) -> int:
    return _behind_launcher("softmark.entry:gradescope", [asked.source, asked.root], Path(asked.source))


def _behind_launcher(target: str, arguments: list[str], course: Path) -> int:
    """Become the launcher. The rubric is read here too, to learn what to preload; exec forgets it again."""
    import os

    from . import launcher

    preload = _preload(course)
    if preload is None:
        return 2
    command = launcher.command(target, arguments, preload=preload)
    sys.stdout.flush()
    os.execve(command[0], command, launcher.environment(os.environ))


def _preload(course: Path) -> list[str] | None:
    """What workers need, from the one line of the rubric that says so; everything else is checked later."""
    for path in (course / "rubric.yaml", course / "autograder" / "rubric.yaml"):
        if path.exists():
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            named = [line.split(":", 1)[1].split("#")[0].strip() for line in lines if line.startswith("framework:")]
            return ["numpy", "torch"] if named == ["torch"] else ["numpy"]
    print(
        f"there is no rubric.yaml in {course} or {course / 'autograder'}; run this in the repository", file=sys.stderr
    )
    return None
