"""The submissions: every known answer, every stranger's, and composites of several mistakes in one submission."""

from __future__ import annotations

import ast
import random
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from softmark import bank
from softmark.bank import Answer
from tests.answers import reader

ROOT = Path(__file__).resolve().parents[2]
"""The tree whose answers are handed in: this one, whichever tree is judged."""
BROKEN = {
    "syntax": "def broken(:\n    pass\n",
    "name": "missing_name\n",
    "import": "import a_package_that_nobody_has\n",
    "empty": "",
}
"""What a file that cannot be used holds."""


@dataclass(frozen=True)
class Submission:
    name: str
    """known-wrong/scale.missing, wrong-01/014_unscaled, pair/…"""
    files: Mapping[str, str]
    """File name → its text."""
    modules: tuple[str, ...]
    """In which its mistakes are."""

    @property
    def folder(self) -> str:
        """A name that every system and every export can hold, and that no page cuts short."""
        plain = re.sub(r"[^\w.-]", "_", self.name.replace("/", "__"))
        return f"{plain[:50]}-{zlib.crc32(self.name.encode()):08x}"

    def write(self, place: Path) -> Path:
        target = place / self.folder
        target.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (target / name).parent.mkdir(exist_ok=True)
            (target / name).write_text(text, encoding="utf-8", newline="")
        return target


@dataclass(frozen=True)
class Course:
    """The answers of one course, read without its engine."""

    root: Path

    @cached_property
    def _rubric(self) -> dict[str, Any]:
        rubric: dict[str, Any] = yaml.safe_load((self.root / "autograder" / "rubric.yaml").read_text(encoding="utf-8"))
        return rubric

    @cached_property
    def owners(self) -> dict[tuple[str, str], str]:
        """(module, function) → the task that asks for it."""
        items = [item for item in self._rubric["items"] if item.get("mode", "task") not in ("off", False)]
        return {(Path(item["file"]).stem, name): item["id"] for item in items for name in item["names"]}

    @cached_property
    def reference(self) -> dict[str, str]:
        folder = self.root / "solutions" / "reference"
        modules = dict.fromkeys(module for module, _ in self.owners)
        return {name: (folder / f"{name}.py").read_text(encoding="utf-8") for name in modules}

    def answers(self, kind: str) -> list[Answer]:
        return bank.answers(self.root / "solutions" / kind, self.owners)

    def laid_over(self, *answers: Answer) -> dict[str, str]:
        texts = bank.laid_over(self.reference, *answers)
        return {f"{name}.py": bank.clean(text) for name, text in texts.items()}

    def known(self) -> Iterator[Submission]:
        """The reference, and every known answer laid over it."""
        yield Submission("the reference", self.laid_over(), ())
        for kind in ("wrong", "right"):
            for answer in self.answers(kind):
                yield Submission(f"known-{kind}/{answer.name}", self.laid_over(answer), (answer.module,))


def everything() -> list[Submission]:
    """All submissions of the real course."""
    course = Course(ROOT)
    return [*course.known(), *_strangers(course), *composites(course)]


def chosen(found: list[Submission], sample: int, parts: list[str]) -> list[Submission]:
    """So many in a hundred of each kind, always the same ones, with mistakes in these modules; and the reference."""
    kept = [one for one in found if not parts or set(one.modules) & set(parts) or not one.modules]
    return [
        one
        for number, one in enumerate(kept)
        if not one.modules or number * sample // 100 != (number - 1) * sample // 100
    ]


def _strangers(course: Course) -> Iterator[Submission]:
    for stranger in reader.strangers(ROOT / "tests" / "answers", course.owners):
        yield Submission(stranger.name, stranger.files(course.reference), tuple(stranger.code))


# --- composites -------------------------------------------------------------------------------------------------


def composites(course: Course) -> Iterator[Submission]:
    """A hundred submissions with more than one thing wrong, the same ones every time."""
    luck = random.Random(56)
    wrong = course.answers("wrong")
    for number in range(40):
        yield _several(course, "pair", luck.sample(wrong, 2), number)
    for number in range(20):
        yield _several(course, "triple", luck.sample(wrong, 3), number)
    for number in range(20):
        yield _half_written(course, luck, luck.choice(wrong), number)
    for kind, text in BROKEN.items():
        for module in course.reference:
            answer = luck.choice(wrong)
            files = {**course.laid_over(answer), f"{module}.py": text}
            yield Submission(f"broken/{kind}-{module}-with-{answer.name}", files, (module, answer.module))


def _several(course: Course, kind: str, answers: list[Answer], number: int) -> Submission:
    name = f"{kind}/{number:02}-{'-'.join(answer.name for answer in answers)}"
    return Submission(name, course.laid_over(*answers), tuple(answer.module for answer in answers))


def _half_written(course: Course, luck: random.Random, answer: Answer, number: int) -> Submission:
    """One mistake, and from some task on nothing but stubs."""
    names = list(course.owners)
    written = luck.randrange(2, len(names))
    texts = bank.laid_over(course.reference, answer)
    for module, name in names[written:]:
        stub = _stub(course.root / "assignment" / f"{module}.py", name)
        texts[module] = bank.splice(texts[module], stub) if stub else texts[module]
    files = {f"{module}.py": bank.clean(text) for module, text in texts.items()}
    return Submission(f"half/{number:02}-{written}-functions-{answer.name}", files, (answer.module,))


def _stub(path: Path, name: str) -> str:
    """A function as it is handed out; a method inside its class."""
    if not path.exists():
        return ""
    text = path.read_text(encoding="utf-8")
    owner, _, function = name.rpartition(".")
    body = ast.parse(text).body
    if owner:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == owner)
    node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == function)
    first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
    lines = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return f"class {owner}:\n{lines}\n" if owner else f"{lines}\n"
