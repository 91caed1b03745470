"""The child of check.py: the only process there that imports torch and runs the student's code.

Standard input, output and error belong to nobody while student code runs: what it prints is kept, and `input()` finds
nothing to read. When the parent goes away, so does the child, whatever the student's code is doing.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from . import choose
from .choose import TESTS, BadInput


class Channel:
    """Lines of JSON to and from the parent, which also keeps what was standard error, to see where code hung."""

    def __init__(self) -> None:
        orders, self._events, self._stack = map(os.dup, (0, 1, 2))
        nobody = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nobody, standard)
        faulthandler.enable(self._stack)
        self._orders = os.fdopen(orders, encoding="utf-8")

    def receive(self) -> Any:
        """The order; there is only one."""
        line = self._orders.readline()
        threading.Thread(target=self._leave_with_parent, daemon=True).start()
        return json.loads(line)

    def _leave_with_parent(self) -> None:
        self._orders.read()
        os._exit(0)  # nobody will ever read what we find

    def tell(self, event: str, **fields: Any) -> None:
        data = (json.dumps({"event": event, **fields}, default=vars) + "\n").encode()
        while data:
            data = data[os.write(self._events, data) :]

    def begins(self, doing: str, seconds: float, **where: Any) -> None:
        """What is done now. When it takes longer, this process ends, and the parent reads where it was."""
        self.tell("at", doing=doing, seconds=seconds, **where)
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._stack)

    def ends(self, event: str, **fields: Any) -> None:
        faulthandler.cancel_dump_traceback_later()
        self.tell(event, **fields)


def main(name: str) -> None:
    """`name`: the student's folder."""
    folder, channel = Path(name), Channel()
    sys.path.insert(1, str(folder / TESTS))  # the checks import from each other
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it like its parent, whatever it is doing
    try:
        assignment = choose.read(folder)
        choose.bring_in_framework(assignment.framework)
        from . import session

        session.run(channel, folder, assignment)
    except BadInput as error:
        channel.tell("stopped", says=str(error))
    except Exception as error:
        says = f"The public tests cannot be run ({type(error).__name__}: {error}): {choose.GET_BACK}."
        channel.tell("stopped", says=says)
    os._exit(0)  # threads that student code has left behind are not waited for
