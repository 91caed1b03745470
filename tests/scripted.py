"""A worker that does what a test says, behind a real channel: each question that is put to it goes to a function."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from softmark.checks.values import NotPlain
from softmark.sandbox import wire
from softmark.sandbox.client import Exit

NOBODY = (1 << 30) - 1
"""No process has this number, so that the clock alone says what a question cost."""


class Ends(Exception):
    """The worker dies here."""


class Scripted:
    """One worker; `asked` answers one question to it."""

    pid = NOBODY

    def __init__(self, asked: Asked) -> None:
        self.channel, self.theirs = socket.socketpair()
        self._thread = threading.Thread(target=self._serve, args=(asked,), daemon=True)
        self._thread.start()

    def _serve(self, asked: Asked) -> None:
        with self.theirs, suppress(wire.WireError, NotPlain, OSError, Ends):
            while True:
                asked(self, self.hears())

    def hears(self) -> wire.Sealed:
        return wire.receive_sealed(self.theirs)

    def says(self, head: dict[str, Any], value: Any = None) -> None:
        wire.send(self.theirs, head, value)

    def says_raw(self, head: bytes, text: bytes = b'[["plain",null],[]]', body: bytes = b"") -> None:
        self.theirs.sendall(struct.pack("!III", len(head), len(text), len(body)) + head + text + body)

    def replies(self, question: wire.Sealed, value: Any) -> None:
        """As an honest worker would."""
        self.says({"n": question.head["n"], "ok": True}, {"value": value})

    def kill(self) -> Exit:
        with suppress(OSError):
            self.channel.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        return Exit("killed by the grader")


Asked = Callable[[Scripted, wire.Sealed], None]


class Spawner:
    """Starts such workers, and counts them."""

    def __init__(self, performs: Asked, loads: Asked | None = None) -> None:
        """`performs` is asked what a check asks, `loads` what happens when a file is imported: nothing, if it is not
        given."""
        self.started = 0
        self.questions: list[dict[str, Any]] = []
        """The heads of all questions."""
        self._performs, self._loads = performs, loads or fine

    def __call__(self, place: int) -> Any:
        self.started += 1
        return Scripted(self._asked)

    def _asked(self, worker: Scripted, question: wire.Sealed) -> None:
        self.questions.append(json.loads(json.dumps(question.head)))
        match question.head["do"]:
            case "place":
                fine(worker, question)
            case "load":
                self._loads(worker, question)
            case _:
                self._performs(worker, question)


def fine(worker: Scripted, question: wire.Sealed) -> None:
    worker.says({"n": question.head["n"], "ok": True})


def dies(worker: Scripted, question: wire.Sealed) -> None:
    raise Ends
