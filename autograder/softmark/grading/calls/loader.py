"""Gets a worker ready: spawns it, sends the files and imports them in task order, until one worker survives it."""

from __future__ import annotations

from dataclasses import replace

from ...checks import errors
from ...checks.errors import Died, StudentFailure
from ...checks.module_names import module_of
from ...sandbox import wire
from ..allowance import Allowance, OutOfTime
from . import reply_reader
from .connection import Connection
from .import_failures import ImportFailures
from .replaced_names import ReplacedNames
from .sent_files import Files


class Loader:
    """Loads one submission's files. `seconds`: for sending them, and for one import."""

    def __init__(
        self, connection: Connection, files: Files, replaced: ReplacedNames, allowance: Allowance, seconds: float
    ) -> None:
        self.files = files
        self.failures = ImportFailures(allowance)
        self._connection = connection
        self._replaced = replaced
        self._allowance = allowance
        self._seconds = seconds

    def make_ready(self) -> None:
        """Connect to a worker with every importable file loaded, if there is none."""
        while not self._connection.open:
            if self._allowance.hopeless is not None:
                raise self._allowance.hopeless
            if self._allowance.over:
                raise OutOfTime
            self._connection.connect()
            self._load()

    def reload(self, files: Files) -> None:
        """Use other sources from now on, in the same process where there is one."""
        self.files = files
        self.failures.begin_files()
        if self._connection.open:
            self._load()

    def change(self, name: str, text: str) -> None:
        """Use another text of one file from now on. In a process that stands, only that file is imported again: what
        others have of it stays as it was."""
        self.files = replace(self.files, own={**self.files.own, name: text})
        self.failures.begin_files()
        if self._connection.open:
            self._import(name.removesuffix(".py"), text=text)

    def _load(self) -> None:
        own = list(self.files.own)
        try:
            head = {"do": "place", "files": {**self.files.given, **self.files.own}, "own": own}
            with self._allowance.patience(self._connection.meter, self._seconds) as patience:
                self._connection.exchange(head, None, patience)
        except (wire.WireError, StudentFailure):
            self._connection.close()
            if not self._allowance.over and not self.failures.first_death("place"):
                raise errors.GraderFault("the worker did not start") from None
            return
        # A file that was not handed in has its place filled, too, when a later task stands on it.
        for module in sorted(self._replaced.modules - {module_of(name) for name in own}):
            if not self._import(module, skip=True):
                return
        # given files are imported by whoever needs them; only what graders call themselves is loaded from here
        before: list[str] = []
        for name in [*own, *self.files.called]:
            module = name.removesuffix(".py")
            left_out = self.failures.is_left_out(module)
            if not self._import(module):
                if left_out:
                    self.failures.blame_earlier(module, before)
                return
            before.append(module)

    def _import(self, module: str, skip: bool = False, text: str | None = None) -> bool:
        """Import one file; False when the worker was lost over it (the next one skips that file)."""
        carried = self._replaced.of(module)
        skip = skip or self.failures.is_left_out(module)
        stub = self.files.stubs.get(module, "") if carried else ""
        head = {"do": "load", "name": module, "replace": carried, "skip": skip, "stub": stub}
        head |= {} if text is None else {"text": text}
        seconds = self._allowance.for_an_import(self._seconds)
        try:
            with self._allowance.patience(self._connection.meter, seconds) as patience:
                reply = self._connection.exchange(head, None, patience)
            reply_reader.raise_failure(reply_reader.opened(reply), self.files.own)
        except wire.DeadlinePassed:
            self._connection.close()
            if self._allowance.over:
                raise OutOfTime from None
            slow = f"within {seconds:g} s"
            if patience.overslept:
                slow = "and slept, or waited for something, for longer than a grade allows"
            self.failures.leave_out(
                module,
                f"{module}.py did not finish importing {slow}: does it train, loop or wait at the top level? "
                'Put such code under `if __name__ == "__main__":`',
            )
            return False
        except Died as death:
            self._connection.close()
            if not self.failures.first_death(module):
                self.failures.leave_out(module, f"importing {module}.py ended the process: {death.text}")
            return False
        except StudentFailure as failure:
            self.failures.note(module, failure)
        finally:
            self._allowance.imported(patience.used)
        return True
