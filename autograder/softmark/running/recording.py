"""Reads and writes a recording: what right and known wrong answers reply to the checks on one set of numbers, in one
small file.

It lets whoever grades say whether an answer is right, and which mistake a wrong one is, without the solution: a
student's own machine on public numbers, the server on hidden ones.
The file is in the safetensors format: an eight-byte length, a JSON header, raw numbers. Reading it needs no library.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..checks import values
from ..checks.errors import GraderFault
from ..checks.numpy_if_there import np
from ..checks.request import Outcome, Request
from ..checks.student import Port
from ..checks.trace import Trace
from ..checks.values import FlatArray
from . import tensorfile
from .tensorfile import Stored

OUT_OF_STEP = "the public tests and their recorded reference do not belong together"
_TRACES = "traces"
"""What the known mistakes do on every check, as compressed JSON: there are thousands of replies, and they are alike."""


@dataclass(frozen=True)
class KnownMistake:
    """A known mistake as students may see it: no code, only words and behaviour."""

    name: str
    says: str
    hint: str
    section: str
    items: tuple[str, ...]
    traces: dict[str, Trace]


@dataclass
class Recording:
    key: str
    """Seeds the numbers."""
    replies: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """check → the reference's outcomes, in the order of the calls"""
    asked: dict[str, list[str]] = field(default_factory=dict)
    """check → the functions that it asks the code under test for"""
    mistakes: list[KnownMistake] = field(default_factory=list)
    made_from: dict[str, str] = field(default_factory=dict)
    """Digests of what it was made from, where somebody wants to know."""
    by_luck: dict[str, list[str]] = field(default_factory=dict)
    """check → the known mistakes that pass it on these numbers alone."""


class Recorder:
    """A Port that passes requests on and keeps the answers."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self.kept: list[dict[str, Any]] = []

    def perform(self, request: Request) -> Outcome:
        outcome = self._port.perform(request)
        self.kept.append({"op": request.op, "target": request.target, **outcome.plain(), "printed": ""})
        return outcome


class Replayer:
    """A Port that answers from a recording, in the order of the calls."""

    def __init__(self, replies: Sequence[dict[str, Any]]) -> None:
        self._replies = iter(replies)

    def perform(self, request: Request) -> Outcome:
        reply = next(self._replies, None)
        if reply is None or (reply["op"], reply["target"]) != (request.op, request.target):
            raise GraderFault(OUT_OF_STEP)
        return outcome_of(reply)


def outcome_of(reply: Mapping[str, Any]) -> Outcome:
    """A recorded reply, as it was given."""
    fields = {name: part for name, part in reply.items() if name not in ("op", "target")}
    return Outcome(**{**fields, "changed": tuple(fields["changed"]), "by_input": tuple(fields["by_input"])})


def write(recording: Recording, path: Path, *, slim: bool = True) -> None:
    """One file; equal arrays are stored once; the same recording gives the same bytes. `slim`: rounded where that is
    far below every tolerance."""
    arrays: dict[str, FlatArray] = {}

    def store(flat: FlatArray) -> list[Any]:
        kept = _slim(flat) if slim else flat
        text = f"{kept.dtype}{kept.shape}".encode() + (kept.data or b"")
        name = hashlib.sha256(text).hexdigest()[:10]
        arrays[name] = kept
        return [name, flat.kind, flat.dtype, flat.device, flat.shape]

    checks: dict[str, Any] = {}
    for check, replies in recording.replies.items():
        encoded = []
        for reply in replies:
            tree, flats = values.encode(reply)
            encoded.append([tree, [store(flat) for flat in flats]])
        checks[check] = encoded
    index = {
        "key": recording.key,
        "checks": checks,
        "asked": recording.asked,
        "mistakes": [
            [mistake.name, mistake.says, mistake.hint, mistake.section, mistake.items] for mistake in recording.mistakes
        ],
        **({"made_from": recording.made_from} if recording.made_from else {}),
        **({"by_luck": recording.by_luck} if recording.by_luck else {}),
    }
    traces = [{c: [t.passed, t.kind, t.fingerprints] for c, t in m.traces.items()} for m in recording.mistakes]
    # a tensor without storage has its shape only in the index: in the file it would claim bytes that are not there
    stored = {
        name: Stored(flat.dtype, flat.shape if flat.data is not None else (0,), flat.data or b"")
        for name, flat in sorted(arrays.items())
    }
    packed = zlib.compress(_text(traces).encode(), 9)
    stored[_TRACES] = Stored("uint8", (len(packed),), packed)
    path.write_bytes(tensorfile.dump(stored, _text(index)))


def _text(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _trace(passed: bool, kind: str, fingerprints: list[Any]) -> Trace:
    return Trace(passed, tuple(fingerprints), kind)


def _slim(flat: FlatArray) -> FlatArray:
    """Half the size where it costs nothing: rounding to float32 is far below every tolerance, unless it overflows."""
    if flat.dtype != "float64" or not flat.data:
        return flat
    exact = np.frombuffer(flat.data, np.float64)
    with np.errstate(over="ignore", under="ignore"):
        rounded = exact.astype(np.float32)
    if not np.allclose(rounded.astype(np.float64), exact, rtol=1e-7, atol=0.0, equal_nan=True):
        return flat
    return FlatArray(flat.kind, "float32", flat.shape, flat.device, rounded.tobytes())


def known_traces(path: Path) -> dict[str, dict[str, Trace]]:
    """Known mistake → check → what it does there; the reference's replies are left alone."""
    stored, note = tensorfile.parse(path.read_bytes())
    return {name: traces for (name, *_), traces in zip(json.loads(note)["mistakes"], _traces(stored), strict=True)}


