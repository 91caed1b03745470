"""Speaks to a sandboxed worker: sends a question, and gets its answer or loses the worker."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any, Protocol

from ...checks.errors import Died
from ...checks.values import NotPlain
from ...sandbox import wire
from ...sandbox.patience import Patience
from ...sandbox.processor_time import Meter

UNREADABLE = "your code sent an answer that cannot be read"
AFTER_A_STRAY = 1.0
"""Seconds for the true answer once one has come to a question that was not asked: it was forged, or is all there is."""


class WorkerProcess(Protocol):
    """What is needed of a spawned worker (see sandbox/client.py)."""

    @property
    def channel(self) -> socket.socket: ...
    @property
    def pid(self) -> int: ...
    def kill(self) -> Any: ...


class Connection:
    """Speaks with one worker at a time: `connect` spawns it, `close` ends it.

    `call_back` answers what the worker asks while it works on a question.
    """

    def __init__(
        self, spawn: Callable[[], WorkerProcess], call_back: Callable[[wire.Sealed, Patience], wire.Sealed]
    ) -> None:
        self._spawn = spawn
        self._call_back = call_back
        self._worker: WorkerProcess | None = None
        self.meter = Meter()
        """Of the worker's process."""
        self._asked = 0
        """Questions so far. An answer says which one it is to, so a forged or late one never passes for the next."""
        self.cpu_seconds = 0.0
        """What the workers that have ended used."""
        self.slept_seconds = 0.0
        """How long they slept."""

    @property
    def open(self) -> bool:
        return self._worker is not None

    def connect(self) -> None:
        self._worker = self._spawn()
        self.meter = Meter(self._worker.pid)

    def close(self) -> str:
        """End the worker; how it ended, in words for staff."""
        if self._worker is None:
            return "not there"
        worker, self._worker = self._worker, None
        self.slept_seconds += self.meter.blocked
        self.meter = Meter()
        ended = worker.kill()
        worker.channel.close()
        self.cpu_seconds += getattr(ended, "cpu_seconds", 0.0)
        return str(getattr(ended, "says", "not known"))

    def exchange(self, head: dict[str, Any], value: Any, patience: Patience) -> wire.Sealed:
        """One question, any number of call-backs, one answer. An answer to another question is dropped.

        DeadlinePassed: no answer came in time, and the worker is still there. Died: it is gone.
        """
        if self._worker is None:
            raise wire.Closed("no worker")
        channel = self._worker.channel
        self._asked += 1
        strays = 0
        try:
            wire.send(channel, {**head, "n": self._asked}, value, patience.send_by)
            while True:
                frame = _received(channel, patience)
                if frame.head.get("do") in ("forward", "backward"):
                    self.meter.look()
                    answer = self._call_back(frame, patience)
                    wire.send(channel, answer.head, wire.Packed(answer.text, answer.body), patience.send_by)
                elif frame.head.get("n") == self._asked:
                    return frame
                else:
                    strays += 1
                    patience.at_most(AFTER_A_STRAY)
        except wire.DeadlinePassed:
            if not strays:
                raise
            self.close()
            raise Died(UNREADABLE, staff=f"{strays} answers came to questions that were not asked") from None
        except wire.Closed:
            says = self.close()
            raise Died(
                "your code ended the process that ran it (a crash, an exit, or too much memory)",
                staff=f"the worker's end: {says}",
            ) from None
        except (wire.WireError, NotPlain) as error:
            self.close()
            raise Died(UNREADABLE, staff=str(error)) from None


def _received(channel: socket.socket, patience: Patience) -> wire.Sealed:
    while True:
        try:
            return wire.receive_sealed(channel, patience.deadline, wire.REPLY)
        except wire.DeadlinePassed:
            if not patience.longer():
                raise
