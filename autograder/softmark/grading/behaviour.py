"""Describes how an unnamed wrong answer behaves on public numbers, small enough to be kept with its grade.

Answers that behave alike make the same mistake, whatever it is. A behaviour holds fingerprints of the replies to the
failed checks, numbers and digests only: words that student code chose (what an exception says, a text that was
returned) are digests, so that a behaviour may leave the class, into names.yaml. Nothing hidden is in it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..checks.errors import Died, TimedOut
from ..checks.trace import Trace
from ..core.alike import agree, drawn_alike

MOST = 6000
"""Characters. Replies that need more are kept as a digest: they are alike only if they are the same."""
_OURS = frozenset({"array", "list", "tuple", "dict", "not finite", "None", "True", "False"})
STEP = 0.001
"""Ten times as wide as what rounding may change."""
_NO_EVIDENCE = (TimedOut.category, Died.category)
"""Whoever is too slow or crashes shares that, and not a mistake."""


@dataclass(frozen=True)
class Shown:
    """One failed check."""

    check: str
    kind: str
    random: bool
    """Its replies are drawn: they are compared as odds."""
    fingerprints: tuple[Any, ...]


@dataclass(frozen=True)
class Behaviour:
    shown: tuple[Shown, ...]

    def to_text(self) -> str:
        """One line; `read` reads it back."""
        parts = [[each.check, each.kind, int(each.random), _small(each.fingerprints)] for each in self.shown]
        return json.dumps(parts, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def of(failed: Iterable[tuple[str, Trace, bool]]) -> Behaviour | None:
    """The behaviour of failed checks (name, trace, whether its replies are random); None where nothing is shown."""
    shown = [Shown(name, trace.kind, random, _without_words(trace.fingerprints)) for name, trace, random in failed]
    shown = [each for each in shown if each.kind not in _NO_EVIDENCE]
    return Behaviour(tuple(sorted(shown, key=lambda each: each.check))) if shown else None


def read(text: str) -> Behaviour:
    """What `to_text` wrote; ValueError for anything else."""
    try:
        parts = [
            Shown(str(check), str(kind), bool(random), tuple(fingerprints))
            for check, kind, random, fingerprints in json.loads(text)
        ]
    except (ValueError, TypeError, RecursionError):
        raise ValueError("this is not a behaviour as the grader writes it") from None
    return Behaviour(tuple(parts))


def alike(mine: Behaviour, theirs: Behaviour) -> bool:
    """Whether two answers fail the same checks in the same way."""
    if len(mine.shown) != len(theirs.shown):
        return False
    return all(_same(a, b) for a, b in zip(mine.shown, theirs.shown, strict=True))


def _same(mine: Shown, theirs: Shown) -> bool:
    if (mine.check, mine.kind, mine.random) != (theirs.check, theirs.kind, theirs.random):
        return False
    if mine.random:
        return drawn_alike(mine.fingerprints, theirs.fingerprints)
    return agree(mine.fingerprints, theirs.fingerprints)


def size(behaviour: Behaviour) -> int:
    """A step on a fine scale; behaviours that are alike are at most one step apart."""
    norms = [
        part[4] for each in behaviour.shown if not each.random for reply in each.fingerprints for part in _arrays(reply)
    ]
    return round(math.log(norms[0]) / STEP) if norms and norms[0] > 0 else 0


def _arrays(reply: Sequence[Any]) -> Sequence[Any]:
    return reply[3] if reply[0] == "value" else ()


def digest(item: str, behaviour: Behaviour) -> str:
    """A short id that stays when the last digits of a number do not."""
    parts = [[each.check, each.kind, each.random or _coarse(each.fingerprints)] for each in behaviour.shown]
    return digest_of([item, parts])


def digest_of(parts: Any) -> str:
    return _digest(json.dumps(parts))[:6]


def _coarse(part: Any) -> Any:
    if isinstance(part, list | tuple):
        return [_coarse(each) for each in part]
    return float(f"{part:.1e}") if isinstance(part, float) else part


def _small(fingerprints: Sequence[Any]) -> Sequence[Any]:
    text = json.dumps(fingerprints, allow_nan=False)
    return fingerprints if len(text) <= MOST else [["large", _digest(text)]]


def _without_words(fingerprints: Any) -> tuple[Any, ...]:
    return tuple(_plain_fingerprint(each) for each in fingerprints)


def _plain_fingerprint(reply: Sequence[Any]) -> list[Any]:
    """A fingerprint of one reply, as `trace.fingerprint_of` makes it, without anything that student code can choose to
    say."""
    if reply[0] == "failed":
        _, category, exception, said = reply
        return ["failed", category, _digest(str(exception)), _digest(str(said))]
    if reply[0] != "value":
        return list(reply)
    _, skeleton, changed, summaries = reply
    return ["value", _plain_skeleton(skeleton), list(changed), [[_finite(part) for part in each] for each in summaries]]


def _finite(part: Any) -> Any:
    """The number, finite: JSON has no infinity."""
    if not isinstance(part, float):
        return part
    return 0.0 if math.isnan(part) else max(min(part, 1e308), -1e308)


def _plain_skeleton(part: Any) -> Any:
    if isinstance(part, list | tuple):
        return [_plain_skeleton(each) for each in part]
    if not isinstance(part, str) or part in _OURS or part.lstrip("-").isdigit():
        return part
    return _digest(part)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:10]
