"""Gives a check its two sides at home: the student's own modules, and the recorded reference.

The student's files are loaded one at a time, in the order of the tasks. A file that cannot be loaded is described in
words; files that need it wait for it; all others go on.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import itertools
import os
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from ..checks.chain import chain_of
from ..checks.each_alone import one_at_a_time
from ..checks.errors import NotLoaded, StudentFailure
from ..checks.fixtures import Finding
from ..checks.module_names import file_among, folders_above, from_python, in_python, module_of
from ..checks.request import Outcome, Request
from ..checks.student import Student
from ..checks.values import HandleRef
from ..reading.source import text_of
from ..running import recording as recorded
from ..running.earlier_functions import StandIns
from ..running.execute import CappedText, Executor
from ..running.recording import Recording, Replayer
from . import folder as files_of
from .call_text import Text, Writer
from .tasks import TESTS, Assignment, ours

NO_INPUT = "nothing can be typed in while the check runs: take `input()` out"
RECORDED = "recorded.safetensors"
PROBES = "probes"
"""Tiny given models that checks hand to the student's code."""
LOOKING = ("attribute", "weights")
"""Requests that call nothing of the student's."""


@dataclass(frozen=True)
class FileProblem:
    """Why one of the student's files cannot be used."""

    file: str
    says: str
    waits_for: str | None = None
    """Another file whose problem this is."""
    code: tuple[str, ...] = ()
    """The line in question, and where the caret points."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)


# Loading --------------------------------------------------------------------------------------------------------------


class _Blocked(ImportError):
    """An import of a file that has already failed."""


class _Fresh(importlib.machinery.SourceFileLoader):
    """Reads the source every time: a cached .pyc could be a second older than what was just saved. And reads it as the
    grader does: the same bytes are the same program there."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self.source_to_code(text_of(self.get_data(path))[0].encode(), path)


class _OwnFiles(importlib.abc.MetaPathFinder):
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


