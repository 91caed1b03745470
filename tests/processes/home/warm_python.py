"""A Python that has imported everything already and forks for each command of a student's.

Starting Python, numpy and pytest takes a second, and the local check starts two Pythons a run. Here the command
is a process of its own as ever, and so is the child in which it runs the student's code, with the same pipes, deadlines
and exit codes; each only begins as a copy of this process. A few tests start the real command (`Folder.really`).

    WarmPython().run("check", "/the/folder", ["1.1", "--json"])
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.proc import A_HANG

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Done:
    code: int
    out: str
    err: str


class WarmPython:
    """The process, as those who want something run see it."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(ROOT / "autograder"), str(ROOT)])
        self.process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"},
            encoding="utf-8",
        )

    def run(
        self, what: str, folder: Path, words: Sequence[str] = (), environment: Mapping[str, str] | None = None
    ) -> Done:
        assert self.process.stdin is not None and self.process.stdout is not None
        wanted = {"what": what, "folder": str(folder), "words": list(words), "environment": dict(environment or {})}
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return Done(**json.loads(self.process.stdout.readline()))

    def end(self) -> None:
        self.process.communicate()


# Inside -------------------------------------------------------------------------------------------------------------


def check(folder: str, words: list[str]) -> int:
    from softmark.home import app, supervisor

    supervisor.subprocess.Popen = ForkedPython  # type: ignore[misc]
    return app.main(words, folder)


def plain_pytest(folder: str, words: list[str]) -> int:
    import pytest

    from softmark.home.plain_pytest import register

    class FindsTheEngine:
        """In place of the folder's conftest.py, which is about the engine that lies beside it."""

        def pytest_configure(self, config: pytest.Config) -> None:
            register(config, Path(folder))

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # those of this project, which are none of a student's business
    sys.path[:0] = [f"{folder}/public_tests"]
    return int(pytest.main(["-p", "no:cacheprovider", "--noconftest", *words], plugins=[FindsTheEngine()]))


def build(folder: str, words: list[str]) -> int:
    from tests.processes.home import mini

    mini.build(Path(folder))
    return 0


COMMANDS: dict[str, Callable[[str, list[str]], int]] = {
    "check": check,
    "pytest": plain_pytest,
    "build": build,
}


class ForkedPython(subprocess.Popen):  # type: ignore[type-arg]
    """`python -c code …` as a copy of this process."""

    def __init__(self, command: list[str], env: dict[str, str], **options: Any) -> None:
        def instead_of_exec() -> None:
            with ends_here():
                os.closerange(3, 1000)  # the other ends of its pipes; Popen also learns from it that the program runs
                become(env)
                sys.argv = ["-c", *command[3:]]
                exec(command[2], {"__name__": "__main__"})

        super().__init__(command, env=env, preexec_fn=instead_of_exec, **options)


def become(environment: Mapping[str, str]) -> None:
    """What a Python does with its environment and its standard streams when it starts."""
    os.environ.clear()
    os.environ.update(environment)
    coding, _, errors = environment.get("PYTHONIOENCODING", "utf-8").partition(":")
    sys.stdin = open(0, encoding=coding, closefd=False)  # noqa: SIM115
    for number, name in ((1, "stdout"), (2, "stderr")):
        raw = open(number, "wb", closefd=False)  # noqa: SIM115
        setattr(sys, name, io.TextIOWrapper(raw, encoding=coding, errors=errors or "strict"))


@contextlib.contextmanager
def ends_here() -> Any:
    """Never back into the code of the process that this one is a copy of."""
    code: object = 1
    try:
        yield
    except SystemExit as error:
        code = error.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code if isinstance(code, int) else 1)


def in_a_copy(wanted: dict[str, Any]) -> dict[str, Any]:
    with Path(os.devnull).open("rb") as nothing, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = os.fork()
        if pid == 0:
            with ends_here():
                for number, file in enumerate((nothing, out, err)):
                    os.dup2(file.fileno(), number)
                os.closerange(3, 1000)
                signal.alarm(int(A_HANG))
                become({**os.environ, **wanted["environment"]})
                os.chdir(wanted["folder"])
                sys.exit(COMMANDS[wanted["what"]](wanted["folder"], wanted["words"]))
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return {"code": code, "out": out.read().decode(errors="replace"), "err": err.read().decode(errors="replace")}


def serve() -> None:
    import numpy  # noqa: F401
    import pytest  # noqa: F401

    from softmark.build import student_folder  # noqa: F401
    from softmark.home import app, child, plain_pytest  # noqa: F401

    for name in ("NO_COLOR", "PYTHONPATH"):
        os.environ.pop(name, None)
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        print(json.dumps(in_a_copy(json.loads(line))), file=replies, flush=True)


if __name__ == "__main__":
    serve()
