"""Holds one question: what is asked, the one right answer, and why; and decides whether a reply is that answer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

Kind = Literal["purpose", "line", "shape", "prediction", "fixed"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BLUEPRINT: dict[Kind, int] = {"purpose": 2, "line": 1, "shape": 1, "prediction": 1}
"""Of a sheet: so many of each."""
SIZE = sum(BLUEPRINT.values())
LETTERS = "abcdefgh"
_NUMBER = re.compile(r"[-−+]?\d+(?:[.]\d+|\s*/\s*\d+)?")
_GAPS = re.compile(r"[\s,;()\[\]{}]*")


class NoAnswer(ValueError):
    """A reply that is none; one sentence says what would be."""


@dataclass(frozen=True)
class Question:
    kind: Kind
    task: str
    """The task it is about; empty where it is about none."""
    text: str
    answer: str
    """A letter where there are options, otherwise numbers with a space between them."""
    why: str
    """What is said afterwards, whatever the reply was."""
    options: tuple[str, ...] = ()
    code: tuple[tuple[str, int, int], ...] = ()
    """Places to show with it: file, first and last line."""
    key: str = ""
    """What it is about, for choosing: two questions with one key are not asked together."""

    @property
    def ident(self) -> str:
        """The same for the same question, and nothing can be read from it."""
        return hashlib.sha256(f"{self.kind}\0{self.text}\0{self.options}".encode()).hexdigest()[:10]

    @property
    def right_option(self) -> str:
        """The answer in words."""
        return self.options[LETTERS.index(self.answer)] if self.options else in_words(self.answer, self.kind)

    def read(self, reply: str) -> str:
        """A reply in the form that answers have; NoAnswer says what could not be read."""
        if self.options:
            letter = reply.strip().strip("().").casefold()
            if len(letter) != 1 or letter not in LETTERS[: len(self.options)]:
                raise NoAnswer(f"type one letter, {LETTERS[0]} to {LETTERS[len(self.options) - 1]}")
            return letter
        return numbers(reply, len(self.answer.split()) if self.kind == "fixed" else 0)

    def is_right(self, reply: str) -> bool:
        try:
            return self.read(reply) == self.answer
        except NoAnswer:
            return False

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(data: Mapping[str, Any]) -> Question:
        code = tuple((str(file), int(first), int(last)) for file, first, last in data["code"])
        return Question(**{**data, "options": tuple(data["options"]), "code": code})


def numbers(reply: str, wanted: int = 0) -> str:
    """ "(2, 5, 1/2)" → "2 5 1/2"; how many there must be, where that is no secret."""
    found = _NUMBER.findall(reply)
    if not found or _GAPS.sub("", _NUMBER.sub("", reply)):
        raise NoAnswer("type numbers with spaces or commas between them, such as 2, 5 or 0.5")
    if wanted and len(found) != wanted:
        raise NoAnswer(f"type {wanted} number{'s' if wanted > 1 else ''}, not {len(found)}")
    try:
        return " ".join(str(Fraction(each.replace("−", "-").replace(" ", ""))) for each in found)
    except ZeroDivisionError:
        raise NoAnswer("nothing can be divided by 0") from None


def in_words(answer: str, kind: str) -> str:
    """Numbers as people write them: "2 5 1/2" → "2, 5, 0.5", a shape as (2, 5)."""
    shown = [_decimal(Fraction(each)) for each in answer.split()]
    return f"({shown[0]},)" if kind == "shape" and len(shown) == 1 else _joined(shown, kind)


def _joined(shown: list[str], kind: str) -> str:
    return f"({', '.join(shown)})" if kind == "shape" else ", ".join(shown)


def _decimal(value: Fraction) -> str:
    exact = value.denominator == 1 or not _left_over(value.denominator)
    return f"{float(value):g}" if exact else str(value)


def _left_over(denominator: int) -> int:
    """What remains of it without its factors 2 and 5: above 1, the decimals never end."""
    for factor in (2, 5):
        while denominator % factor == 0:
            denominator //= factor
    return denominator - 1
