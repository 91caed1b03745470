"""Runs launchers on a host of a Dask cluster: a plugin of the Dask worker starts them and hands them jobs.

This file and launcher.py travel to the hosts by value, and the autograder's zip with them: a host needs Python, Dask
and the packages of the assignment, but no softmark. Student code arrives as lines of JSON and goes on as such; the Dask
worker itself never sees more of it than text.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import io
import os
import shutil
import socket
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin

from .launcher import CannotStart, Launchers

PREFIX = "softmark-host-"
HELD = "held"


class Host(WorkerPlugin):
    """The launchers of one Dask worker: as many as it has threads."""

    def __init__(self, name: str, packed: bytes, words: Sequence[str], patience: float) -> None:
        self.name = name
        self._packed, self._words, self._patience = packed, list(words), patience
        self._folder = ""
        self._held: Any = None
        self._launchers: Any = None

    async def setup(self, worker: Any) -> None:
        """Unpack and prove that grading works here; a host where it does not takes no part."""
        if not str(worker.address).startswith("tls://"):
            raise RuntimeError(f"{socket.gethostname()} listens at {worker.address}, which is not encrypted: use TLS")
        await asyncio.to_thread(self._begin)

    def _begin(self) -> None:
        _sweep()
        self._folder = tempfile.mkdtemp(prefix=PREFIX)  # readable by us alone: the reference is in it
        self._held = (Path(self._folder) / HELD).open("wb")
        fcntl.flock(self._held, fcntl.LOCK_EX)
        with zipfile.ZipFile(io.BytesIO(self._packed)) as archive:
            archive.extractall(self._folder)
        environment = {**os.environ, "PYTHONPATH": self._folder, "PYTHONSAFEPATH": "1"}
        self._launchers = Launchers([sys.executable, *self._words], environment, self._folder, self._patience)
        try:
            self._launchers.ready()
        except CannotStart as problem:
            self._end()
            raise RuntimeError(f"{socket.gethostname()} cannot grade: {problem}") from None

    async def teardown(self, worker: Any) -> None:
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        if self._launchers is not None:
            self._launchers.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._held.close()

    def grade(self, line: bytes) -> bytes:
        """One job. Called from the worker's threads, several at once."""
        answer: bytes = self._launchers.grade(line)
        return answer


def _sweep() -> None:
    """Delete folders of workers that were killed: nobody holds them any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError), (folder / HELD).open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
