"""Says what a student's file is called as a module, where it may lie in a folder.

The file `parts/stack.py` is the module "parts/stack" to the engine, and `parts.stack` to Python. With the slash a full
name such as "parts/stack.Stack.push" has its module before the first dot, as every other name has.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from types import ModuleType


def module_of(file: str) -> str:
    """ "parts/stack.py" → "parts/stack"."""
    return file.removesuffix(".py")


def in_python(module: str) -> str:
    """ "parts/stack" → "parts.stack", as it is imported; of a full name, as it is written in a program."""
    return module.replace("/", ".")


def from_python(name: str) -> str:
    """ "parts.stack" → "parts/stack"."""
    return name.replace(".", "/")


def top_of(file: str) -> str:
    """The name that an import of it begins with: "parts/stack.py" → "parts"."""
    return module_of(file).partition("/")[0]


def folders_above(module: str) -> list[str]:
    """ "a/b/c" → "a", "a/b": what Python calls its packages."""
    steps = module.split("/")[:-1]
    return ["/".join(steps[: place + 1]) for place in range(len(steps))]


def beside(module: str, dots: int, name: str) -> str:
    """What `from ..name import …` in a module means: "parts/stack", 1, "queue" → "parts/queue"."""
    steps = module.split("/")[: -dots or None]
    return "/".join([*steps, *([from_python(name)] if name else [])])


def file_among(path: str, files: Collection[str]) -> str:
    """Which of these files a path ends in; none: an empty text. Of `stack.py` and `parts/stack.py` the longer one."""
    return _among(path, files if isinstance(files, frozenset) else frozenset(files))


@lru_cache(maxsize=1024)
def _among(path: str, files: frozenset[str]) -> str:
    whole = "/" + path.replace("\\", "/")
    return max((name for name in files if whole.endswith("/" + name)), key=len, default="")


def empty_module(module: str) -> ModuleType:
    """A module of this name with nothing in it; what it imports by `from .` it finds beside it."""
    made = ModuleType(in_python(module))
    made.__package__ = made.__name__.rpartition(".")[0]
    return made
