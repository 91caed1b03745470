"""Stores what known right solutions compute in a check: fingerprints of their values, and a few things besides.

It is made when the assignment is built, from the reference and the right alternatives, on public numbers, and lies in
what students receive. It names no operation. What is kept of a check is locked: the reference opens it, on the server,
and an answer that some known mistake gives in this check opens it too. So whoever has made a known mistake is shown its
line at home; whoever has no answer yet learns nothing from the file. handouts/security.md says what an attack on it
finds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..running import tensorfile
from ..running.tensorfile import Stored
from . import number_sets
from .fingerprints import orders_of, token
from .watched_calls import GIVEN, Step, Watched

NEAR = 1
"""A step may be missing where right solutions bring in what was given so many steps later."""
_TOKEN, _TAG, _KEY = number_sets.BITS // 8, 4, 16
_SEAL = _TAG + _KEY
"""Bytes."""
_LOCKS = "locks of "


@dataclass
class RightWay:
    """What right solutions compute in one check."""

    tokens: set[int] = field(default_factory=set)
    """The fingerprints of their values, and tokens for what is known of a value besides."""
    key: bytes = b""
    """With which the tokens were written; none where they are as they were made."""

    def add(self, call: Watched) -> None:
        """Add one right solution, traced with the fingerprints that rounding may turn its values into."""
        steps = call.steps
        for step in steps:
            self.tokens.update(step.fingerprints)
            self.tokens.update(token("cut", each, cut) for each in step.fingerprints for cut in _cuts(step.shape))
            if step.number is not None:
                self.tokens.add(_number(step.number))
            for made, given in with_given(steps, step.parents):
                self._meet(steps, made, given)
        for place, number in enumerate(call.results):
            self.tokens.update(token("end", place, each) for each in steps[number].fingerprints)
            self.tokens.add(token("size", _size(steps[number].shape)))

    def _meet(self, steps: Sequence[Step], made: int, given: int) -> None:
        self._note("meets", steps[made], steps[given])
        for before in _near(steps, made):
            self._note("meets later", steps[before], steps[given])

    def _note(self, how: str, made: Step, given: Step) -> None:
        self.tokens.update(token(how, a, b) for a in made.fingerprints for b in given.fingerprints)

    def _has(self, one: int) -> bool:
        return (_locked(one, self.key) if self.key else one) in self.tokens

    def knows(self, fingerprints: Iterable[int]) -> bool:
        return any(map(self._has, fingerprints))

    def ends(self, fingerprints: Iterable[int], place: int) -> bool:
        """Whether the value is what some right solution returns in this place."""
        return any(self._has(token("end", place, each)) for each in fingerprints)

    def is_size_of_answer(self, shape: Sequence[int]) -> bool:
        """Whether a right answer has so many numbers."""
        return self._has(token("size", _size(shape)))

    def has_number(self, number: float) -> bool:
        """Whether right solutions do arithmetic with this plain number."""
        return self._has(_number(number))

    def is_arranged(self, step: Step) -> bool:
        """Whether a right solution has these numbers cut into rows like this. A reshape that mixes axes leaves all
        numbers where they are; only the cuts tell."""
        orders = orders_of(step.shape)
        if len(step.shape) < 2 or len(orders) != len(step.fingerprints):
            return True
        known = [(each, shape) for each, shape in zip(step.fingerprints, orders, strict=True) if self._has(each)]
        return not known or any(
            all(self._has(token("cut", each, cut)) for cut in _cuts(shape)) for each, shape in known
        )

    def meets(self, made: Step, given: Step) -> bool:
        """Whether a value and something that the call was given go into one step of a right solution."""
        return self._together("meets", made, given)

    def meets_later(self, made: Step, given: Step) -> bool:
        """Whether what was given goes into a step with what right solutions soon make of the value."""
        return self._together("meets later", made, given)

    def _together(self, how: str, made: Step, given: Step) -> bool:
        known = [[each for each in step.fingerprints if self._has(each)] for step in (made, given)]
        return any(self._has(token(how, a, b)) for a in known[0] for b in known[1])


def _cuts(shape: Sequence[int]) -> list[int]:
    """How many numbers stand before the second row of each axis, from the outermost."""
    cuts, count = [], 1
    for size in shape[:-1]:
        count *= size
        cuts.append(count)
    return cuts


def _size(shape: Sequence[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _number(number: float) -> int:
    return token("number", f"{abs(number):.5g}")


def with_given(steps: Sequence[Step], parents: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What a step was made from, in pairs of something made and something given, such as a mask or its opposite."""
    given = [each for each in set(parents) if is_from_given(steps, each)]
    yield from ((one, other) for one in set(parents) - {*given} for other in given)


def is_from_given(steps: Sequence[Step], number: int) -> bool:
    for _ in range(2):
        if steps[number].op == GIVEN or len(steps[number].parents) != 1:
            break
        number = steps[number].parents[0]
    return steps[number].op == GIVEN


