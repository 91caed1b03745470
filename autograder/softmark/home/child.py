"""The child of check.py: the only process there that imports torch and runs the student's code.

Its parent sends jobs (lists of tasks) as lines of JSON and gets every event back as one. Standard input, output and
error belong to nobody while student code runs: what it prints is kept, and `input()` finds nothing to read. When the
parent goes away, so does the child, whatever the student's code is doing.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from pathlib import Path


def main(folder: str, stack: str) -> None:
    """`folder` is the student's; `stack` is the file that will say where the code was when it hung or crashed."""
    from . import tasks
    from .channel import Channel

    sys.path.insert(1, str(Path(folder) / tasks.TESTS))  # the checks import from each other
    channel = Channel(stack)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    crash_file = Path(stack).open("w", encoding="utf-8")  # noqa: SIM115 (open as long as the process lives)
    faulthandler.enable(crash_file)

    try:
        assignment = tasks.read(Path(folder))
        _import_framework(assignment.framework)
        from . import session

        channel.tell("ready")
        setup = channel.receive()
        session.Session(channel, crash_file, assignment, setup).run()
    except tasks.BadInput as error:
        channel.tell("stopped", says=str(error))
    except OSError as error:
        what = error.filename or "a file of the public tests"
        channel.tell("stopped", says=f"{what} cannot be read or written: {(error.strerror or str(error)).lower()}.")
    except Exception as error:
        says = f"the public tests cannot be run ({type(error).__name__}: {error}): {tasks.how_to_get_files_back()}."
        channel.tell("stopped", says=says[0].upper() + says[1:])
    os._exit(0)  # threads that student code has left behind are not waited for


def _import_framework(framework: str) -> None:
    from .tasks import BadInput, needed_packages

    for name in needed_packages(framework):
        try:
            __import__(name)
        except Exception as error:  # a broken installation can raise anything
            reason = (str(error).splitlines() or [""])[0]
            raise BadInput(
                f"{name} is installed but cannot be imported ({type(error).__name__}: {reason}): "
                f"install it again with  {sys.executable} -m pip install --force-reinstall {name}"
            ) from None
    if framework == "torch":
        from ..running.lean_torch import leave_out_compiler

        leave_out_compiler()
        sys.modules["torch"].set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
