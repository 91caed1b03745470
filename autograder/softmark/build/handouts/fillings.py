"""Fills the holes in a handout's text: points, tables, rules and measured numbers, as the course has them.

A handout says `{{total}}` where a number belongs that the rubric owns, so that the text cannot disagree with the
grader. Every filling is Markdown. A word nobody knows, or a task that does not exist, stops the build with its place.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...checks.errors import GraderFault
from ...checks.points import HABIT_POINTS, amount
from ...content.rubric import Item, Rubric
from . import policy_words

_HOLE = re.compile(r"\{\{([a-z-]+)((?: [^{}\s]+)*)\}\}")
_OFF = "This task is not part of the assignment this time. Read the section as background."
_SCORING = f"""\
The grader checks what the *Graded* list in each docstring says, and the list *Graded in every task* at the top of a \
file, where there is one. An entry is a label with its points. If a check of it fails, the label is lost with these \
points, and you read which one.

What is graded in every task is checked where an ordinary call of your function is right. If that call is wrong, these \
entries cost nothing where the first label of the task's own list holds and a later one says what is wrong. Otherwise \
they are earned as soon as the call is right. Each of them costs at most {amount(HABIT_POINTS)} points in all tasks \
together.

A mistake costs nothing in later tasks. If an earlier task is wrong or not written, a later task that calls it is \
graded again on top of a right version. So call your earlier functions; do not repeat them."""
_HINTS = {
    "name": "When `check.py` recognises a common mistake, it names it and says what to look at. It never shows the "
    "code.",
    "category": "When `check.py` recognises a common mistake, it says what kind it is.",
}


class Fillings:
    """The fillings of one course."""

    def __init__(self, rubric: Rubric, folder: Path = Path()) -> None:
        """`folder` is where data files are looked for."""
        self.rubric, self.folder = rubric, folder
        self.words: dict[str, Callable[..., str]] = {
            "total": lambda: f"{rubric.total:g}",
            "bonus": lambda: f"{rubric.bonus:g}",
            "term": lambda: rubric.term,
            "hours": lambda: _hours(rubric.items),
            "limit": lambda name: f"{getattr(rubric.limits, name):g}",
            "heading": self.heading,
            "task": self.task,
            "rubric": self.table,
            "parts": self.parts,
            "scoring": lambda: "\n\n".join(filter(None, [_SCORING, _HINTS.get(rubric.feedback.hints)])),
            "policy": lambda: policy_words.policy(rubric),
            "rules": self.rules,
            "data": self.data,
        }

    def fill(self, text: str, where: str) -> str:
        """The text with every hole filled."""

        def replaced(hole: re.Match[str]) -> str:
            word, arguments = hole[1], hole[2].split()
            place = f"{where}, line {text.count(chr(10), 0, hole.start()) + 1}"
            if word not in self.words:
                known = ", ".join(self.words)
                raise GraderFault(f"{place}: there is nothing to fill in for {hole[0]}; known: {known}")
            try:
                return self.words[word](*arguments)
            except (KeyError, TypeError, AttributeError) as problem:
                raise GraderFault(f"{place}: {hole[0]} cannot be filled in: {problem}") from None

        return _HOLE.sub(replaced, text)

    def heading(self, task: str) -> str:
        """The text of a task's section heading, with the anchor that links use."""
        item = self._item(task)
        return f"{item.id} {item.title} {{#task-{item.id}}}"

    def task(self, task: str) -> str:
        """The box at the head of a task: where it is written, what it is worth, what it may not call."""
        item = self._item(task)
        if item.mode == "off":
            return f"::: task\n{_OFF}\n:::"
        lines = [f"**Write** {_listed([f'`{name}`' for name in item.names])} in `{item.file}`."]
        if item.mode == "given":
            lines = [f"**Given** this time: the answer is in `{item.file}`. Read it."]
        takes = f"; takes about {_hours([item])}" if item.hours else ""
        lines.append(f"**Points** {item.points:g}{' (bonus)' if item.bonus else ''}{takes}.")
        if item.uses:
            lines.append(f"**Call** what you wrote in {_listed([_link(used) for used in item.uses])}.")
        if rules := self.rubric.rules_of(task):
            lines.append(f"**Not allowed** {'; '.join(rule.says for rule in rules)}.")
        return "\n".join(
            ["::: task", *(f"{line}  " for line in lines), f"**Check it** `python check.py {task}`", ":::"]
        )

    def table(self) -> str:
        """All tasks with their points."""
        rows = [
            ["Task", "", "File", "Points", "Takes"],
            [":---", ":-----------------", ":---------", "------:", ":-------------------"],
        ]
        for item in self.rubric.items:
            points = f"{item.points:g}{' (bonus)' if item.bonus else ''}"
            rows.append([_link(item.id), item.title, f"`{item.file}`", points, _hours([item])])
        points = _points(self.rubric.total, self.rubric.bonus)
        return _table([*rows, ["", "**All**", "", f"**{points}**", _hours(self.rubric.items)]])

    def parts(self) -> str:
        """The files with the points they carry."""
        rows = [
            ["Part", "File", "Tasks", "Points", "Takes"],
            [":-------------------", ":---------", ":---------", "-----:", ":-----------"],
        ]
        for file in self.rubric.files:
            items = self.rubric.items_of(file)
            core, bonus = (sum(item.points for item in items if item.bonus is kind) for kind in (False, True))
            if items:
                tasks = ", ".join(item.id for item in items)
                rows.append([self.rubric.part(file), f"`{file}`", tasks, _points(core, bonus), _hours(items)])
        return _table(rows)

    def rules(self) -> str:
        """The course's own rules on AI tools and on working together."""
        said = {"AI tools": self.rubric.handout.ai, "Working together": self.rubric.handout.collaboration}
        lines = [f"**{name}.** {text}" for name, text in said.items() if text]
        if open_ones := [name.replace("Working", "working") for name, text in said.items() if not text]:
            lines.append(f"Your course has rules on {_listed(open_ones)}: look them up, or ask, before you start.")
        return "\n\n".join(lines)

    def data(self, file: str, path: str, form: str = "") -> str:
        """A number from a JSON file of the handouts, by its keys: `{{data figures/x.json wills/loss .4f}}`."""
        value: Any = json.loads((self.folder / file).read_text(encoding="utf-8"))
        for key in path.split("/"):
            value = value[int(key)] if isinstance(value, list) else value[key]
        if form == "vector":
            return f"({', '.join(map(_entry, value))})"
        if form == "matrix":
            inside = r" \\ ".join(" & ".join(map(_entry, row)) for row in value)
            return rf"\begin{{bmatrix}} {inside} \end{{bmatrix}}"
        if form.startswith("%"):
            return format(100 * value, form[1:])
        return format(math.exp(value), form[1:]) if form.startswith("e") else format(value, form)

    def _item(self, task: str) -> Item:
        try:
            return self.rubric.item(task)
        except KeyError:
            raise KeyError(f"the rubric has no task {task}") from None


def _table(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _points(core: float, bonus: float) -> str:
    return f"{core:g}" + (f" + {bonus:g}" if bonus else "")


def _entry(entry: object) -> str:
    """A number, or text: `2/3` becomes a fraction, `-inf` the sign for it."""
    return re.sub(r"(\d+)/(\d+)", r"\\tfrac{\1}{\2}", str(entry).replace("inf", r"\infty"))


def _hours(items: Sequence[Item]) -> str:
    """About how long these tasks take an average student together, 1¼ hours; empty where a task does not say."""
    if not items or not all(item.hours for item in items):
        return ""
    quarters = round(4 * sum(item.hours for item in items))
    said = f"{quarters // 4 or ''}{('', '¼', '½', '¾')[quarters % 4]}"
    return f"{said} hour{'s' if quarters > 4 else ''}"


def _link(task: str) -> str:
    return f"[{task}](#task-{task})"


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
