"""Fills the holes in a handout's text: points, tables, signatures, checks, as the course has them.

A handout says `{{points 1.2}}` where a number belongs that the rubric owns, so that the text cannot disagree with the
grader. Every filling is Markdown. A word nobody knows, or a task that does not exist, stops the build with its place.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ...checks.errors import GraderFault
from ...checks.points import HABIT_POINTS, amount
from ...content.course import Course
from ...content.graded_sentences import in_every_task
from ...content.rubric import Item
from . import policy_words, rows
from .typeset import typeset

_HOLE = re.compile(r"\{\{([a-z-]+)((?: [^{}\s]+)*)\}\}")


class Fillings:
    """The fillings of one course."""

    def __init__(self, course: Course, folder: Path = Path()) -> None:
        """`folder` is where data files are looked for."""
        self.course, self.folder = course, folder
        self.rubric = course.rubric
        self.words: dict[str, Callable[..., str]] = {
            "total": lambda: f"{self.rubric.total:g}",
            "bonus": lambda: f"{self.rubric.bonus:g}",
            "heading": self.heading,
            "name": lambda task: f"{task} {self._item(task).title}",
            "points": lambda task: f"{self._item(task).points:g}",
            "task": self.task,
            "checks": self.checks,
            "signature": self.signature,
            "rubric": self.table,
            "parts": self.parts,
            "hours": lambda: _hours(self.rubric.items),
            "limit": lambda name: f"{getattr(self.rubric.limits, name):g}",
            "scoring": self.scoring,
            "policy": self.policy,
            "term": lambda: self.rubric.term,
            "rules": self.rules,
            "data": self.data,
        }

    def fill(self, text: str, where: str) -> str:
        """The text with every hole filled."""

        def replaced(hole: re.Match[str]) -> str:
            word, arguments = hole[1], hole[2].split()
            line = text.count("\n", 0, hole.start()) + 1
            if word not in self.words:
                raise GraderFault(
                    f"{where}, line {line}: there is nothing to fill in for {hole[0]}; known: {', '.join(self.words)}"
                )
            try:
                return self.words[word](*arguments)
            except (KeyError, TypeError, AttributeError) as problem:
                raise GraderFault(f"{where}, line {line}: {hole[0]} cannot be filled in: {problem}") from None

        return _HOLE.sub(replaced, text)

    # --- one task ---------------------------------------------------------------------------------------------------

    def heading(self, task: str) -> str:
        """The text of a task's section heading, with the anchor that links use."""
        item = self._item(task)
        return f"{item.id} {item.title} {{#task-{item.id}}}"

    def task(self, task: str) -> str:
        """The box at the head of a task: where it is written, what it is worth, what it may not call."""
        item = self._item(task)
        if item.mode == "off":
            return self._box(["This task is not part of the assignment this time. Read the section as background."])
        lines = [f"**Write** {_listed([self.signature(name) for name in item.names])} in `{item.file}`."]
        if item.mode == "given":
            lines = [f"**Given** this time: the answer is in `{item.file}`. Read it."]
        lines += [f"**Shapes** {line}" for line in self._shape_lines(item)]
        takes = f"; takes about {_hours([item])}" if item.hours else ""
        lines.append(f"**Points** {item.points:g}{' (bonus)' if item.bonus else ''}{takes}.")
        if item.uses:
            lines.append(f"**Call** what you wrote in {_listed([_link(used) for used in item.uses])}.")
        rules = [rule.says for rule in self.rubric.rules_of(task)]
        lines += [f"**Not allowed** {'; '.join(rules)}."] if rules else []
        return self._box([*lines, f"**Check it** `python check.py {item.id}`"])

    def checks(self, task: str) -> str:
        """How a task is graded: the title of each of its checks. The grader runs them on other numbers."""
        titles = self._checks.get(task, [])
        self._item(task)
        if not titles:
            raise KeyError(f"task {task} has no check")
        return "\n".join(f"- {typeset(title)}" for title in titles)

    def signature(self, name: str) -> str:
        """A function as the stub declares it, without types: `attend(q, k, v, mask=None)`."""
        found = self._signatures.get(name)
        if found is None:
            raise KeyError(f"no file of the assignment defines {name}")
        return f"`{found}`"

    def shapes(self, name: str) -> str:
        """What goes in and what comes out, as the docstring says under Args and Returns; empty without shapes."""
        sections = _sections(self._docstrings.get(name, ""))
        said = [(arg, _shapes_in(text)) for arg, text in _arguments(sections["Args"]) if text.startswith("(")]
        into = ", ".join(f"`{arg}` {shapes[0]}" for arg, shapes in said if shapes)
        out = " and ".join(_shapes_in(sections["Returns"])) or (_first_clause(sections["Returns"]) if into else "")
        return f"{into} → {out}".strip() if out else ""

    def _shape_lines(self, item: Item) -> list[str]:
        """One line for each function of a task that has shapes; its name where there are several."""
        known = [(name, self.shapes(name)) for name in item.names if self.shapes(name)]
        return [f"`{name}`: {line}" if len(item.names) > 1 else line for name, line in known]

    # --- the whole --------------------------------------------------------------------------------------------------

    def table(self) -> str:
        """All tasks with their points."""
        rows = [
            "| Task | | File | Points | Takes |",
            "|:---|:-----------------|:---------|------:|:-------------------|",
        ]
        for item in self.rubric.items:
            bonus = " (bonus)" if item.bonus else ""
            rows.append(
                f"| {_link(item.id)} | {item.title} | `{item.file}` | {item.points:g}{bonus} | {_hours([item])} |"
            )
        extra = f" + {self.rubric.bonus:g}" if self.rubric.bonus else ""
        return "\n".join([*rows, f"| | **All** | | **{self.rubric.total:g}{extra}** | {_hours(self.rubric.items)} |"])

    def _part_points(self, file: str) -> str:
        items = self.rubric.items_of(file)
        bonus = sum(item.points for item in items if item.bonus)
        return f"{sum(item.points for item in items if item.counts):g}" + (f" + {bonus:g}" if bonus else "")

    def parts(self) -> str:
        """The files with the points they carry."""
        rows = [
            "| Part | File | Tasks | Points | Takes |",
            "|:-------------------|:---------|:---------|-----:|:-----------|",
        ]
        for file in self.rubric.files:
            items = self.rubric.items_of(file)
            if items:
                cells = (
                    self.rubric.part(file),
                    f"`{file}`",
                    self._spans(items),
                    self._part_points(file),
                    _hours(items),
                )
                rows.append(f"| {' | '.join(cells)} |")
        return "\n".join(rows)

    def _spans(self, items: Sequence[Item]) -> str:
        """4.1–4.4, 4.6: neighbours in the rubric together."""
        order = [item.id for item in self.rubric.items]
        runs: list[list[str]] = []
        for ident in (item.id for item in items):
            if runs and order.index(ident) == order.index(runs[-1][-1]) + 1:
                runs[-1].append(ident)
            else:
                runs.append([ident])
        return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)

    def scoring(self) -> str:
        """How checks become points, in sentences for students."""
        rules = any(in_every_task(self.course, item.file) for item in self.rubric.items)
        head = ", and of the list at the top of each file, which holds for all its tasks" if rules else ""
        said = [
            f"The grader checks the sentences of the *Graded* list in each docstring{head}. They share the points "
            "of the task. If one of its checks fails, a sentence is lost, and you read which one. The first check "
            "of each function is its foundation: if it fails, the rest of that function earns nothing.",
            "A habit costs only once: if several of your tasks accept only one leading dimension or only one "
            "dtype, change their inputs, keep something from call to call, or give other numbers in training "
            f"mode, each of these habits costs at most {amount(HABIT_POINTS)} points in all.",
            "One mistake costs points only once. If an earlier task is wrong or not written, a later task that "
            "calls it is graded again on top of a right version. So call your earlier functions; do not repeat "
            "them.",
        ]
        if self.rubric.feedback.hints == "name":
            said.append(
                "When `check.py` recognises a common mistake, it names it and says what to look at. It never shows the "
                "code."
            )
        elif self.rubric.feedback.hints == "category":
            said.append("When `check.py` recognises a common mistake, it says what kind it is.")
        return "\n\n".join(said)

    def rules(self) -> str:
        """The course's own rules on AI tools and on working together."""
        said = {"AI tools": self.rubric.handout.ai, "Working together": self.rubric.handout.collaboration}
        open_ones = [name for name, text in said.items() if not text]
        lines = [f"**{name}.** {text}" for name, text in said.items() if text]
        if open_ones:
            about = _listed([name[0].lower() + name[1:] if name != "AI tools" else name for name in open_ones])
            lines.append(f"Your course has rules on {about}: look them up, or ask, before you start.")
        return "\n\n".join(lines)

    def policy(self) -> str:
        """How often students may hand in, until when, and what late work costs, as the rubric has it."""
        return policy_words.policy(self.rubric)

    def data(self, file: str, path: str, form: str = "") -> str:
        """A number from a JSON file of the handouts, by its keys: `{{data figures/x.json wills/loss .4f}}`."""
        value: Any = json.loads((self.folder / file).read_text(encoding="utf-8"))
        for key in path.split("/"):
            value = value[int(key)] if isinstance(value, list) else value[key]
        if form in rows.FORMS:
            return rows.FORMS[form](value)
        if form.startswith("%"):
            return format(100 * value, form[1:])
        return format(math.exp(value), form[1:]) if form.startswith("e") else format(value, form)

    # --- where it comes from ----------------------------------------------------------------------------------------

    def _item(self, task: str) -> Item:
        try:
            return self.rubric.item(task)
        except KeyError:
            raise KeyError(f"the rubric has no task {task}") from None

    @staticmethod
    def _box(lines: list[str]) -> str:
        return "\n".join(["::: task", *(f"{line}  " for line in lines[:-1]), lines[-1], ":::"])

    @cached_property
    def _functions(self) -> dict[str, ast.FunctionDef]:
        """Every function of the assignment, methods as Class.method."""
        functions: dict[str, ast.FunctionDef] = {}
        for text in self.course.reference.values():
            for statement in ast.parse(text).body:
                if isinstance(statement, ast.FunctionDef):
                    functions[statement.name] = statement
                elif isinstance(statement, ast.ClassDef):
                    methods = [part for part in statement.body if isinstance(part, ast.FunctionDef)]
                    functions |= {f"{statement.name}.{method.name}": method for method in methods}
        return functions

    @cached_property
    def _signatures(self) -> dict[str, str]:
        return {name: _call(name.removesuffix(".__init__"), function) for name, function in self._functions.items()}

    @cached_property
    def _docstrings(self) -> dict[str, str]:
        return {name: ast.get_docstring(function) or "" for name, function in self._functions.items()}

    @cached_property
    def _checks(self) -> dict[str, list[str]]:
        """Task → titles of its checks, read from the graders without running them."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.course.graders.glob("test_*.py")):
            for statement in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(statement, (ast.ClassDef, ast.FunctionDef)):
                    _note_checks(statement, None, found)
        return found


def _note_checks(node: ast.ClassDef | ast.FunctionDef, outer: str | None, found: dict[str, list[str]]) -> None:
    task = outer
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "item":
            task = str(ast.literal_eval(mark.args[0]))
    if isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                _note_checks(part, task, found)
    elif task is not None and node.name.startswith("test"):
        title = (ast.get_docstring(node) or node.name).partition("\n\n")[0]
        found.setdefault(task, []).append(" ".join(title.split()))


def _call(name: str, function: ast.FunctionDef) -> str:
    bare: Any = ast.parse(ast.unparse(function)).body[0]
    for argument in (*bare.args.posonlyargs, *bare.args.args, *bare.args.kwonlyargs):
        argument.annotation = None
    inside = ast.unparse(bare.args)
    first, _, rest = inside.partition(", ")
    return f"{name}({rest if first == 'self' else inside})"


def _sections(docstring: str) -> dict[str, str]:
    """The parts of a docstring that have a heading; Args and Returns are there even when it has none."""
    found = {"Args": "", "Returns": ""}
    for part in re.split(r"\n(?=[A-Z]\w+:)", docstring):
        heading, _, text = part.partition(":")
        if heading in found:
            found[heading] = text
    return found


def _arguments(text: str) -> list[tuple[str, str]]:
    """(name, what is said about it) for each argument."""
    return re.findall(r"^ {4}(\w+): (.*)$", text, flags=re.MULTILINE)


def _shapes_in(text: str) -> list[str]:
    """What looks like a shape: (..., n, d_k). Words in brackets have no dots and no single letter among them."""
    first = text.strip().partition("\n")[0]
    return [
        shape
        for shape in re.findall(r"\([^()]+\)", first)
        if any(size.strip() == "..." or len(size.strip()) == 1 for size in shape[1:-1].split(","))
    ]


def _first_clause(text: str) -> str:
    clause = re.split(r"[:.,]", text.strip(), maxsplit=1)[0]
    return clause[:1].lower() + clause[1:]


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
