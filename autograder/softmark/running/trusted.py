"""Loads trusted code into this process: the reference, known mistakes laid over it, right alternatives.

Modules keep their plain names (`attention`), because later files import earlier ones by them; each set of modules
lives in a world of its own, so that a dozen variants can be loaded side by side.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from ..checks.module_names import empty_module, folders_above, in_python

if TYPE_CHECKING:
    from ..bank import Answer

FOLDER = "<trusted>"
"""Where their code stands, in a traceback."""


@dataclass(frozen=True)
class Overlay:
    """Functions and methods that replace those of one module."""

    module: str
    source: str
    filename: str


def overlay(answer: Answer) -> Overlay:
    """A known answer, to be laid over the reference."""
    return Overlay(answer.module, answer.source, str(answer.path))


def load(
    sources: Mapping[str, str],
    overlays: Sequence[Overlay] = (),
    folder: str = FOLDER,
    after: Callable[[str, ModuleType], None] = lambda name, module: None,
) -> dict[str, ModuleType]:
    """Run `sources` (module name → text) in order, each overlay right after the module it changes, then `after`."""
    modules: dict[str, ModuleType] = {}
    packages = _World()
    with _visible(packages.modules):
        for name, text in sources.items():
            module = empty_module(name)
            module.__file__ = f"{folder}/{name}.py"
            # A late `import attention` inside a function must find this world's module too.
            module.__dict__["__builtins__"] = {**vars(builtins), "__import__": packages.find}
            packages.place(name, module)
            modules[name] = module
            _run(text, module.__file__, module)
            for overlay in overlays:
                if overlay.module == name:
                    lay_over(module, overlay)
            after(name, module)
    return modules


def lay_over(module: ModuleType, overlay: Overlay) -> None:
    """Replace functions by name; of a class that exists, only the methods given are replaced."""
    before = dict(vars(module))
    _run(overlay.source, overlay.filename, module)
    for statement in ast.parse(overlay.source).body:
        if isinstance(statement, ast.ClassDef) and isinstance(before.get(statement.name), type):
            patch, original = getattr(module, statement.name), before[statement.name]
            for name, part in vars(patch).items():
                if name not in ("__dict__", "__weakref__", "__module__", "__doc__", "__qualname__"):
                    _rebind(part, patch, original)
                    setattr(original, name, part)
            setattr(module, statement.name, original)


def _rebind(function: Any, patch: type, original: type) -> None:
    """Make `super()` inside a replaced method mean the class it has moved to."""
    for cell in getattr(function, "__closure__", None) or ():
        if cell.cell_contents is patch:
            cell.cell_contents = original


def _run(text: str, filename: str, module: ModuleType) -> None:
    # inspect and tracebacks read the source from here
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    exec(_compiled(text, filename), module.__dict__)


@lru_cache(maxsize=64)
def _compiled(text: str, filename: str) -> CodeType:
    """The reference is loaded once more for every known mistake that is laid over it."""
    return compile(text, filename, "exec")


class _World:
    """The modules of one world by Python's names, the folders that they lie in included."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}

    def place(self, name: str, module: ModuleType) -> None:
        for folder in folders_above(name):
            if in_python(folder) not in self.modules:
                made = empty_module(folder)
                made.__path__ = []
                self._enter(made)
        self._enter(module)

    def _enter(self, module: ModuleType) -> None:
        folder, _, last = module.__name__.rpartition(".")
        self.modules[module.__name__] = sys.modules[module.__name__] = module
        if folder:
            setattr(self.modules[folder], last, module)

    def find(self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        whole = name
        if level and (package := (globals or {}).get("__package__")):
            whole = ".".join(part for part in (*package.split(".")[: 1 - level or None], name) if part)
        if whole not in self.modules:
            return __import__(name, globals, locals, fromlist, level)
        return self.modules[whole if fromlist else whole.partition(".")[0]]


@contextmanager
def _visible(modules: dict[str, ModuleType]) -> Iterator[None]:
    """While loading, modules stand in sys.modules (dataclasses look there); afterwards what was there before does."""
    before = dict(sys.modules)
    try:
        yield
    finally:
        for name in modules:
            if name in before:
                sys.modules[name] = before[name]
            else:
                sys.modules.pop(name, None)