@dataclass
class World:
    """The student's files as modules."""

    folder: Path
    assignment: Assignment
    modules: dict[str, ModuleType] = field(default_factory=dict)
    problems: dict[str, FileProblem] = field(default_factory=dict)
    failures: dict[str, StudentFailure] = field(default_factory=dict)
    stand_ins: StandIns | None = None
    """Earlier functions that reply from the recording, in the place of the student's."""

    def __post_init__(self) -> None:
        names = [*self.assignment.files, *self.assignment.given]
        # a second world is read anew from the files, as if there had been none before
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _OwnFiles)]
        for name in names:
            for module in (module_of(name), *folders_above(module_of(name))):
                sys.modules.pop(in_python(module), None)
        self.own_files = frozenset(self.assignment.files)
        sys.meta_path.insert(0, _OwnFiles(self.folder, names, self.failures))
        self.executor = Executor(self.modules, self.failures, self.own_files)
        if any((place / f"{PROBES}.py").exists() for place in (self.assignment.tests, self.folder)):
            self.modules[PROBES] = importlib.import_module(PROBES)

    def load_all(
        self, broken: Mapping[str, str] | None = None, starting: Callable[[str], None] = lambda file: None
    ) -> None:
        """Load every file, one after the other. `broken` names files (and why) that are not even to be tried."""
        known = {**files_of.not_ready(self.folder, self.assignment), **(broken or {})}
        for file in self.assignment.files:
            if file in known:
                self.give_up(FileProblem(file, known[file]))
        for file in self.assignment.files:
            if file not in known:
                starting(file)
                self.load(file)

    def load(self, file: str) -> None:
        name = module_of(file)
        printed = CappedText()
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                self.modules[name] = importlib.import_module(in_python(name))
                if self.stand_ins is not None:
                    self.stand_ins.enter(self.modules[name], name)
        except BaseException as error:  # a file that calls sys.exit() is a file with a problem too
            self.give_up(self._problem(file, error))

    def give_up(self, problem: FileProblem) -> None:
        self.problems[problem.file] = problem
        self.failures[module_of(problem.file)] = NotLoaded(problem.says)

    def _problem(self, file: str, error: BaseException) -> FileProblem:
        """The exception of an import, in words."""
        kind, message = type(error).__name__, (str(error).strip().splitlines() or [""])[0]
        message = re.sub(r" \([^()]*\.py\)$", "", message)  # "cannot import name … from … (the whole path)"
        chain = chain_of(error.__traceback__, self.own_files, "")
        where, line = (chain[-1].file, chain[-1].line) if chain else (file, None)
        if isinstance(error, _Blocked):
            return FileProblem(file, f"{file} imports {error.name}.py, which does not load.", f"{error.name}.py")
        if isinstance(error, SyntaxError) and error.filename:
            where = file_among(error.filename, self.own_files)
            if where and where != file:
                return FileProblem(file, f"{file} imports {where}, which does not load.", where)
            if where == file:
                return FileProblem(
                    file, files_of.syntax_sentence(file, error), code=_caret(self._line(file, error.lineno), error)
                )
        if "partially initialized module" in message:
            texts = files_of.sources(self.folder, self.assignment.files)
            if cycle := files_of.import_cycle(texts, module_of(file)):
                steps = ", and ".join(f"{a} line {number} imports {b}.py" for a, number, b in cycle)
                says = f"your files import each other in a circle: {steps}. A file may import only earlier ones."
                return FileProblem(file, says)
        if where != file:
            return FileProblem(file, f"{file} imports {where}, which does not load.", where)
        at = f"{file} line {line}" if line else file
        code = _numbered(line, self._line(file, line))
        if isinstance(error, ModuleNotFoundError) and error.name:
            return FileProblem(file, self._not_installed(at, error.name), code=code)
        if isinstance(error, SystemExit):
            return FileProblem(file, f"{at} ends Python while the file is imported: take the exit out.", code=code)
        if isinstance(error, UnicodeDecodeError) or (isinstance(error, SyntaxError) and "utf-8" in message):
            return FileProblem(file, f"{file} is not UTF-8 text: save it as UTF-8.")
        says = f"{at} raises {kind}{': ' + message if message else ''} while the file is being imported."
        if isinstance(error, EOFError):
            says += f" {NO_INPUT[0].upper()}{NO_INPUT[1:]}."
        elif isinstance(error, NotImplementedError) and message.startswith("Task"):
            says += ' Put code that only tries things out under `if __name__ == "__main__":`.'
        return FileProblem(file, says, code=code)

    def _not_installed(self, at: str, name: str) -> str:
        package = name.partition(".")[0]
        if package in {entry.partition(".")[0] for entry in self.assignment.packages}:
            return f"{at} imports {name}, which is not installed here: run  python -m pip install {package}"
        allowed = ", ".join(self.assignment.packages)
        return f"{at} imports {name}, which is not there; your files may import {allowed}, and each other."

    def _line(self, file: str, number: int | None) -> str:
        try:
            return (self.folder / file).read_text(encoding="utf-8").splitlines()[(number or 0) - 1] if number else ""
        except (OSError, UnicodeDecodeError, IndexError):
            return ""


def _numbered(number: int | None, text: str) -> tuple[str, ...]:
    return (f"{number:>5} | {text.rstrip()}",) if number and text.strip() else ()


def _caret(text: str, error: SyntaxError) -> tuple[str, ...]:
    """The line of a syntax error with a caret below the place."""
    shown = _numbered(error.lineno, text or error.text or "")
    if not shown or not error.offset:
        return shown
    before = (text or error.text or "")[: error.offset - 1]
    return (*shown, " " * 5 + " | " + "".join(c if c == "\t" else " " for c in before) + "^")


# The two sides --------------------------------------------------------------------------------------------------------


