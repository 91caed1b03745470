"""`python check.py`: reads its arguments, lets the runner work, shows what came of it."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ..reading import leftovers
from ..reading.rules import forbidden
from ..reading.rules.leaning import Leaning
from . import folder as files_of
from . import screen as screens
from . import tasks, watch
from .choose_screen import choose
from .runner import Changed, CheckLimit, Child, Runner
from .screen import NoScreen, Screen
from .tasks import Assignment, BadInput, Task, listed
from .verdict import PASSED, WAITING, Verdict

_EXAMPLES = """\
examples
  python check.py               check everything
  python check.py 1.2           one task; also a part (1), or a file or a function by its name
  python check.py --watch 1     check part 1 again whenever you save a file
  python check.py --zip         check everything, then write submission.zip

what the table says
  ✓ passed            every public check of the task passes
  ✗ wrong             there is a panel below the table: what was called, expected against got
  … not written yet   the stub is still there
  ◔ waiting for 1.2   it fails, and so does task 1.2, which it uses: fix that one first
  ⊘ rule broken       it calls something that the task does not allow

The check always runs on the CPU. Exit code: 0 when it ran, whatever it found; 2 when it could not.
"""


def main(argv: list[str], folder: str) -> int:
    """Run check.py, which lies in `folder`."""
    screens.make_safe(sys.stdout)
    try:
        return _main(argv, Path(folder))
    except BadInput as error:
        screens.make_safe(sys.stderr)
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # … | head
        # Python flushes standard output once more at the end
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        return 0


def _main(argv: list[str], folder: Path) -> int:
    options = _parser().parse_args(argv)
    assignment = tasks.read(folder)
    wanted = assignment.select(options.tasks)
    if options.list:
        choose(options.plain).say(f"{assignment.title}\n{screens.task_list(wanted)}")
        return 0
    if options.watch and (options.json or options.zip):
        raise BadInput("--watch goes on until Ctrl-C: it cannot be combined with --json or --zip.")
    if options.seconds <= 0:
        raise BadInput(f"--seconds must be more than 0, not {options.seconds:g}.")
    _require_packages(assignment)
    if options.zip:
        files_of.refuse_read_only(assignment.folder, f"--zip writes {files_of.ZIP}")
        files_of.refuse_unfit(assignment.folder, assignment)
    screen: Screen = NoScreen() if options.json else choose(options.plain)
    try:
        if options.watch:
            return _watch(assignment, wanted, options, screen)
        verdict, notes = Round(assignment, wanted, CheckLimit(options.seconds), screen).run()
    finally:
        screen.close()
    if options.json:
        zipped = files_of.write_zip(assignment.folder, assignment) if options.zip else None
        print(json.dumps(report(verdict, notes, zipped), indent=1))
    elif options.zip:
        _write_zip(assignment, verdict, screen)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python check.py",
        description="Checks your work with the public tests, task by task, and says what to look at.",
        epilog=screens.sayable(_EXAMPLES, sys.stdout),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tasks", nargs="*", metavar="TASK", help="tasks, parts, files or functions; all when left out")
    parser.add_argument("--watch", action="store_true", help="check again whenever a file is saved; Ctrl-C ends it")
    parser.add_argument("--zip", action="store_true", help="write submission.zip, the file to hand in")
    parser.add_argument("--plain", action="store_true", help="words instead of symbols, colour and boxes")
    parser.add_argument("--json", action="store_true", help="the result for machines")
    parser.add_argument("--list", action="store_true", help="list the tasks and stop")
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="N", help="how long one check may take (default 20)"
    )
    return parser


# Before anything runs -------------------------------------------------------------------------------------------------


def _require_packages(assignment: Assignment) -> None:
    absent = [name for name in tasks.needed_packages(assignment.framework) if importlib.util.find_spec(name) is None]
    if absent:
        are = "are" if len(absent) > 1 else "is"
        raise BadInput(
            f"{' and '.join(absent)} {are} not installed for this Python ({sys.executable}): "
            f"run  {Path(sys.executable).name} -m pip install -r requirements.txt  in {assignment.folder}, "
            "then check.py again."
        )


def reading_of(assignment: Assignment, texts: dict[str, str]) -> forbidden.Reading:
    """Read the student's files without running them."""
    given = files_of.sources(assignment.folder, [name for name in assignment.given if name.endswith(".py")])
    return forbidden.Reading(texts, assignment.contract, given)


