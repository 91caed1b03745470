"""`softmark salt` makes the secret behind the hidden numbers if there is none, and shows its fingerprint."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..render.say import say


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reader = commands.add_parser(
        "salt",
        help="show the fingerprint of the secret behind the hidden numbers; create the secret if there is none",
        description="The hidden numbers come from autograder/.salt, which is not in git. Staff share the file, "
        "and keep it for as long as grades can be appealed. If two people see the same fingerprint, they have the "
        "same salt.",
    )
    reader.add_argument("--course", default=".", metavar="DIR", help="the repository or an unpacked autograder zip")
    reader.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from ..content import hidden_draws, salt
    from ..content.course import Course

    course = Course.at(Path(asked.course))
    made = salt.ensure(course.salt_path)
    if made:
        course.hidden_draws_path.unlink(missing_ok=True)
    fingerprint = course.fingerprint
    chosen = hidden_draws.in_words(course.redrawn) if course.redrawn else "chosen by the next `make`"
    advice = "made; share it with staff, and keep it; " if made else ""
    say(f"{course.salt_path}: {advice}its fingerprint is {fingerprint}; hidden numbers: {chosen}")
    return 0
