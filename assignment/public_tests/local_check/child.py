"""The child of check.py: the only process there that imports torch and runs the student's code.

Its parent sends jobs (lists of tasks) as lines of JSON and gets every event back as one. Standard input, output and
error belong to nobody while student code runs: what it prints is kept, and `input()` finds nothing to read. When the
parent goes away, so does the child, whatever the student's code is doing.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import Any

# What the checks do not need costs start-up time; plugins that happen to be installed must not change a result.
_LEAN = [
    *("-p", "no:cacheprovider", "-p", "no:doctest", "-p", "no:junitxml", "-p", "no:logging", "-p", "no:stepwise"),
    *("-p", "no:pastebin", "-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception"),
    *("-p", "no:terminalreporter", "--assert=plain", "--capture=no", "--import-mode=importlib", "--noconftest", "-q"),
    "--tb=native",  # nobody reads pytest's own traceback here, and the long one costs a quarter of a second a failure
]


class Channel:
    """Lines of JSON to and from the parent."""

    def __init__(self, stack: str) -> None:
        self._stack = stack
        self._events, jobs = os.dup(1), os.dup(0)
        nobody = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nobody, standard)
        self._jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(jobs,), daemon=True).start()

    def _listen(self, jobs: int) -> None:
        with os.fdopen(jobs, encoding="utf-8") as lines:
            for line in lines:
                self._jobs.put(json.loads(line))
        with contextlib.suppress(OSError):
            Path(self._stack).unlink(missing_ok=True)
        os._exit(0)  # the parent is gone, and nobody will ever read what we find

    def receive(self) -> Any:
        return self._jobs.get()

    def tell(self, event: str, **fields: Any) -> None:
        data = (json.dumps({"event": event, **fields}) + "\n").encode()
        while data:
            data = data[os.write(self._events, data) :]


def main(stack: str) -> None:
    """`stack` is the file that will say where the code was when it hung or crashed."""
    channel = Channel(stack)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    crash_file = Path(stack).open("w", encoding="utf-8")  # noqa: SIM115 (open as long as the process lives)
    faulthandler.enable(crash_file)
    # The public tests first, and not the folder that this file lies in.
    here = Path(__file__).resolve().parent
    sys.path[:] = [str(here.parent), *(entry for entry in sys.path if Path(entry).resolve() != here)]
    from local_check import tasks

    try:
        assignment = tasks.read()
        _import_framework(assignment.framework)
        from local_check import session

        channel.tell("ready")
        setup = channel.receive()
        session.Session(channel, crash_file, assignment, setup).run(_LEAN)
    except tasks.BadInput as error:
        channel.tell("stopped", says=str(error))
    except Exception as error:
        says = f"the public tests cannot be run ({type(error).__name__}: {error}); {tasks.AGAIN}."
        channel.tell("stopped", says=says[0].upper() + says[1:])
    os._exit(0)  # threads that student code has left behind are not waited for


def _import_framework(framework: str) -> None:
    from local_check.tasks import BadInput

    for name in ("torch", "numpy", "pytest") if framework == "torch" else ("numpy", "pytest"):
        try:
            __import__(name)
        except Exception as error:  # a broken installation can raise anything
            reason = (str(error).splitlines() or [""])[0]
            raise BadInput(
                f"{name} is installed but cannot be imported ({type(error).__name__}: {reason}): "
                f"install it again with  {sys.executable} -m pip install --force-reinstall {name}"
            ) from None
    if framework == "torch":
        sys.modules["torch"].set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))


if __name__ == "__main__":
    main(sys.argv[1])
