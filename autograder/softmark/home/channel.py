"""Connects the child to its parent: events go out, jobs come in, nothing of the student's in between."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
from pathlib import Path
from typing import Any


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
