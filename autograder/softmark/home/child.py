"""The child of check.py: the only process there that imports torch and runs the student's code.

Standard input, output and error belong to nobody while student code runs: what it prints is kept, and `input()` finds
nothing to read. When the parent goes away, so does the child, whatever the student's code is doing.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import signal
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from . import choose
from .choose import TESTS, BadInput


class Channel:
    """Lines of JSON to and from the parent."""

    def __init__(self, stack: str) -> None:
        self._stack = stack
        self._events, orders = os.dup(1), os.dup(0)
        nobody = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nobody, standard)
        self._orders: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=self._listen, args=(orders,), daemon=True).start()

    def _listen(self, orders: int) -> None:
        with os.fdopen(orders, encoding="utf-8") as lines:
            for line in lines:
                self._orders.put(json.loads(line))
        with contextlib.suppress(OSError):
            Path(self._stack).unlink(missing_ok=True)
        os._exit(0)  # the parent is gone, and nobody will ever read what we find

    def receive(self) -> Any:
        return self._orders.get()

    def tell(self, event: str, **fields: Any) -> None:
        data = (json.dumps({"event": event, **fields}) + "\n").encode()
        while data:
            data = data[os.write(self._events, data) :]


def main(folder: str, stack: str) -> None:
    """`folder` is the student's; `stack` is the file that will say where the code was when it hung or crashed."""
    sys.path.insert(1, str(Path(folder) / TESTS))  # the checks import from each other
    channel = Channel(stack)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    crash_file = Path(stack).open("w", encoding="utf-8")  # noqa: SIM115 (open as long as the process lives)
    faulthandler.enable(crash_file)
    try:
        assignment = choose.read(Path(folder))
        _import_framework(assignment.framework)
        from .session import Session

        Session(channel, crash_file, Path(folder), assignment).run()
    except BadInput as error:
        channel.tell("stopped", says=str(error))
    except OSError as error:
        what = error.filename or "a file of the public tests"
        channel.tell("stopped", says=f"{what} cannot be read or written: {(error.strerror or str(error)).lower()}.")
    except Exception as error:
        says = f"the public tests cannot be run ({type(error).__name__}: {error}): {choose.how_to_get_files_back()}."
        channel.tell("stopped", says=says[0].upper() + says[1:])
    os._exit(0)  # threads that student code has left behind are not waited for


def _import_framework(framework: str) -> None:
    for name in choose.needed_packages(framework):
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
