"""What the reference and the known mistakes do on the numbers of a grade, worked out by the build.

The build writes it into the frozen grader (build/prove_salt.py). With it a grade runs no known code to see what is
right, or which mistake is made. Without it, everything is worked out when it is needed, and comes to the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ...checks.request import Outcome
from ...checks.trace import Trace
from ...running.recording import AskedAndReplied, RecordedReplies, known_traces, outcome_of
from ..check_result import Phase


def place(phase: Phase, check: str) -> str:
    """A check on one set of numbers, as a recording names it."""
    return f"{phase}:{check}"


class KnownReply(NamedTuple):
    """What came of one call, and which call it was."""

    op: str
    target: str
    outcome: Outcome


class KnownRuns:
    """Reads as little of the file as is asked for."""

    def __init__(self, path: Path, keys: Mapping[str, Phase]) -> None:
        """`keys`: what decides numbers → the phase that they belong to."""
        self._path = path
        self._phases = keys

    @cached_property
    def _replies(self) -> RecordedReplies:
        return RecordedReplies(self._path)

    @cached_property
    def _traces(self) -> dict[str, dict[str, Trace]]:
        return known_traces(self._path)

    def replies(self, key: str, check: str) -> list[KnownReply]:
        """What the reference replies, in the order of the calls; nothing where it is not known."""
        phase = self._phases.get(key)
        kept = None if phase is None else self._replies.of(place(phase, check))
        return [KnownReply(reply["op"], reply["target"], outcome_of(reply)) for reply in kept or ()]

    def asked(self, key: str, check: str) -> list[AskedAndReplied]:
        """What a check asks, as it goes over the wire, and what stands for the reference's replies."""
        phase = self._phases.get(key)
        return [] if phase is None else self._replies.asked(place(phase, check))

    def trace(self, key: str, mistake: str, check: str) -> Trace | None:
        phase = self._phases.get(key)
        return None if phase is None else self._traces.get(mistake, {}).get(place(phase, check))
