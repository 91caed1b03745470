"""Imports the student's files, one at a time, in the order of the tasks.

A file that cannot be imported is described in words; files that need it wait for it; all others go on.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from ..checks.chain import chain_of
from ..checks.errors import NotLoaded, StudentFailure
from ..checks.module_names import from_python, in_python, module_of, top_of
from ..core.assignment import Assignment
from ..core.program import Local
from ..files.source import text_of
from ..running.execute import CappedText, Executor
from ..running.fence import Fence
from .choose import TESTS
from .folder import may_import
from .report import Trouble

PROBES = "probes"
"""Tiny given models that checks hand to the student's code."""


class _Fresh(importlib.machinery.SourceFileLoader):
    """Reads the source every time: a cached .pyc could be a second older than what was just saved. And reads it as the
    grader does: the same bytes are the same program there."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self.source_to_code(text_of(self.get_data(path))[0].encode(), path)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the student's and the given files by their names, before anything else of the same name."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self._folder, self._tops = folder, {top_of(name) for name in names}

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        if fullname.partition(".")[0] not in self._tops:
            return None
        place = path[0] if path else str(self._folder)
        return importlib.machinery.FileFinder(place, (_Fresh, [".py"])).find_spec(fullname)


class OwnFiles:
    """The student's files as modules."""

    def __init__(
        self,
        folder: Path,
        assignment: Assignment,
        known: Mapping[str, Trouble],
        starting: Callable[[str], None] = lambda file: None,
    ) -> None:
        """Loads every file, one after the other. `known`: those that are not even to be tried. The folder itself comes
        last on Python's path, where it cannot hide a library."""
        sys.path[:] = [*(entry for entry in sys.path if entry != str(folder)), str(folder)]
        self.assignment = assignment
        self.modules: dict[str, ModuleType] = {}
        self.troubles: dict[str, Trouble] = {}
        self.failures: dict[str, StudentFailure] = {}
        self.names = frozenset(assignment.files)
        self.fence = Fence(self.names)
        self.fence.surround({call for calls in assignment.forbidden.values() for call in calls})
        sys.meta_path.insert(0, _Finder(folder, [*assignment.files, *assignment.given]))
        if any((place / f"{PROBES}.py").exists() for place in (folder / TESTS, folder)):
            self.modules[PROBES] = importlib.import_module(PROBES)
        for file, trouble in known.items():
            self._give_up(file, trouble)
        for file in assignment.files:
            if file not in self.troubles:
                starting(file)
                self._load(file)

    def program(self) -> Local:
        """What was loaded, to be asked."""
        executor = Executor(self.modules, self.failures, self.names)
        return Local(executor, fence=self.fence, forbidden=self.assignment.forbidden)

    @property
    def places(self) -> dict[str, str]:
        """Module → where it is imported from."""
        own = map(module_of, (*self.assignment.files, *self.assignment.given))
        return {**{name: in_python(name) for name in own}, PROBES: f"{TESTS}.{PROBES}"}

    def _load(self, file: str) -> None:
        name, printed = in_python(module_of(file)), CappedText()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.modules[module_of(file)] = importlib.import_module(name)
        except BaseException as error:  # a file that calls sys.exit() is a file with a problem too
            trouble = self._trouble(file, error)
            for each in (file, trouble.file):  # the other one is told here: it is not imported again
                self._give_up(each, trouble)

    def _give_up(self, file: str, trouble: Trouble) -> None:
        self.troubles[file] = trouble
        self.failures[module_of(file)] = NotLoaded(trouble.says)
        sys.modules[in_python(module_of(file))] = None  # type: ignore[assignment]  # no other file gets it, either

    def _trouble(self, file: str, error: BaseException) -> Trouble:
        """The exception of an import, in words. What a file imports is told there, and this one waits for it."""
        if isinstance(error, ImportError) and (known := self.troubles.get(f"{from_python(error.name or '')}.py")):
            return known
        chain = chain_of(error.__traceback__, self.names, "")
        where = chain[-1].file if chain else file
        if "partially initialized module" in str(error):
            circle = f"your files import each other in a circle, and {chain[-1].place} closes it"
            return Trouble(file, f"{circle}: a file may import only earlier ones.")
        if in_python(module_of(where)) in sys.modules:  # that one is there, and was only called
            where = file
        return Trouble(where, self._why([where, *(link.place for link in chain if link.file == where)][-1], error))

    def _why(self, at: str, error: BaseException) -> str:
        message = (str(error).strip().splitlines() or [""])[0]
        if isinstance(error, ModuleNotFoundError):
            return f"{at} imports {error.name}, which is not there; {may_import(self.assignment)}."
        if isinstance(error, SystemExit):
            return f"{at} ends Python while the file is imported: take the exit out."
        says = f"{at} raises {type(error).__name__} while the file is imported"
        says += f": {message.rstrip('.')}." if message else "."
        if isinstance(error, NotImplementedError) and message.startswith("Task"):
            says += ' Put code that only tries things out under `if __name__ == "__main__":`.'
        return says
