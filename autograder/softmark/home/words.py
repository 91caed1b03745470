"""`check.py --plain`: words in the place of symbols, colour and lines, for screen readers, braille and logs.

Every state is said in words, once; a formula in a sentence is read out as a person would.
"""

from __future__ import annotations

import re

from .screen import PlainScreen
from .verdict import Cause, Row

_ROOT = re.compile(r"√\(([^()]*)\)|√(\d+\.\d+|\w+)")
_POINTS = re.compile(r"(\d) / (\d+(?:\.\d+)?)(?= points| now|[;,]|$)")
_NEGATIVE = re.compile(r"(?<![\w-])[−-](?=[\d∞]|inf)")
SAID = {
    **{"✓": "passed", "✗": "wrong", "◔": "waiting", "⊘": "rule broken", "…": "...", "·": "times", "×": "times"},
    **{"−": "minus", "∞": "infinity", "≤": "at most", "≥": "at least", "≠": "not equal to", "≈": "about", "→": "to"},
    **{"Σ": "sum of", "α": "alpha", "β": "beta", "γ": "gamma", "ε": "epsilon", "²": "squared", "ᵀ": "transposed"},
    **{"⁻": "to the minus", "¹": "1", "ᵢ": "i", "ⱼ": "j", "∈": "in", "Δ": "delta", "π": "pi"},
    **{"“": '"', "”": '"', "’": "'", "‘": "'", "–": "to", "—": ","},
}
_VERBATIM = re.compile(r" +\d* *\| | {5}")
"""A line of the student's code, or of what it printed: that is read as it is written."""
_ALONE = frozenset(".\"',")
"""What needs no blank around it."""


def said(text: str) -> str:
    """A sentence without symbols. Code in it, between backticks, is read as it is written."""
    parts = text.split("`")
    parts[0::2] = map(_without_symbols, parts[0::2])
    parts[2::2] = [re.sub("^ {2,}", " ", part) for part in parts[2::2]]
    return "`".join(parts)


def _without_symbols(text: str) -> str:
    text = _ROOT.sub(lambda found: f"the square root of {found[1] or found[2]}", text)
    text = _NEGATIVE.sub("minus ", _POINTS.sub(r"\1 of \2", text)).replace(" / ", " divided by ")
    for symbol, word in SAID.items():
        if symbol in text:
            spaced = word if set(word) <= _ALONE else f" {word} "
            text = text.replace(symbol, spaced)
    return re.sub(r"(?<=\S) {2,}(?=\S|$)", " ", text)


class WordsScreen(PlainScreen):
    """The plain screen, one statement a line."""

    def say(self, text: str) -> None:
        lines, code = [], ""
        for line in text.split("\n"):  # code may begin in one line and end in the next
            spoken = line if _VERBATIM.match(line) else said(code + line).removeprefix(code).rstrip()
            lines.append(spoken)
            code = "`" if line and (code + line).count("`") % 2 else ""
        super().say("\n".join(lines))

    def row(self, row: Row) -> None:
        if row.task.file != self._file:
            self._file = row.task.file
            self.say(f"\n{row.task.file}")
        points = f"{row.earned:g} of {row.task.points:g} points" + (", bonus" if row.task.bonus else "")
        self.say(f"  {row.task.id} {row.task.title}: {row.words}. {points}.")

    def _title(self, cause: Cause) -> str:
        return f"{cause.heading}: {cause.state}"

    def _start(self, label: str) -> str:
        return f"   {label}: " if label else "   "

    def _wrapped(self, text: str, indent: str, first: str | None = None) -> str:
        """One line, not wrapped: whoever listens, or reads a log, has no use for our line breaks."""
        return (indent if first is None else first) + text
