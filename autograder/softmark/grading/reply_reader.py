"""Reads a worker's reply: what a call returned, or how it failed. Everything unexpected in it is left out.

Replies come from hostile code. `own` holds the student's files: a reply can name no line that they do not have.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Any

from ..checks import chain as chains
from ..checks import errors
from ..checks.errors import Died, NotAllowed, StudentFailure, StudentRaised
from ..checks.request import Outcome
from ..sandbox import wire

UNREADABLE = "your code sent an answer that cannot be read"

_LINE = re.compile(r"([\w./]+) line ([0-9]{1,6})")
_KINDS: dict[str, type[StudentFailure]] = {
    cls.category: cls for cls in (errors.NotWritten, errors.NotLoaded, errors.BadAnswer, errors.WrongWeights)
}


def opened(reply: wire.Sealed) -> wire.Frame:
    """The reply with its values. Died if they cannot be read."""
    try:
        return reply.open()
    except wire.WireError as error:
        raise Died(UNREADABLE, staff=str(error)) from None


def outcome(frame: wire.Frame, own: Mapping[str, str]) -> Outcome:
    """What a call came to. Raise the failure that the worker reports; Died if the reply is neither."""
    raise_failure(frame, own)
    fields = frame.value
    if frame.head.get("ok") is True and isinstance(fields, dict) and "value" in fields:
        changed, requires_grad = fields.get("changed", []), fields.get("requires_grad", False)
        by_input, by_name, printed = fields.get("by_input", []), fields.get("by_name", {}), fields.get("printed", "")
        kinds = (changed, list), (requires_grad, bool), (by_input, list), (by_name, dict), (printed, str)
        if all(type(part) is kind for part, kind in kinds):
            named = tuple(str(name)[:80] for name in changed[:20])
            return Outcome(fields["value"], named, requires_grad, tuple(by_input), by_name, printed[:4000])
    raise Died(UNREADABLE)


def raise_failure(frame: wire.Frame, own: Mapping[str, str]) -> None:
    """Raise the failure that the reply reports, if it reports one."""
    if isinstance(fields := frame.head.get("failure"), dict):
        raise _failure(fields, own)


def _failure(fields: Mapping[str, Any], own: Mapping[str, str]) -> StudentFailure:
    def text(key: str, cap: int) -> str:
        value = fields.get(key)
        return value[:cap] if isinstance(value, str) else ""

    line = text("line", 80)
    known = _LINE.fullmatch(line)
    lines = own.get(known.group(1), "").count("\n") + 1 if known else 0
    where = line if known and known.group(1) in own and 0 < int(known.group(2)) <= lines else None
    kind = text("kind", 40)
    if kind == NotAllowed.category:
        return NotAllowed(text("call", 120), line=where)
    if kind in _KINDS:
        return _KINDS[kind](text("text", 400), line=where, staff=text("staff", 4000))
    exception = text("exception", 60)
    cls = getattr(builtins, exception, None)
    if not (isinstance(cls, type) and issubclass(cls, BaseException)):
        exception = "Exception"
    chain = chains.validate(fields.get("chain"), own)
    kinds = fields.get("kinds")
    named = [kind[:120] for kind in kinds[:8] if isinstance(kind, str)] if isinstance(kinds, list) else []
    return StudentRaised(exception, text("message", 300), chain=chain, staff=text("staff", 4000), kinds=named)
