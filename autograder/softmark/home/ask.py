"""`python check.py --ask`: asks questions about your own program, one at a time, and explains at once.

The course's own questions come first, once; then those about the tasks that pass. What was answered is kept in
answers.json. Where the course gives points for having answered, it goes into the zip; right or wrong never counts.
"""

from __future__ import annotations

import contextlib
import queue
import re
import shutil
import textwrap
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ..questions.answers_file import Record
from ..questions.fixed import Fixed, from_json
from ..questions.question import LETTERS, NoAnswer, Question
from ..reading.source import text_of
from .folder import ANSWERS, how_to_get_files_back, sources
from .runner import START_SECONDS, CheckLimit, Child
from .screen import Screen
from .tasks import Assignment, BadInput, ours

LEAVE = "Type an answer and Enter; Enter alone skips; q ends."
NO_POINTS = "A wrong answer costs nothing, and a right one earns nothing: this is for you."
FOR_ANSWERING = "Answering all of them earns {points}; whether an answer is right makes no difference."
_MOST_CODE = 14
WIDEST = 100
_CODE, _SHORT, _HELD = re.compile("`[^`]*`"), 32, "\x00"


def read_fixed(assignment: Assignment) -> list[Fixed]:
    path = assignment.tests / "questions.json"
    return ours(
        path,
        lambda path: from_json(path.read_text(encoding="utf-8")),
        how_to_get_files_back(assignment.folder, assignment),
    )