def _near(steps: Sequence[Step], number: int) -> set[int]:
    """What a value was made from a few steps before, other than by turning it."""
    found: set[int] = set()
    front = {number}
    for _ in range(NEAR):
        front = {parent for each in front for parent in steps[each].parents} - found
        found |= front
    same = set(steps[number].fingerprints)
    return {each for each in found if steps[each].op != GIVEN and not same & set(steps[each].fingerprints)}


# The file -------------------------------------------------------------------------------------------------------------


def packed(key: str, ways: Mapping[str, RightWay], openers: Mapping[str, Collection[int]], secret: bytes) -> bytes:
    """The file. `openers`: check → the keys of answers that open its way; `secret` opens all of them."""
    stored = {}
    for check, way in ways.items():
        lock = _lock(secret, check)
        stored[check] = _blob(number_sets.packed(_locked(each, lock) for each in way.tokens))
        seals = {_sealed(lock, each, check) for each in openers.get(check, ())}
        stored[_LOCKS + check] = _blob(b"".join(sorted(seals)))
    return tensorfile.dump(stored, json.dumps({"key": key, "proof": _lock(secret, "").hex()}))


def unpacked(file: bytes) -> dict[str, set[int] | set[bytes]]:
    """Check → its tokens, and beside each the seals of its lock, as they lie there; nothing of a damaged file."""
    try:
        stored, _ = tensorfile.parse(file)
        return {
            name: set(_seals(part)) if name.startswith(_LOCKS) else number_sets.unpacked(bytes(part.data))
            for name, part in stored.items()
        }
    except ValueError:
        return {}


def _seals(stored: Stored) -> Iterator[bytes]:
    data = bytes(stored.data)
    return (data[start : start + _SEAL] for start in range(0, len(data), _SEAL))


def _blob(data: bytes) -> Stored:
    return Stored("uint8", (len(data),), data)


def _lock(secret: bytes, check: str) -> bytes:
    return hashlib.blake2b(check.encode(), key=hashlib.sha256(secret).digest(), digest_size=_KEY).digest()


def _locked(one: int, lock: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(one.to_bytes(8, "big"), key=lock, digest_size=_TOKEN).digest(), "big")


def _pad(opener: int, check: str) -> bytes:
    return hashlib.blake2b(check.encode(), key=opener.to_bytes(16, "big"), digest_size=_SEAL).digest()


def _sealed(lock: bytes, opener: int, check: str) -> bytes:
    pad = _pad(opener, check)
    return pad[:_TAG] + bytes(a ^ b for a, b in zip(lock, pad[_TAG:], strict=True))


class Ways:
    """The ways of every check; one is opened when a wrong answer needs it."""

    def __init__(self, plain: Mapping[str, RightWay] = {}) -> None:
        self._plain = plain

    def __contains__(self, check: object) -> bool:
        return check in self._plain

    def opened(self, check: str, call: Watched) -> RightWay | None:
        """The way of a check for whoever has watched this call; None where the call's answer does not open it."""
        return self._plain.get(check)


class LockedWays(Ways):
    """Ways as they lie in a file."""

    def __init__(self, stored: Mapping[str, Stored], secret: bytes | None) -> None:
        super().__init__()
        self._stored = stored
        self._secret = secret
        self._known: dict[tuple[str, bytes], RightWay] = {}

    def __contains__(self, check: object) -> bool:
        return check in self._stored

    def opened(self, check: str, call: Watched) -> RightWay | None:
        lock = _lock(self._secret, check) if self._secret is not None else self._unsealed(check, call.keys)
        if lock is None or check not in self._stored:
            return None
        if (check, lock) not in self._known:
            try:
                tokens = number_sets.unpacked(bytes(self._stored[check].data))
            except ValueError:  # damaged
                return None
            self._known[check, lock] = RightWay(tokens, lock)
        return self._known[check, lock]

    def _unsealed(self, check: str, openers: Iterable[int]) -> bytes | None:
        locks = self._stored.get(_LOCKS + check)
        seals = {each[:_TAG]: each[_TAG:] for each in _seals(locks)} if locks else {}
        for opener in openers:
            pad = _pad(opener, check)
            if len(sealed := seals.get(pad[:_TAG], b"")) == _KEY:
                return bytes(a ^ b for a, b in zip(sealed, pad[_TAG:], strict=True))
        return None


def read(path: Path, key: str, secret: bytes | None = None) -> Ways:
    """The ways of every check; none where there is no file, it is damaged, or it belongs to other numbers. Without the
    secret, or with another than it was written with, answers open them."""
    try:
        stored, note = tensorfile.parse(path.read_bytes())
        about = json.loads(note)
        if about["key"] != key:
            return Ways()
        fits = secret is not None and about["proof"] == _lock(secret, "").hex()
        return LockedWays(stored, secret if fits else None)
    except (OSError, ValueError, KeyError, TypeError):
        return Ways()
