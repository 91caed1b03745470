"""Reads the known answers: wrong answers with the mistake they make, and other right answers.

A wrong (or alternative) answer is a small file: metadata as plain constants, and only the functions it replaces.
Metadata are read without running the file, so listing the whole bank costs next to nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..checks.errors import GraderFault
from ..checks.module_names import from_python, module_of
from ..running.trusted import Overlay

_WORDS = ("NAME", "SAYS", "MODULE")
_OF_MISTAKES = ("HINT", "SECTION", "LOSES")
_ABOUT = re.compile(r"""^MODULE\s*=\s*["']([\w./]+)["']""", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """One known answer, laid over the reference."""

    name: str
    says: str
    """One sentence a student understands."""
    hint: str
    """What to look at, never the code. Empty for right answers."""
    section: str
    """Where the handout explains it."""
    loses: tuple[str, ...]
    """The tasks it must lose, and only those. Empty for right answers."""
    overlay: Overlay
    path: Path

    def replaces(self) -> list[str]:
        """The contract names it replaces."""
        names = []
        for statement in ast.parse(self.overlay.source).body:
            if isinstance(statement, ast.ClassDef):
                methods = [part.name for part in statement.body if isinstance(part, ast.FunctionDef)]
                names += [f"{statement.name}.{name}" for name in methods]
            elif isinstance(statement, ast.FunctionDef):
                names.append(statement.name)
        return names


def answers(folder: Path) -> list[Answer]:
    """Every answer file below `folder`, sorted by name."""
    found = [read(path) for path in sorted(folder.rglob("*.py"))]
    names = [answer.name for answer in found]
    for answer in found:
        if names.count(answer.name) > 1:
            raise GraderFault(f"{answer.path}: another file is called {answer.name!r} too; names must differ")
    return sorted(found, key=lambda answer: answer.name)


def texts(folder: Path, files: Collection[str]) -> list[str]:
    """What stands in the answers about these files, or about nobody knows which, unread: to look for a word in all of
    them takes no parsing."""
    found = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    return [text for text in found if (about := _ABOUT.search(text)) is None or f"{from_python(about[1])}.py" in files]


def read(path: Path) -> Answer:
    return _read(path, path.read_bytes())


@lru_cache(4096)  # hundreds of files, which every course that is opened in one process reads anew
def _read(path: Path, data: bytes) -> Answer:
    source = data.decode().replace("\r\n", "\n").replace("\r", "\n")
    words: dict[str, Any] = {}
    for statement in _tree(path, data).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if name in (*_WORDS, *_OF_MISTAKES):
                try:
                    words[name] = ast.literal_eval(statement.value)
                except ValueError:
                    said = f"{name} must be written out: a text, or for LOSES a list of texts"
                    raise GraderFault(f"{path}:{statement.lineno}: {said}") from None
    for word in _WORDS:
        if word not in words:
            shape = f"an answer file has {', '.join(_WORDS)}, and one with a mistake {', '.join(_OF_MISTAKES)} too"
            raise GraderFault(f"{path}: {word} is missing; {shape}")
    return Answer(
        name=words["NAME"],
        says=words["SAYS"],
        hint=words.get("HINT", ""),
        section=words.get("SECTION", ""),
        loses=tuple(words.get("LOSES", ())),
        overlay=Overlay(from_python(words["MODULE"]), source, str(path)),
        path=path,
    )


def parsed(path: Path) -> ast.Module:
    """A file that staff wrote in Python; GraderFault with its line where it is none."""
    return _tree(path, path.read_bytes())


def _tree(path: Path, data: bytes) -> ast.Module:
    try:
        return ast.parse(data, str(path))
    except SyntaxError as error:
        place = f"{path}:{error.lineno}" if error.lineno else f"{path}"
        raise GraderFault(f"{place}: is not valid Python: {error.msg}") from None
    except ValueError:  # a zero byte
        raise GraderFault(f"{path}: is not valid Python") from None


def items_of(graders: ast.Module) -> Iterator[tuple[int, str]]:
    """The tasks that a file of graders says it checks, each with its line."""
    for node in ast.walk(graders):
        for mark in getattr(node, "decorator_list", ()):
            match mark:
                case ast.Call(func=ast.Name(id="item"), args=[ast.Constant(value=str(ident))]):
                    yield mark.lineno, ident


def sources(folder: Path, files: Iterable[str]) -> dict[str, str]:
    """Module name → text, in task order."""
    return {module_of(name): (folder / name).read_text(encoding="utf-8") for name in files if (folder / name).exists()}
