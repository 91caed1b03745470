"""Computes everything that each key stands for, where keys may lead to each other in circles: `a = b`, `b = a`.

Each is worked out once. One that leads back to something unfinished takes what is known of it so far, and is worked out
again when more is: until nothing is added any more. Order and result are the same on every machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Generic, TypeVar

from .budget import Work

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)

_DEEP = 40
"""So deep keys are followed on Python's own stack; deeper ones wait for their turn, so length costs no depth."""
_MOST_MEANINGS = 500
"""What one key may stand for: nothing that people write stands for more."""


class SymbolTable(Generic[K, V]):
    def __init__(self, how: Callable[[K], Iterable[V]], work: Work) -> None:
        """`how` works a key out, asking this table for others; it only ever finds more when they stand for more."""
        self._how = how
        self._work = work
        self._done: dict[K, dict[V, None]] = {}
        self._so_far: dict[K, dict[V, None]] = {}
        """Met, but perhaps not complete."""
        self._readers: dict[K, dict[K, None]] = {}
        """Who took an incomplete answer."""
        self._waiting: deque[K] = deque()
        self._queued: set[K] = set()
        self._stack: list[K] = []
        self._loose: set[K] = set()
        """Those on the stack that took an incomplete answer."""

    def forget(self) -> None:
        self._done.clear()

    def ask(self, key: K) -> Collection[V]:
        """All that the key stands for; inside `how`, all that is known so far."""
        known = self._done.get(key)
        if known is not None:
            return known
        return self._inside(key) if self._stack else self._outside(key)

    def _outside(self, key: K) -> Collection[V]:
        self._work.begin()
        self._so_far[key] = {}
        try:
            self._work_out(key)
            while self._waiting:
                waiting = self._waiting.popleft()
                self._queued.discard(waiting)
                self._work_out(waiting)
            # nothing is added any more; or it takes too long, and what was found stays found
            self._done.update(self._so_far)
            return self._done[key]
        finally:
            for used in (self._so_far, self._readers, self._waiting, self._queued, self._stack, self._loose):
                used.clear()

    def _inside(self, key: K) -> Collection[V]:
        if key not in self._so_far:
            self._so_far[key] = {}
            if len(self._stack) < _DEEP:
                self._work_out(key)
            else:
                self._queue((key,))
            if key in self._done:
                return self._done[key]
        reader = self._stack[-1]
        self._loose.add(reader)
        self._readers.setdefault(key, {})[reader] = None
        return self._so_far[key]

    def _work_out(self, key: K) -> None:
        known = self._so_far.get(key)
        if known is None:  # complete by now
            return
        if not self._work.goes_on():
            return
        self._stack.append(key)
        found: dict[V, None] = {}
        for meant in self._how(key):
            if not self._work.goes_on():
                break
            found[meant] = None
        self._stack.pop()
        new = [meant for meant in found if meant not in known]
        if len(known) + len(new) > _MOST_MEANINGS:
            self._work.give_up()
            del new[_MOST_MEANINGS - len(known) :]
        known.update(dict.fromkeys(new))
        if new:
            self._queue(self._readers.get(key, ()))
        if key in self._loose:
            self._loose.discard(key)
        else:
            self._done[key] = self._so_far.pop(key)

    def _queue(self, keys: Iterable[K]) -> None:
        for key in keys:
            if key not in self._queued:
                self._queued.add(key)
                self._waiting.append(key)
