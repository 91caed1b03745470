"""Imports the student's files, one at a time, in the order of the tasks.

A file that cannot be imported is described in words; files that need it wait for it; all others go on.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from ..checks.chain import chain_of
from ..checks.errors import NotLoaded, StudentFailure
from ..checks.module_names import file_among, folders_above, from_python, in_python, module_of
from ..core.assignment import Assignment
from ..core.program import Local
from ..files.source import text_of
from ..running.execute import CappedText, Executor
from ..running.fence import Fence
from . import folder as files_of
from .choose import TESTS
from .report import FileTrouble

NO_INPUT = "nothing can be typed in while the check runs: take `input()` out"
PROBES = "probes"
"""Tiny given models that checks hand to the student's code."""


class _Blocked(ImportError):
    """An import of a file that has already failed."""


class _Fresh(importlib.machinery.SourceFileLoader):
    """Reads the source every time: a cached .pyc could be a second older than what was just saved. And reads it as the
    grader does: the same bytes are the same program there."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self.source_to_code(text_of(self.get_data(path))[0].encode(), path)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the student's and the given files by their names, before anything else of the same name."""

    def __init__(self, folder: Path, names: Sequence[str], blocked: Mapping[str, Any]) -> None:
        self._paths = {in_python(module_of(name)): folder / name for name in names}
        self._folders = {in_python(each): folder / each for name in names for each in folders_above(module_of(name))}
        self._blocked = blocked

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if from_python(fullname) in self._blocked:
            raise _Blocked(f"{from_python(fullname)}.py cannot be imported", name=from_python(fullname))
        if fullname in self._folders:  # a package of its own, whatever else is installed under its name
            spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = [str(self._folders[fullname])]
            return spec
        found = self._paths.get(fullname)
        if found is None or not found.exists():
            return None
        return importlib.util.spec_from_file_location(fullname, found, loader=_Fresh(fullname, str(found)))


class OwnFiles:
    """The student's files as modules."""

    def __init__(self, folder: Path, assignment: Assignment) -> None:
        """From now on imports find them: the folder itself comes last, where it cannot hide a library."""
        sys.path[:] = [*(entry for entry in sys.path if entry != str(folder)), str(folder)]
        self.folder, self.assignment = folder, assignment
        self.modules: dict[str, ModuleType] = {}
        self.troubles: dict[str, FileTrouble] = {}
        self.failures: dict[str, StudentFailure] = {}
        self.names = frozenset(assignment.files)
        self.fence = Fence(self.names)
        self.fence.surround({call for calls in assignment.forbidden.values() for call in calls})
        sys.meta_path.insert(0, _Finder(folder, [*assignment.files, *assignment.given], self.failures))
        if any((place / f"{PROBES}.py").exists() for place in (folder / TESTS, folder)):
            self.modules[PROBES] = importlib.import_module(PROBES)

    def program(self) -> Local:
        """What was loaded, to be asked."""
        executor = Executor(self.modules, self.failures, self.names)
        return Local(executor, fence=self.fence, forbidden=self.assignment.forbidden)

    @property
    def places(self) -> dict[str, str]:
        """Module → where it is imported from."""
        own = (*self.assignment.files, *self.assignment.given)
        return {**{module_of(name): in_python(module_of(name)) for name in own}, PROBES: f"{TESTS}.{PROBES}"}

    def load_all(
        self, broken: Mapping[str, str] | None = None, starting: Callable[[str], None] = lambda file: None
    ) -> None:
        """Load every file, one after the other. `broken` names files (and why) that are not even to be tried."""
        known = {**files_of.not_ready(self.folder, self.assignment), **(broken or {})}
        for file in self.assignment.files:
            if file in known:
                self._give_up(FileTrouble(file, known[file]))
        for file in self.assignment.files:
            if file not in known:
                starting(file)
                self._load(file)

    def _load(self, file: str) -> None:
        name = module_of(file)
        printed = CappedText()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.modules[name] = importlib.import_module(in_python(name))
        except BaseException as error:  # a file that calls sys.exit() is a file with a problem too
            self._give_up(self._trouble(file, error))

    def _give_up(self, trouble: FileTrouble) -> None:
        self.troubles[trouble.file] = trouble
        self.failures[module_of(trouble.file)] = NotLoaded(trouble.says)

    def _trouble(self, file: str, error: BaseException) -> FileTrouble:
        """The exception of an import, in words. What a file imports is told there, and this one waits for it."""
        chain = chain_of(error.__traceback__, self.names, "")
        where, at = (chain[-1].file, chain[-1].place) if chain else (file, file)
        if isinstance(error, _Blocked):
            where = f"{error.name}.py"
        elif isinstance(error, SyntaxError):
            where = file_among(error.filename or "", self.names) or file
        elif "partially initialized module" in str(error):
            circle = f"your files import each other in a circle, and {at} closes it"
            return FileTrouble(file, f"{circle}: a file may import only earlier ones.")
        if where != file:
            return FileTrouble(file, f"{file} imports {where}, which does not load.", where)
        return FileTrouble(file, self._why(file, at, error))

    def _why(self, file: str, at: str, error: BaseException) -> str:
        message = (str(error).strip().splitlines() or [""])[0]
        if isinstance(error, UnicodeDecodeError) or (isinstance(error, SyntaxError) and "utf-8" in message):
            return f"{file} is not UTF-8 text: save it as UTF-8."
        if isinstance(error, SyntaxError):
            return files_of.syntax_sentence(file, error)
        if isinstance(error, ModuleNotFoundError) and error.name:
            return self._not_installed(at, error.name)
        if isinstance(error, SystemExit):
            return f"{at} ends Python while the file is imported: take the exit out."
        message = re.sub(r" \([^()]*\.py\)$", "", message)  # "cannot import name … from … (the whole path)"
        what = f": {message.rstrip('.')}" if message else ""
        says = f"{at} raises {type(error).__name__} while the file is imported{what}."
        if isinstance(error, EOFError):
            says += f" {NO_INPUT[0].upper()}{NO_INPUT[1:]}."
        elif isinstance(error, NotImplementedError) and message.startswith("Task"):
            says += ' Put code that only tries things out under `if __name__ == "__main__":`.'
        return says

    def _not_installed(self, at: str, name: str) -> str:
        package = name.partition(".")[0]
        if package in {entry.partition(".")[0] for entry in self.assignment.packages}:
            return f"{at} imports {name}, which is not installed here: run  python -m pip install {package}"
        allowed = ", ".join(self.assignment.packages)
        return f"{at} imports {name}, which is not there; your files may import {allowed}, and each other."
