"""The command behind `python check.py`: its arguments, the order of events, its exit codes."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ..core.assignment import Assignment, Task
from ..core.result import NOT_CHECKED, PASSED
from . import choose, report
from . import folder as files_of
from .choose import BadInput
from .report import Report
from .supervisor import Changed, Child, Found, Supervisor

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
    width = shutil.get_terminal_size().columns if out.isatty() else 0
    return textwrap.fill(sentence, width, break_long_words=False, break_on_hyphens=False) if width else sentence


def _main(argv: list[str], folder: Path) -> int:
    assignment = choose.read(folder)
    _require_packages(folder, assignment)

    from ..render.words import screen as screens  # which needs one of them

    options = _parser(screens.sayable(_EXAMPLES, sys.stdout)).parse_args(argv)
    tasks = choose.select(assignment, options.tasks)
    _hold(options, folder, assignment)
    out = Path(os.devnull).open("w") if options.json else sys.stdout  # noqa: SIM115 (open to the end)
    screen = screens.choose(options.plain, out)
    try:
        if options.watch:
            return _watch(folder, assignment, tasks, options.seconds, screen)
        found = Round(folder, assignment, tasks, options.seconds, screen).run()
    finally:
        screen.close()
    if options.zip:
        _say_zipped(found, files_of.write_zip(folder, assignment), screen)
    if options.json:
        print(json.dumps(found.plain(), indent=1))
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
        "--seconds", type=float, default=20.0, metavar="N", help="how long one check may take (default 20)"
    )
    return parser


def _hold(options: argparse.Namespace, folder: Path, assignment: Assignment) -> None:
    """BadInput before anything runs, for what cannot be done."""
    if options.watch and (options.json or options.zip):
        raise BadInput("--watch goes on until Ctrl-C: it cannot be combined with --json or --zip.")
    if options.seconds <= 0:
        raise BadInput(f"--seconds must be more than 0, not {options.seconds:g}.")
    if options.zip:
        files_of.refuse_unfit(folder, assignment)


def _require_packages(folder: Path, assignment: Assignment) -> None:
    absent = [name for name in choose.needed_packages(assignment.framework) if importlib.util.find_spec(name) is None]
    if absent:
        are = "are" if len(absent) > 1 else "is"
        raise BadInput(
            f"{' and '.join(absent)} {are} not installed for this Python ({sys.executable}): "
            f"run  {Path(sys.executable).name} -m pip install -r requirements.txt  in {folder}, then check.py again."
        )


class Round:
    """One run over the tasks that were asked for; rows are shown as soon as they are known."""

    def __init__(
        self,
        folder: Path,
        assignment: Assignment,
        tasks: Sequence[Task],
        seconds: float,
        screen: Screen,
        changed: Callable[[], bool] | None = None,
        child: Child | None = None,
    ) -> None:
        """`changed`: whether it is out of date, where somebody goes on saving files. Nothing is shown then but how far
        it is."""
        self._folder, self._assignment, self._tasks, self._seconds = folder, assignment, tasks, seconds
        self._screen, self._changed = screen, changed
        # The child starts first: it has torch to import while we read the files.
        self._child = child or Child(folder)
        self._shown = 0
        self._notes: list[str] = []
        self._texts: dict[str, str] = {}

    def run(self) -> Report:
        try:
            unreadable = self._look()
            if not self._changed:
                self._screen.begin(self._assignment.title, self._report(Found()).entries)
                for sentence in unreadable:  # at once: the framework takes seconds to import
                    self._screen.say(sentence)
            self._screen.progress("starting Python and torch" if self._assignment.framework == "torch" else "starting")
            found = self._report(self._supervisor().run())
        finally:
            self._child.clean_up()
        if not self._changed:
            for task in self._tasks[self._shown :]:
                self._screen.row(found.entry(task))
            report.finish(found, self._screen)
        return found

    def _look(self) -> list[str]:
        """Finds all that can be said without running anything; returns what Python cannot read."""
        folder, assignment = self._folder, self._assignment
        absent = files_of.missing(folder, assignment)
        if all(task.file in absent for task in self._tasks):
            raise BadInput(" ".join(dict.fromkeys(absent[task.file] for task in self._tasks)))
        self._texts = files_of.sources(folder, assignment.files)
        trees, unreadable = files_of.parsed(self._texts)
        self._notes = [
            *files_of.overlooked(folder, assignment).values(),
            *files_of.foreign_imports(trees, assignment),
        ]
        return unreadable

    def _supervisor(self) -> Supervisor:
        return Supervisor(
            *(self._folder, self._assignment.files),
            {"tasks": [task.id for task in self._tasks], "seconds": self._seconds},
            progress=self._screen.progress,
            publish=self._publish,
            changed=self._changed or (lambda: False),
            child=self._child,
        )

    def _publish(self, found: Found) -> None:
        so_far = self._report(found)
        while not self._changed and self._shown < len(self._tasks):
            row = found.rows[self._tasks[self._shown].id]
            if row.status == NOT_CHECKED and not row.checks:
                return
            self._screen.row(so_far.entry(self._tasks[self._shown]))
            self._shown += 1

    def _report(self, found: Found) -> Report:
        told = [trouble.says for trouble in found.files.values()]
        notes = [note for note in self._notes if not any(note.partition(" imports ")[0] in says for says in told)]
        return Report(self._assignment, self._tasks, dict(found.rows), dict(found.files), notes, self._texts)


def _watch(folder: Path, assignment: Assignment, tasks: Sequence[Task], seconds: float, screen: Screen) -> int:
    """Check, wait for a save or a key, check again; a child that has already imported torch stands by."""
    from .keys import Keys
    from .watching import Watch

    spare = [Child(folder)]

    def check(some: Sequence[Task], changed: Callable[[], bool]) -> Report | None:
        try:
            return Round(folder, assignment, some, seconds, screen, changed, spare.pop()).run()
        except Changed:
            return None
        except BadInput as error:  # some editors take a file away for a moment
            screen.close()
            screen.say(str(error))
            return None
        finally:
            spare.append(Child(folder))

    try:
        with Keys() as keys:
            Watch(folder, assignment.files, tasks, screen, check, keys).run()
    except KeyboardInterrupt:
        screen.close()
        screen.say("\nStopped watching.")
    finally:
        spare.pop().clean_up()
    return 0


def _say_zipped(found: Report, zipped: Path, screen: Screen) -> None:
    if found.untouched:
        screen.say("\nNothing is written in these files yet: is this the folder that you work in?")
    elif open_tasks := [task.id for task in found.tasks if not task.bonus and found.row(task).status != PASSED]:
        screen.say(f"\nNot everything passes yet: {', '.join(open_tasks)}. You can hand in again later.")
    if found.notes:
        screen.say("\nLook at what is said above before you hand in.")
    screen.say(f"\nWrote {zipped.name}, beside check.py.\nIt holds exactly: {', '.join(found.assignment.files)}")
