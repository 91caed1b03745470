"""`softmark groups` lists unnamed mistakes that several students share."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..render.say import say, say_json

SHOWN = 8
"""Members that a line names; `--json` lists all."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "groups",
        help="list the mistakes without a name that several students of a graded class share",
        description="Wrong answers that behave alike on the public numbers make the same mistake. Each line is "
        "such a group, the largest first: its id, its task, what differs, who. `softmark name CLASS GROUP` gives "
        "it a name.",
    )
    reader.add_argument("out", metavar="CLASS", help="the folder that `softmark batch` wrote")
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository")
    reader.add_argument("--all", action="store_true", help="also list mistakes that only one submission makes")
    reader.add_argument("--json", action="store_true", help="print them as JSON: stable ids, members, task, sentence")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..checks.errors import GraderFault
    from ..classes.journal import JournalError
    from ..classes.shared_mistakes import naming
    from ..content.course import Course
    from ..content.rubric import RubricError

    try:
        about = naming.read(Path(asked.out), Course.at(Path(asked.course)))
    except (RubricError, GraderFault, JournalError, naming.NamingError) as problem:
        say(problem, file=sys.stderr)
        return 2
    shown = [group for group in about.groups if asked.all or len(group.entries) > 1]
    if asked.json:
        say_json([
            {"id": group.id, "task": group.item, "size": len(group.entries), "members": list(group.entries),
             "sentence": group.sentence, "line": group.line, "checks": list(group.checks),
             "hidden numbers only": group.hidden_only}
            for group in shown
        ])  # fmt: skip
        return 0
    people = {one.entry.id: ", ".join(person.name for person in one.entry.people) for one in about.graded}
    for group in shown:
        say(f"{group.id}  shared by {len(group.entries)}  {group.item} {group.title}")
        say(f"    {group.sentence}")
        if group.line:
            say(f"    values first differ from every known solution at: {group.line}")
        names = [people[ident] or ident for ident in group.entries[:SHOWN]]
        more = f" and {len(group.entries) - SHOWN} more" if len(group.entries) > SHOWN else ""
        say(f"    {', '.join(names)}{more}")
    alone = sum(len(group.entries) == 1 for group in about.groups)
    if not shown:
        say("no mistake without a name is shared")
    many = "1 group" if len(shown) == 1 else f"{len(shown)} groups"
    single = "1 unnamed mistake is" if alone == 1 else f"{alone} unnamed mistakes are"
    say(f"{many}; {single} nobody else's" + ("" if asked.all else " (--all lists them)"))
    return 0