def read_answers(folder: Path) -> Record:
    """The answers given before. If they are lost, no harm is done."""
    try:
        return Record.of((folder / ANSWERS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Record()


def still_open(assignment: Assignment) -> str:
    """What is missing for the points there are for answering, in half a sentence; empty where nothing is."""
    if not assignment.points_for_answering:
        return ""
    return read_answers(assignment.folder).lacks(read_fixed(assignment), texts_of(assignment))


def texts_of(assignment: Assignment) -> dict[str, str]:
    return {f"{stem}.py": text for stem, text in sources(assignment.folder, assignment.files).items()}


def about_program(assignment: Assignment, patience: CheckLimit, child: Child | None = None) -> list[Question]:
    """The questions that the child makes. A child that hangs or crashes over it makes none."""
    child = child or Child(assignment.folder)
    try:
        child.send({"broken": {}, "debug": False, "seconds": patience.seconds, "slow_seconds": patience.slow})
        child.send({"ask": True})
        deadline = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(queue.Empty):
                event = child.receive(min(deadline - time.monotonic(), 0.5))
                match event:
                    case None:
                        return []
                    case {"event": "stopped", "says": str(says)}:
                        raise BadInput(says)
                    case {"event": "questions", "questions": list(data)}:
                        return [Question.of(each) for each in data]
                    case {"event": "loading" | "asking"}:
                        deadline = time.monotonic() + patience.slow
            if time.monotonic() > deadline:
                return []
    finally:
        child.clean_up()


class Dialogue:
    """Asks, listens, explains, and remembers what was answered."""

    def __init__(self, screen: Screen, folder: Path, listen: Callable[[str], str] = input) -> None:
        self._screen = screen
        self._listen = listen
        self._folder = folder
        self.record = read_answers(folder)
        self.right = self.asked = 0
        self.left = False
        self._warned = False

    def ask(self, questions: Iterable[tuple[str, str, Question]]) -> None:
        """(id, heading, question) one after the other, until somebody leaves."""
        for ident, heading, question in questions:
            if self.left:
                return
            self._screen.say(f"\n{heading}\n{self._shown(question)}")
            reply = self._reply(question)
            if reply is None:
                continue
            self.asked += 1
            self.right += question.is_right(reply)
            verdict = "Right." if question.is_right(reply) else f"Not so: {self._answer(question)}."
            self._screen.say(wrapped(f"{verdict} {question.why}"))
            self._keep(ident, reply)

    def about(self, questions: Sequence[Question], texts: dict[str, str], fixed: Sequence[Fixed]) -> None:
        """Set the program that the record is about from now on."""
        self.record = self.record.asking(questions, texts, [each.id for each in fixed])
        if self.record.answers:
            self._write()

    def end(self, rule: str, lacks: str) -> None:
        if self.asked:
            self._screen.say(f"\n{self.right} of {self.asked} right. {rule}")
        if lacks:
            self._screen.say(wrapped(f"Not all is answered yet: {lacks}. Run this again to go on."))

    def _reply(self, question: Question) -> str | None:
        while not self.left:
            try:
                typed = self._listen("> ").strip()
            except (EOFError, NotImplementedError):  # nobody is there who could type
                self.left = True
                return None
            if typed.casefold() in ("", "q"):
                self.left = bool(typed)
                return None
            try:
                return question.read(typed)
            except NoAnswer as problem:
                self._screen.say(f"{str(problem)[0].upper()}{str(problem)[1:]}.")
        return None

    def _keep(self, ident: str, reply: str) -> None:
        self.record = self.record.with_answer(ident, reply)
        self._write()

    def _write(self) -> None:
        try:
            (self._folder / ANSWERS).write_text(self.record.to_json(), encoding="utf-8", newline="\n")
        except OSError as error:
            if not self._warned:
                reason = (error.strerror or str(error)).lower()
                self._screen.say(wrapped(f"Your answers are not kept: {ANSWERS} cannot be written ({reason})."))
            self._warned = True

    def _shown(self, question: Question) -> str:
        options = [wrapped(f"  {LETTERS[place]}) {text}", "     ") for place, text in enumerate(question.options)]
        return "\n".join([wrapped(question.text), *self._code(question), *options])

    def _code(self, question: Question) -> list[str]:
        shown: list[str] = []
        for file, first, last in question.code:
            with contextlib.suppress(OSError, ValueError):
                text = text_of((self._folder / file).read_bytes())[0].split("\n")
                numbered = [(number, text[number - 1]) for number in range(first, min(last, len(text)) + 1)]
                kept = [(number, line) for number, line in numbered if line.strip()]
                shown += [f"  {number:>4} | {line}" for number, line in kept[:_MOST_CODE]]
                shown += [f"       … down to line {last}"] if len(kept) > _MOST_CODE else []
        return shown

    @staticmethod
    def _answer(question: Question) -> str:
        return f"it is {question.answer})" if question.options else f"it is {question.right_option}"


def wrapped(text: str, indent: str = "") -> str:
    """As wide as the window, and never wider than is good to read; a short piece of code stays in one line."""
    width = max(40, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))
    held = _CODE.sub(lambda code: code[0].replace(" ", _HELD) if len(code[0]) <= _SHORT else code[0], text)
    filled = textwrap.fill(held, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_HELD, " ")


def rule_of(assignment: Assignment) -> str:
    """A sentence about what answers are worth."""
    points = assignment.points_for_answering
    worth = f"{points:g} point{'' if points == 1 else 's'}"
    return FOR_ANSWERING.format(points=worth) if points else NO_POINTS


def run(assignment: Assignment, patience: CheckLimit, screen: Screen) -> None:
    """The whole of `--ask`."""
    child = Child(assignment.folder)  # it has to import torch: meanwhile the first questions can be answered
    try:
        dialogue, fixed, rule = Dialogue(screen, assignment.folder), read_fixed(assignment), rule_of(assignment)
        screen.say(wrapped(f"{LEAVE} {rule}"))
        before = [question for question in fixed if question.id not in dialogue.record.answers]
        dialogue.ask((question.id, question.title, question.question) for question in before)
        if not dialogue.left:
            screen.progress("making questions about your program")
            texts = texts_of(assignment)
            found = about_program(assignment, patience, child)
            screen.close()
            if not found:
                screen.say("\nNo questions about your program yet: they need tasks that pass, and suitable code.")
            dialogue.about(found, texts, fixed)
            total = len(found)
            dialogue.ask((one.ident, f"{number} of {total}: your program, task {one.task}", one)
                         for number, one in enumerate(found, 1))  # fmt: skip
        dialogue.end(rule, still_open(assignment))
    finally:
        child.clean_up()
