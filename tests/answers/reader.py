"""Reads the answers of strangers: people who knew neither the checks nor the known answers.

One YAML file a set: name → what is said about the answer, and its code, which is laid over the reference as known
answers are. A value is text, or a list of texts; `code` is the text that goes into the file of its task, or module →
text. The head of each file says from what and when its answers were written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import yaml

from softmark.bank import BadAnswer, Owners, clean, marked, splice


@dataclass(frozen=True)
class Stranger:
    """One of their answers, to be laid over the reference."""

    name: str
    """The set and its name there: wrong-01/014_unscaled."""
    code: Mapping[str, str]
    """Module → the functions that it replaces, and what they need; an arrow marks each wrong line."""
    task: tuple[str, ...] = ()
    """The tasks that are wrong; none of a right answer."""
    wrong: str = ""
    """What is wrong, as its author says it."""
    says: str = ""
    """Of a right answer: how it is written."""
    after: str = ""
    """What it was written after: a bug report, a habit."""
    breaks: str = ""
    """The sentence of the stub that it breaks."""
    hint: str = ""
    """What its author thinks a good teaching assistant would say."""
    ambiguous: str = ""
    """Where its author found that the stub leaves something open."""
    named: tuple[str, ...] = ()
    """Names of known mistakes that were read beside it and are true of it."""
    loses: tuple[str, ...] = ()
    """The tasks that it must lose, and only those."""
    why: str = ""
    """Why a right answer loses some."""
    told: tuple[str, ...] = ()
    """How a reader judged what students are told, before anything was done and now: helpful, neutral or false."""
    place: str = ""

    def files(self, reference: Mapping[str, str]) -> dict[str, str]:
        """File name → text as it is handed in: the reference with its functions."""
        return {f"{module}.py": clean(text) for module, text in self._whole(reference).items()}

    def lines(self, reference: Mapping[str, str]) -> dict[str, list[int]]:
        """File name → the numbers of its wrong lines in `files`."""
        found = {f"{module}.py": marked(text) for module, text in self._whole(reference).items()}
        return {file: numbers for file, numbers in found.items() if numbers}

    def _whole(self, reference: Mapping[str, str]) -> dict[str, str]:
        return {**reference, **{module: splice(reference[module], code) for module, code in self.code.items()}}


def strangers(folder: Path, owners: Owners) -> list[Stranger]:
    """Every answer in the YAML files of `folder`, sorted by file and in the order of the file."""
    modules = {task: module for (module, _), task in owners.items()}
    return [one for path in sorted(folder.glob("*.yaml")) for one in _Set(path, modules).read()]


_LISTS = ("task", "named", "loses", "told")
_KEYS = [field.name for field in fields(Stranger) if field.name not in ("name", "place")]


@dataclass(frozen=True)
class _Set:
    """A file of strangers' answers while it is read."""

    path: Path
    modules: Mapping[str, str]
    """Task → the module in which its functions stand."""

    def read(self) -> Iterator[Stranger]:
        try:
            top = yaml.compose(self.path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except yaml.MarkedYAMLError as error:
            raise self._bad(error.problem_mark, f"is not YAML: {error.problem}") from None
        for name, (node, values) in self._mapping(top).items():
            yield self._stranger(name, node, self._mapping(values))

    def _stranger(self, name: str, node: Any, values: Mapping[str, Any]) -> Stranger:
        said = {key: self._texts(key, value) for key, (at, value) in values.items() if self._known(key, at)}
        code = self._code(node, said.get("task", ()), values)
        said = {"loses": said.get("task", ()), **said, "code": code}
        return Stranger(f"{self.path.stem}/{name}", **said, place=f"{self.path}:{node.start_mark.line + 1}")

    def _known(self, key: str, at: Any) -> bool:
        if key not in _KEYS:
            raise self._bad(at.start_mark, f"an answer has no {key!r}: it may have {', '.join(_KEYS)}")
        return True

    def _texts(self, key: str, value: Any) -> Any:
        if key == "code":
            return None
        texts = tuple(part.value for part in value.value) if isinstance(value.value, list) else (value.value,)
        if not all(isinstance(text, str) for text in texts) or (len(texts) != 1 and key not in _LISTS):
            raise self._bad(value.start_mark, f"{key}: is a text" + " or a list of texts" * (key in _LISTS))
        return texts if key in _LISTS else texts[0]

    def _code(self, node: Any, tasks: Sequence[str], values: Mapping[str, Any]) -> dict[str, str]:
        for task in tasks:
            if task not in self.modules:
                raise self._bad(values["task"][1].start_mark, f"no task is called {task!r}")
        if "code" not in values:
            raise self._bad(node.start_mark, "an answer has code")
        code = values["code"][1]
        if not isinstance(code.value, str):
            return {module: self._parsed(text) for module, (_, text) in self._mapping(code).items()}
        if not tasks:
            raise self._bad(code.start_mark, "code: a right answer says for which module it is")
        return {self.modules[tasks[0]]: self._parsed(code)}

    def _parsed(self, code: Any) -> str:
        try:
            ast.parse(code.value)
        except SyntaxError as error:
            raise BadAnswer(f"{self.path}:{code.start_mark.line + 1 + (error.lineno or 0)}: {error.msg}") from None
        return str(code.value)

    def _mapping(self, node: Any) -> dict[str, Any]:
        """Key → its place and its value."""
        if node is None or node.id != "mapping":
            raise self._bad(node and node.start_mark, "here stand names, a colon after each")
        found: dict[str, Any] = {}
        for key, value in node.value:
            if key.value in found:
                raise self._bad(key.start_mark, f"{key.value!r} stands here twice")
            found[key.value] = key, value
        return found

    def _bad(self, mark: Any, what: str) -> BadAnswer:
        return BadAnswer(f"{self.path}:{mark.line + 1}: {what}" if mark else f"{self.path}: {what}")