def made_from(path: Path) -> dict[str, str]:
    """Digests of what a recording was made from; nothing where there is none that can be read."""
    return _noted(path, "made_from")


def by_luck(path: Path) -> dict[str, list[str]]:
    """Check → the known mistakes that pass it on these numbers alone."""
    return _noted(path, "by_luck")


def _noted(path: Path, what: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(tensorfile.parse(path.read_bytes())[1]).get(what, {})
        return found
    except (OSError, KeyError, ValueError, TypeError, AttributeError):
        return {}


def _traces(stored: Mapping[str, Stored]) -> list[dict[str, Trace]]:
    """Of the known mistakes, in their order."""
    rows = json.loads(zlib.decompress(stored[_TRACES].data))
    return [{check: _trace(*each) for check, each in made.items()} for made in rows]


class RecordedReplies:
    """The reference's replies in a file, each made when it is asked for."""

    def __init__(self, path: Path) -> None:
        self._stored, note = tensorfile.parse(path.read_bytes())
        self.index: dict[str, Any] = json.loads(note)

    def of(self, check: str) -> list[dict[str, Any]] | None:
        """In the order of the calls; None for a check that it says nothing about."""
        if check not in self.index["checks"]:
            return None
        return [
            values.decode(tree, [self._fetch(*flat) for flat in flats]) for tree, flats in self.index["checks"][check]
        ]

    def mistakes(self) -> list[KnownMistake]:
        """Each with its traces, which take longer to read than all the rest."""
        return [
            KnownMistake(name, says, hint, section, tuple(items), traces)
            for (name, says, hint, section, items), traces in zip(
                self.index["mistakes"], _traces(self._stored), strict=True
            )
        ]

    def _fetch(self, name: str, kind: str, dtype: str, device: str, shape: list[int]) -> FlatArray:
        part = self._stored[name]
        data = part.data if part.dtype == dtype else np.frombuffer(part.data, part.dtype).astype(dtype).tobytes()
        return FlatArray(kind, dtype, tuple(shape), device, None if device == "meta" else data)


def read(path: Path) -> Recording:
    kept = RecordedReplies(path)
    replies = {check: kept.of(check) or [] for check in kept.index["checks"]}
    notes = {name: kept.index[name] for name in ("made_from", "by_luck") if name in kept.index}
    return Recording(kept.index["key"], replies, kept.index["asked"], kept.mistakes(), **notes)
