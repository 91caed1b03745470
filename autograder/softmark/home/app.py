"""The command behind `python check.py`: its arguments, the order of events, its exit codes."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ..core.assignment import Assignment, Task
from . import choose
from .choose import BadInput
from .folder import hand_in, look, refuse_unfit
from .report import Report, finish
from .supervisor import Found, Supervisor

if TYPE_CHECKING:
    from ..render.words.screen import Screen

_EXAMPLES = """\
examples
  python check.py             check everything
  python check.py 1.2         one task, or a part (1), a file, a function
  python check.py --watch 1   one task of part 1 at a time, whenever you save
  python check.py --zip       check everything, then write submission.zip

what the table says
  ✓ passed            every public check of the task passes
  ✗ wrong             below the table: what was called, expected against got
  … not written yet   the stub is still there
  ◔ waiting for 1.2   it fails, and so does 1.2, which it uses: fix 1.2 first
  ⊘ rule broken       it calls something that the task does not allow

The check always runs on the CPU.
Exit code: 0 when it ran, whatever it found; 2 when it could not.
"""


def main(argv: list[str], folder: str) -> int:
    """Run check.py, which lies in `folder`."""
    for stream in (sys.stdout, sys.stderr):  # never fail on a character that the console does not have
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        return _main(argv, Path(folder))
    except BadInput as error:
        print(readable(str(error), sys.stderr), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # … | head
        # Python flushes standard output once more at the end
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        return 0


def readable(sentence: str, out: IO[str]) -> str:
    """On a terminal in lines that end between two words; in a log in one."""
    width = shutil.get_terminal_size().columns if out.isatty() else len(sentence)
    return textwrap.fill(sentence, width, break_long_words=False, break_on_hyphens=False)


def _main(argv: list[str], folder: Path) -> int:
    assignment = choose.read(folder)
    choose.bring_in("rich")

    from ..render.words import screen as screens

    options = _parser(screens.sayable(_EXAMPLES, sys.stdout)).parse_args(argv)
    tasks = choose.select(assignment, options.tasks)
    if options.watch and (options.json or options.zip):
        raise BadInput("--watch goes on until Ctrl-C: it cannot be combined with --json or --zip.")
    if options.zip:
        refuse_unfit(folder, assignment)
    out = Path(os.devnull).open("w") if options.json else sys.stdout  # noqa: SIM115 (open to the end)
    screen = screens.choose(options.plain, out)
    if options.watch:
        return _watch(folder, assignment, tasks, options.seconds, screen)
    report = check(Supervisor(folder, assignment), tasks, options.seconds, screen)
    finish(report, screen)
    if options.zip:
        _zip(report, folder, screen)
    if options.json:
        print(json.dumps(report.plain(), indent=1))
    return 0


def _parser(examples: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python check.py",
        description="Checks your work with the public tests, task by task, and says what to look at.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="tasks, parts, files or functions; all when left out")
    parser.add_argument("--watch", action="store_true", help="check one task again whenever a file is saved")
    parser.add_argument("--zip", action="store_true", help="write submission.zip, the file to hand in")
    parser.add_argument("--plain", action="store_true", help="words instead of symbols, colour and boxes")
    parser.add_argument("--json", action="store_true", help="the result for machines")
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="N", help="how long one call may take (default 20)"
    )
    return parser


def check(supervisor: Supervisor, tasks: Sequence[Task], seconds: float, screen: Screen) -> Report:
    """Check some tasks, and show their rows as soon as they are known."""
    try:
        report = look(supervisor.folder, supervisor.assignment, tasks)
        screen.begin(report.assignment.title, report.entries)
        for trouble in report.files.values():  # at once: the framework takes seconds to import
            screen.say(trouble.says)
        waiting = [*tasks]
        for found in supervisor.run(Found([task.id for task in tasks], seconds, {**report.files})):
            screen.progress(found.doing)
            notes = [note for note in report.notes if note.partition(" line")[0] not in found.files]  # it says more
            report = replace(report, rows=found.rows, files=found.files, notes=notes)
            while waiting and report.is_known(waiting[0]):
                screen.row(report.entry(waiting.pop(0)))
    finally:
        screen.close()
        supervisor.end()
    return report


def _watch(folder: Path, assignment: Assignment, tasks: Sequence[Task], seconds: float, screen: Screen) -> int:
    """Check, wait for a save or a key, check again; a child that has already imported torch stands by."""
    from .keys import keys
    from .watching import Watch

    spare = [Supervisor(folder, assignment)]

    def again(some: Sequence[Task]) -> Report | None:
        try:
            return check(spare.pop(), some, seconds, screen)
        except BadInput as error:  # some editors take a file away for a moment
            screen.say(str(error))
            return None
        finally:
            spare.append(Supervisor(folder, assignment))

    try:
        with keys() as pressed:
            Watch(folder, assignment.files, tasks, screen, again, pressed).run()
    finally:
        spare.pop().end()
    return 0


def _zip(found: Report, folder: Path, screen: Screen) -> None:
    zipped = hand_in(folder, found.assignment)
    if found.untouched:
        screen.say("\nNothing is written in these files yet: is this the folder that you work in?")
    elif open_tasks := [task.id for task in found.open if not task.bonus]:
        screen.say(f"\nNot everything passes yet: {', '.join(open_tasks)}. You can hand in again later.")
    if found.notes:
        screen.say("\nLook at what is said above before you hand in.")
    screen.say(f"\nWrote {zipped.name}, beside check.py.\nIt holds exactly: {', '.join(found.assignment.files)}")
