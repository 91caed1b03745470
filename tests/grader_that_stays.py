"""What `softmark` does, without its start: a launcher that stays and runs one command after the other.

Each command runs in a fork of the grader's process, with workers of its own behind the same fork server, so that one
leaves nothing behind for the next. Where `softmark grade` would become a launcher, it has become one already.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pkgutil
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from softmark.commands import cli
from softmark.content.course import Course
from softmark.grading.version import autograder_version
from softmark.sandbox.fork_server import load

ROOMS = (
    "running",
    "core",
    "locating",
    "content",
    "grading",
    "render",
    "policy",
    "classes",
    "build",
    "commands",
)
"""Rooms of the engine that commands import when they need them: here once for all."""


def serve(server: Any, arguments: list[str]) -> int:
    """A command a line: its words, folder, variables and files for what it prints. A line back: its exit code."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(import_module(f"softmark.{room}").__path__, f"softmark.{room}."):
            if "torch" not in module.name:
                with contextlib.suppress(ImportError):  # the engine alone is tested without pages, sheets and Dask
                    import_module(module.name)
    course = Course.at(Path(__file__).with_name("mini"))  # what every command works out of its files, once for all
    autograder_version(course), course.hidden_key(), course.rubric.public_key(), course.stubs
    gc.freeze()  # what every fork has is not looked through in each of them
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _run(server, **asked)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    return 0


def _run(server: Any, words: list[str], folder: str, env: dict[str, str], out: str, errors: str) -> NoReturn:
    code = 70
    try:
        for path, number in ((os.devnull, 0), (out, 1), (errors, 2)):
            opened = os.open(path, os.O_RDWR)
            os.dup2(opened, number)
            os.close(opened)
        os.chdir(folder)
        os.environ.update(env)

        def become(program: str, command: list[str], environment: dict[str, str]) -> NoReturn:
            target, _, *arguments = command[command.index("softmark.sandbox.clean_start") + 2 :]
            raise SystemExit(load(target)(server, arguments))

        os.execve = become  # type: ignore[assignment]
        code = cli.main(words)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
