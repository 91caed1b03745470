"""Reads graders that use nothing of pytest's: the same files, classes and functions, in the same order as pytest.

What it does not know for certain it leaves to pytest: it then finds nothing.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..checks.fixtures import FIXTURES

_FOR_PYTEST = re.compile(
    rb"^\s*(import|from)\s+(_?pytest|unittest|hypothesis)\b|\b(pytestmark|pytest_plugins|setup_\w+|teardown_\w+"
    rb"|setUpModule|tearDownModule|__test__|collect_ignore)\b|^\s*async\s",
    re.MULTILINE,
)
"""What only pytest gives a meaning to."""


@dataclass(frozen=True)
class Direct:
    """How to call a check without pytest."""

    function: Callable[..., Any]
    fixtures: tuple[str, ...]
    parameters: dict[str, Any]


@dataclass(frozen=True)
class PlainNode:
    """One check as it was found."""

    nodeid: str
    obj: Callable[..., Any]


@contextmanager
def collected(folder: Path, conftest: bool) -> Iterator[list[tuple[PlainNode, Direct]]]:
    """The checks in a folder; nothing where pytest has to look, and where a file cannot be imported: pytest says why.

    On the way out their modules are forgotten.
    """
    files = sorted(folder.glob("test_*.py"))
    if not files or not _is_plain(folder, conftest):
        yield []
        return
    sys.path.insert(0, str(folder.resolve()))
    try:
        yield _found(files)
    finally:
        forget_modules(folder)


def _is_plain(folder: Path, conftest: bool) -> bool:
    for path in folder.iterdir():
        if path.is_dir():
            if path.name != "__pycache__" and any(path.rglob("*.py")):
                return False
        elif path.suffix == ".py":
            if path.name == "conftest.py":
                if conftest:
                    return False
            elif path.name == "__init__.py" or path.stem.endswith("_test") or _FOR_PYTEST.search(path.read_bytes()):
                return False
    return True


class _Unsure(Exception):
    """Something that pytest has to look at."""


def _found(files: Sequence[Path]) -> list[tuple[PlainNode, Direct]]:
    try:
        return [check for path in files for check in _in_file(path)]
    except _Unsure:
        return []


def _in_file(path: Path) -> Iterator[tuple[PlainNode, Direct]]:
    try:
        module = import_module(path.stem)
    except Exception as error:
        raise _Unsure from error
    if not _comes_from(module, path):
        raise _Unsure
    for name, held in list(vars(module).items()):
        if name.startswith("test") and callable(held):
            yield PlainNode(f"{path.name}::{name}", held), Direct(held, _asked_for(held), {})
        elif name.startswith("Test") and inspect.isclass(held) and held.__module__ == module.__name__:
            if not all(map(_is_simple, held.__mro__[:-1])):
                raise _Unsure
            for own in checks_of(held):
                called = getattr(held(), own)
                yield PlainNode(f"{path.name}::{name}::{own}", called), Direct(called, _asked_for(called.__func__), {})


def checks_of(held: type) -> list[str]:
    """The names of a class's checks, in pytest's order: those that it inherits come first."""
    owners: dict[str, type] = {}
    for each in held.__mro__:
        for name in vars(each):
            if name.startswith("test"):
                owners.setdefault(name, each)
    return [name for each in reversed(held.__mro__) for name in vars(each) if owners.get(name) is each]


def _comes_from(module: ModuleType, path: Path) -> bool:
    return os.path.realpath(module.__file__ or "") == os.path.realpath(path)


def _is_simple(held: type) -> bool:
    """Whether a class holds checks and nothing else that pytest would look into."""
    nested = any(name.startswith("Test") and inspect.isclass(part) for name, part in vars(held).items())
    return not {"__init__", "__new__"} & vars(held).keys() and not nested


def _asked_for(function: Any) -> tuple[str, ...]:
    """The fixtures that a check asks for, if they are ours alone."""
    if not inspect.isfunction(function) or inspect.isgeneratorfunction(function):
        raise _Unsure
    parameters = list(inspect.signature(function).parameters.values())
    names = tuple(each.name for each in parameters if each.name != "self")
    plain = all(each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty for each in parameters)
    if not plain or not set(names) <= set(FIXTURES):
        raise _Unsure
    return names


def forget_modules(folder: Path) -> None:
    """Another assignment's graders may have files of the same names: leave none of these behind."""
    home = str(folder.resolve())
    places = (home, str(folder))
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.startswith(places) and os.path.dirname(file) in places:  # noqa: PTH120
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry != home]
