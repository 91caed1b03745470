"""Runs launchers on a host of a Dask cluster: a plugin of the Dask worker starts them and hands them jobs.

This file and launcher.py travel to the hosts by value, and the autograder's zip with them: a host needs Python, Dask
and the packages of the assignment, but no softmark. Student code arrives as lines of JSON and goes on as such; the Dask
worker itself never sees more of it than text.
"""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import socket
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from distributed import WorkerPlugin

from .launcher import CannotStart, Launchers


class Host(WorkerPlugin):
    """The launchers of one Dask worker: as many as it has threads."""

    def __init__(self, name: str, packed: bytes, words: Sequence[str], patience: float) -> None:
        self.name = name
        self._packed, self._words, self._patience = packed, list(words), patience
        self._launchers: Any = None

    async def setup(self, worker: Any) -> None:
        """Unpack and prove that grading works here; a host where it does not takes no part."""
        if not str(worker.address).startswith("tls://"):
            raise RuntimeError(f"{socket.gethostname()} listens at {worker.address}, which is not encrypted: use TLS")
        # inside the worker's own folder, which Dask removes, also after a worker that was killed
        await asyncio.to_thread(self._begin, Path(worker.local_directory) / self.name)

    def _begin(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)  # readable by us alone: the reference is in it
        with zipfile.ZipFile(io.BytesIO(self._packed)) as archive:
            archive.extractall(folder)
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}
        self._launchers = Launchers([sys.executable, *self._words], environment, str(folder), self._patience)
        try:
            self._launchers.ready()
        except CannotStart as problem:
            shutil.rmtree(folder, ignore_errors=True)
            raise RuntimeError(f"{socket.gethostname()} cannot grade: {problem}") from None

    async def teardown(self, worker: Any) -> None:
        if self._launchers is not None:
            await asyncio.to_thread(self._launchers.close)
        shutil.rmtree(Path(worker.local_directory) / self.name, ignore_errors=True)

    def grade(self, line: bytes) -> bytes:
        """One job. Called from the worker's threads, several at once."""
        answer: bytes = self._launchers.grade(line)
        return answer