class HomePort:
    """Performs requests on the student's modules, and remembers what was called and printed."""

    def __init__(self, world: World, tell: Callable[[str], None] = lambda call: None) -> None:
        self._world = world
        self._tell = tell
        self._classes: dict[int, str] = {}
        """handle → its class as "attention.AttentionHead" """
        own = {Path(name).stem for name in (*world.assignment.files, *world.assignment.given)}
        places = {name: name for name in own}
        self._writer = Writer({**places, PROBES: f"{TESTS}.{PROBES}"})
        self._call = Text("")
        self.target = ""
        """The function that was called last, by its full name: "multihead.MultiHeadAttention.forward"."""
        self.printed = ""

    @property
    def call(self) -> str:
        """The last call as Python, with the imports that it needs in a second line."""
        return "\n".join(filter(None, (self._call.python, self._call.line())))

    def perform(self, request: Request) -> Outcome:
        os.chdir(self._world.folder)
        if request.op not in LOOKING or not self._call.python:  # what is looked at is what the last call left behind
            self._call = self._describe(request)
        self.target = self._real_name(request.target)
        self._tell(self.call)
        try:
            outcome = self._world.executor.perform(request)
        except StudentFailure as failure:
            self.printed += failure.staff.partition("\nprinted: ")[2]
            raise
        except AttributeError:
            name = request.target.partition(".")[2]
            raise NotLoaded(f"your class has no {name}; has it been renamed or removed?") from None
        self.printed += outcome.printed
        if isinstance(outcome.value, HandleRef):
            self._writer.made[outcome.value.number] = self._call
            self._classes[outcome.value.number] = request.target
        return outcome

    def _real_name(self, target: str) -> str:
        head, _, rest = target.partition(".")
        if not head.startswith("#"):
            return target
        return f"{self._classes.get(int(head[1:]), '')}.{rest or 'forward'}"

    def _describe(self, request: Request) -> Text:
        if request.op == "attribute":
            return self._writer.attribute(request.target)
        if request.op == "weights":
            return self._writer.call(f"{request.target}.state_dict", ())
        names = self._parameters(self._real_name(request.target), bound=request.target.startswith("#"))
        given = [*itertools.zip_longest(names[: len(request.args)], request.args, fillvalue="")]
        given += [(key, value) for key, value in request.kwargs.items() if not _ours(key)]
        call = self._writer.call(request.target, given, dtype=str(request.kwargs.get("dtype", "")))
        return replace(call, python=f"{call.python}  # and its gradients") if request.op == "grad" else call

    def _parameters(self, path: str, bound: bool) -> list[str]:
        target: Any = None
        try:
            module, *steps = path.split(".")
            target = self._world.modules[module]
            for step in steps:
                target = getattr(target, step)
            found = inspect.signature(target).parameters.values()
        except Exception:  # a strange object has a call without names, no more
            return []
        names = [each.name if each.kind is each.POSITIONAL_OR_KEYWORD else "" for each in found]
        return names[1:] if bound else names


def _ours(name: str) -> bool:
    """Words of the checks that no function or constructor sees."""
    return name in ("weights", "train", "dtype", "grad_of", "grad_part")


class HomeParticipants:
    """The student's folder on one side, the recorded reference on the other; the student's model judges."""

    def __init__(self, world: World, recording: Recording, tell: Callable[[str], None] = lambda call: None) -> None:
        self.key = recording.key
        self.redrawn: Mapping[str, int] = {}
        self.framework: str = world.assignment.framework
        self.files: Collection[str] = world.assignment.files
        self.world = world
        self._tell = tell
        self.port = HomePort(world, tell)
        """Through which the student's code was asked last."""
        self._ports: dict[str, HomePort] = {}
        self._recording = recording

    def student(self, check: str) -> Student:
        self.world.executor.forget()
        if self.world.stand_ins is not None:
            self.world.stand_ins.asking = check
        self.port = self._ports[check] = HomePort(self.world, self._tell)
        return Student(self.port)

    def port_of(self, finding: Finding) -> HomePort:
        """Through which the student's code was asked for this finding."""
        name = finding.check if finding.alone is None else one_at_a_time(finding.check)
        return self._ports.get(name, self.port)

    def reference(self, check: str) -> Student:
        return Student(Replayer(self._recording.replies.get(check, ())))

    def judge(self, check: str) -> Student:
        return Student(self.port)


def read_recording(assignment: Assignment) -> Recording:
    return ours(
        assignment.tests / RECORDED, recorded.read, files_of.how_to_get_files_back(assignment.folder, assignment)
    )