def following_calls(assignment: Assignment, reading: forbidden.Reading) -> Assignment:
    """The same tasks; what each waits for is also what the student's own code calls, as on the server."""
    leaning = Leaning(assignment.tasks)
    leaning.read(reading)
    tasks = [replace(task, uses=tuple(sorted(leaning.stands_on(task.id)))) for task in assignment.tasks]
    return replace(assignment, tasks=tuple(tasks))


def broken_rules(assignment: Assignment, reading: forbidden.Reading) -> dict[str, list[str]]:
    """Task → a sentence for each library call that it does not allow."""
    found: dict[str, list[str]] = {}
    for task in assignment.tasks:
        for name in task.not_allowed:
            rule = assignment.rules.get(name)
            if rule is not None:
                bound = [full for each in assignment.tasks if name in each.not_allowed for full in each.full_names]
                hits = reading.hits(task.full_names, rule.calls, bound)
                found.setdefault(task.id, []).extend(forbidden.sentence(hit, task.id, rule.says) for hit in hits)
    return {task: sentences for task, sentences in found.items() if sentences}


# One round of checking ------------------------------------------------------------------------------------------------


class Round:
    """One run over the tasks that were asked for; rows are shown as soon as they are certain."""

    def __init__(
        self,
        assignment: Assignment,
        wanted: list[Task],
        patience: CheckLimit,
        screen: Screen,
        before: watch.Snapshot | None = None,
        child: Child | None = None,
    ) -> None:
        self.assignment = assignment
        self.wanted = wanted
        self.screen = screen
        # The child starts first: it has torch to import while we read the files.
        child = child or Child(assignment.folder)
        stale = self._is_stale if before else lambda: False
        self._runner = Runner(assignment, patience, self._tell, stale, child)
        self._before = before
        self._shown = 0

    def run(self) -> tuple[Verdict, list[str]]:
        try:
            self.absent = files_of.missing(self.assignment.folder, self.assignment)
            if all(task.file in self.absent for task in self.wanted):
                raise BadInput(" ".join(dict.fromkeys(self.absent[task.file] for task in self.wanted)))
            self.texts = files_of.sources(self.assignment.folder, self.assignment.files)
            reading = reading_of(self.assignment, self.texts)
            self.rules = broken_rules(self.assignment, reading)
            self.assignment = self._runner.assignment = following_calls(self.assignment, reading)
            self.foreign = files_of.foreign_imports(self.texts, self.assignment)
            self.screen.begin(self.assignment.title, self.wanted)
            for sentence in files_of.syntax_errors(self.texts):  # at once: the framework takes seconds to import
                self.screen.say(sentence)
            self.screen.progress("starting Python and torch" if self.assignment.framework == "torch" else "starting")
            self._runner.run(self.wanted)
            if extra := self._verdict().needs_to_know():
                self.screen.progress("looking at the tasks that these use")
                self._runner.run(extra)
            self._grade_what_waits()
        finally:
            self._runner.close()
        verdict = self._verdict()
        for task in self.wanted[self._shown :]:
            self.screen.row(verdict.row(task))
        foreign = [sentence for sentence in self.foreign if not self._told_already(sentence)]
        overlooked = files_of.overlooked(self.assignment.folder, self.assignment).values()
        trees = files_of.trees(self.texts)
        left_in = [*leftovers.reused_names(trees), *leftovers.printing(trees)]
        notes = [*overlooked, *foreign, *left_in, *self._about_waiting(verdict)]
        self.screen.finish(verdict, notes)
        return verdict, notes

    def _grade_what_waits(self) -> None:
        """In the order of the tasks: one that passes this way may be what the next one stands on."""
        for task in self.assignment.tasks:
            if task.id in self._runner.facts.finished and (wrong := self._verdict().wrong_before(task)):
                self._runner.run_on_top(task, wrong)

    def _about_waiting(self, verdict: Verdict) -> list[str]:
        """A sentence about tasks that wait: they show no points here, but need not lose any on the server."""
        waiting = [row.task.id for row in verdict.rows() if row.state == WAITING]
        if not waiting:
            return []
        them = "it" if len(waiting) == 1 else "them"
        return [
            f"{listed(waiting)} cannot be counted here yet. The grader checks {them} on top of a correct earlier task, "
            "so one mistake costs once."
        ]

    def _told_already(self, sentence: str) -> bool:
        """Whether the message of a file that does not load says this already."""
        place = sentence.partition(" imports ")[0]
        return any(trouble.says.startswith(f"{place} imports ") for trouble in self._runner.facts.files.values())

    def _verdict(self) -> Verdict:
        return Verdict(self.assignment, self._runner.facts, self.rules, self.wanted, self.texts, self.foreign)

    def _is_stale(self) -> bool:
        return watch.snapshot(self.assignment.folder, self.assignment.files) != self._before

    def _tell(self, kind: str, text: str) -> None:
        if kind == "progress":
            self.screen.progress(text)
            return
        verdict = self._verdict()
        facts = self._runner.facts
        while self._shown < len(self.wanted):
            task = self.wanted[self._shown]
            certain = task.id in facts.finished and (
                verdict.row(task).state == PASSED
                or (
                    verdict.row(task).state != WAITING
                    and all(before.id in facts.finished for before in self.assignment.before(task.id))
                )
            )
            if not certain:
                return
            self.screen.row(verdict.row(task))
            self._shown += 1


