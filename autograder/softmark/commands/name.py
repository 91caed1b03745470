"""`softmark name` gives a shared mistake one sentence, written once, for everybody who makes it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.escape import plain
from ..render.say import say, typed

if TYPE_CHECKING:
    from ..classes.shared_mistakes.groups import Group
    from ..classes.shared_mistakes.naming import GradedClass
    from ..content.course import Course
    from ..content.named_mistakes import StaffName

ASKED = {
    "name": "a short name, like scale.missing",
    "says": "what the mistake is, in one sentence a student understands",
    "hint": "what to look at, never the code",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "name",
        help="give a shared mistake a name, a sentence and a hint, for everyone who makes it",
        description="Writes names.yaml beside the rubric: your words and fingerprints of behaviour, no persons, "
        "no code. The next `softmark report` shows the name to every member, without grading again; the next "
        "autograder zip shows it to everybody who makes the same mistake later. It asks for what you do not give "
        "as an option.\n\n"
        "--draft FILE writes the reference's own code to start from. Change it so that it makes the mistake; "
        "--bank FILE then adds it to the known mistakes, if it behaves like the group.",
    )
    reader.add_argument("out", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("group", metavar="GROUP", help="its id, as `softmark groups CLASS` and the page show it")
    for option, about in ASKED.items():
        reader.add_argument(f"--{option}", metavar="TEXT", help=about)
    reader.add_argument("--explanation", metavar="FILE", help="a file with a longer explanation, in Markdown")
    reader.add_argument("--same-as", metavar="NAME", help="this group makes the same mistake as NAME of names.yaml")
    reader.add_argument(
        "--draft", metavar="FILE", help="write the reference's code, to make the mistake in, and nothing else"
    )
    reader.add_argument(
        "--bank", metavar="FILE", help="add this file to the known mistakes if it behaves like the group"
    )
    reader.add_argument("--yes", action="store_true", help="do not ask whether these are the right members")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..build import bank_file
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.shared_mistakes import naming
    from ..content import named_mistakes
    from ..content.course import Course
    from ..content.rubric import RubricError

    try:
        course = Course.at(Path(asked.course))
        about = naming.read(Path(asked.out), course)
        group = naming.find(about, asked.group, named_mistakes.load(course.names_path))
        if asked.draft:
            return _draft(Path(asked.draft), bank_file.draft(course, group, _given(asked)))
        if asked.bank:
            return _bank(asked, course, about, group)
        naming.nameable(group)
        words = {} if asked.same_as else _words(asked)
        if asked.same_as:
            words = {"name": asked.same_as, "says": "The same.", "hint": "The same."}
        name = naming.proposed(about, group, words, course)
        if not _confirmed(asked, about, group, name):
            return 1
        if asked.same_as:
            name = naming.add(course, asked.same_as, name)
        else:
            naming.write(course, name)
    except (RubricError, GraderFault, JournalError, naming.NamingError) as problem:
        say(problem, file=sys.stderr)
        return 2
    except OSError as problem:
        say(f"{problem.filename or asked.course}: {(problem.strerror or str(problem)).lower()}", file=sys.stderr)
        return 2
    _tell(course, group, name, asked.out)
    return 0


def _given(asked: argparse.Namespace) -> dict[str, str]:
    return {option: text for option in ASKED if (text := getattr(asked, option)) is not None}


def _words(asked: argparse.Namespace) -> dict[str, str]:
    """The words that were given as options, and what a person at a terminal answers for the rest."""
    from ..classes.shared_mistakes.naming import NamingError

    words = _given(asked)
    missing = [option for option in ASKED if option not in words]
    if missing and not sys.stdin.isatty():
        raise NamingError(f"give {' and '.join(f'--{option}' for option in missing)}: there is nobody to ask here")
    for option in missing:
        say(f"{option} ({ASKED[option]}): ", end="", flush=True)
        words[option] = sys.stdin.readline().strip()
    if asked.explanation:
        words["explanation"] = _explanation(Path(asked.explanation))
    return words


def _explanation(path: Path) -> str:
    from ..classes.shared_mistakes.naming import NamingError

    try:
        return path.read_text(encoding="utf-8").strip() + "\n"
    except UnicodeDecodeError:
        raise NamingError(f"{path} is not UTF-8 text: save it as UTF-8") from None


def _confirmed(asked: argparse.Namespace, about: GradedClass, group: Group, name: StaffName) -> bool:
    """Ask a person, who sees to whom the sentence goes before it reaches anybody."""
    from ..classes.shared_mistakes.naming import NamingError

    people = {one.entry.id: one.entry for one in about.graded}
    say(f"{name.name}: {name.says}\nhint: {name.hint}")
    if name.explanation:
        say(plain(name.explanation, limit=4000, lines=80))
    say(f"goes to {len(group.entries)} in task {group.item} {group.title}:")
    for ident in group.entries:
        say(f"  {', '.join(person.name for person in people[ident].people) or ident}")
    if asked.yes:
        return True
    if not sys.stdin.isatty():
        raise NamingError("nothing is written yet: look at the list above, then run it again with --yes")
    say("write it? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    say("nothing is written")
    return False


def _draft(path: Path, text: str) -> int:
    from ..classes.shared_mistakes.naming import NamingError

    if path.exists():
        raise NamingError(f"{path} exists: give another file")
    path.write_text(text, encoding="utf-8")
    say(f"written: {path}. Make the smallest change that makes the mistake, then give it with --bank")
    return 0


def _bank(asked: argparse.Namespace, course: Course, about: GradedClass, group: Group) -> int:
    from ..build import bank_file
    from ..classes.shared_mistakes import naming

    path = Path(asked.bank)
    answer = bank_file.read(path, course, group)
    rows = bank_file.rows_of(course, Path(asked.course), answer)
    bank_file.must_behave_like(group, rows[group.item], path)
    words = {"name": answer.name, "says": answer.says, "hint": answer.hint}
    name = naming.proposed(about, group, words, course) if group.behaviour is not None else None
    if name is not None and not _confirmed(asked, about, group, name):
        return 1
    kept = bank_file.accept(course, answer)
    say(f"in the bank: {kept}; run `make` to build the zips with it")
    for other in bank_file.also_explained(about, group, rows):
        say(f"it also explains group {other.id}, shared by {len(other.entries)}, in {other.item} {other.title}")
    if name is not None:
        naming.write(course, name)
        _tell(course, group, name, asked.out)
    return 0


def _tell(course: Course, group: Group, name: StaffName, out: str) -> None:
    say(f"{name.name} is in {course.names_path}: {len(group.entries)} submissions of this class have it")
    say(f"next: {typed('report', out)} tells them; `make` puts it into the next autograder zip")
    say(f"points for all of them: one line mistake:{name.name},{group.item},POINTS,… in {out}/overrides.csv")
