"""How an unnamed wrong answer behaves on public numbers: the signatures of its failed checks, as one line of text.

Answers that behave alike make the same mistake, whatever it is, and are one group. Nothing hidden is in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from ..checks.errors import Died, TimedOut
from ..core.alike import agree, drawn_alike
from ..core.tape import Tape

MOST = 6000
"""Characters of a signature. One that needs more is kept as a digest: it is like no other but the same."""
_NO_EVIDENCE = (TimedOut.category, Died.category)
"""Whoever is too slow or crashes shares that, and not a mistake."""


def of(failed: Iterable[Tape]) -> str:
    """Of each failed check its name, the kind of its failure, whether its replies are drawn, and its signature; empty
    where nothing is shown."""
    shown = sorted(
        (tape.check.name, tape.kind, tape.check.by_pattern, _small(tape.signature))
        for tape in failed
        if tape.kind not in _NO_EVIDENCE
    )
    return json.dumps(shown, separators=(",", ":")) if shown else ""


def alike(mine: str, theirs: str) -> bool:
    """Whether two answers fail the same checks in the same way, up to rounding and luck."""
    one, other = json.loads(mine), json.loads(theirs)
    return len(one) == len(other) and all(map(_same, one, other))


def group(task: str, shown: str) -> str:
    """The name of a group, which stays when the last digits of a number do not."""
    parts = [[check, kind, drawn or _coarse(replies)] for check, kind, drawn, replies in json.loads(shown)]
    return digest([task, parts])


def digest(parts: Any) -> str:
    return _digest(json.dumps(parts))[:6]


def _same(mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    (*what, drawn, replies), (*others, other_replies) = mine, theirs
    compare = drawn_alike if drawn else agree
    return [*what, drawn] == others and compare(replies, other_replies)


def _small(signature: Sequence[Any]) -> Sequence[Any]:
    text = json.dumps(signature)
    return signature if len(text) <= MOST else [["large", _digest(text)]]


def _coarse(part: Any) -> Any:
    if isinstance(part, list):
        return [_coarse(each) for each in part]
    return float(f"{part:.1e}") if isinstance(part, float) else part


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]