def _watch(assignment: Assignment, wanted: list[Task], options: Any, screen: Screen) -> int:
    """Check, wait for a save, check again; a child that has already imported torch stands by."""
    spare: Child | None = Child(assignment.folder)
    earlier: dict[str, str] = {}
    first = True
    try:
        while True:
            before = watch.snapshot(assignment.folder, assignment.files)
            child, spare = spare, None
            buffer = screen if first else screens.Later(screen)
            try:
                patience = CheckLimit(options.seconds)
                verdict, _ = Round(assignment, wanted, patience, buffer, before, child).run()
                if isinstance(buffer, screens.Later):
                    buffer.show()
                words = {row.task.id: row.words for row in verdict.rows()}
                news = [
                    f"{ident}: {earlier[ident]} -> {words[ident]}" for ident in words if _news(earlier, words, ident)
                ]
                if news:
                    screen.say("Since the last time  " + "; ".join(news))
                earlier = words
            except Changed:
                first, spare = False, Child(assignment.folder)
                continue
            except BadInput as error:
                screen.close()
                screen.say(str(error))
            first = False
            spare = Child(assignment.folder)
            screen.say("\nWatching your files; Ctrl-C ends it.")
            saved = watch.wait(assignment.folder, assignment.files, before)
            screen.progress(f"{', '.join(saved)} saved")
    except KeyboardInterrupt:
        screen.close()
        screen.say("\nStopped watching.")
        return 0
    finally:
        if spare is not None:
            spare.clean_up()


def _news(earlier: dict[str, str], now: dict[str, str], ident: str) -> bool:
    return ident in earlier and earlier[ident] != now[ident]


# What comes of it -----------------------------------------------------------------------------------------------------


def _write_zip(assignment: Assignment, verdict: Verdict, screen: Screen) -> None:
    open_tasks = [row.task.id for row in verdict.rows() if row.state != PASSED and not row.task.bonus]
    if open_tasks:
        screen.say(f"\nNot everything passes yet: {', '.join(open_tasks)}. You can hand in again later.")
    if verdict.foreign:
        screen.say("\nLook at what is said above about imports before you hand in.")
    path = files_of.write_zip(assignment.folder, assignment)
    screen.say(f"\nWrote {path}\nIt holds exactly: {', '.join(assignment.files)}")


def report(verdict: Verdict, notes: list[str], zipped: Path | None = None) -> dict[str, Any]:
    """The result for machines."""
    earned, possible = verdict.total(bonus=False)
    extra, offered = verdict.total(bonus=True)
    return {
        "assignment": verdict.assignment.name,
        "estimate": {"earned": earned, "possible": possible, "bonus_earned": extra, "bonus_possible": offered},
        "headline": screens.total_line(verdict),
        "tasks": [
            {
                "id": row.task.id,
                "title": row.task.title,
                "file": row.task.file,
                "state": row.state,
                "words": row.words,
                "waits_for": list(row.waits_for),
                "earned": row.earned,
                "possible": row.task.points,
                "bonus": row.task.bonus,
                "broken_rules": list(verdict.broken_rules.get(row.task.id, ())),
                "mistake": verdict.mistake(row.task),
                "where": verdict.place(row.task),
                "checks": [
                    {"title": check.title, **asdict(verdict.facts.found[check.name])}
                    for check in verdict.facts.checks(row.task.id)
                    if check.name in verdict.facts.found
                ],
            }
            for row in verdict.rows()
        ],
        "causes": [asdict(cause) for cause in verdict.causes()],
        "files": [asdict(trouble) for trouble in verdict.facts.files.values()],
        "notes": notes,
        "zip": str(zipped) if zipped else None,
    }
