"""Sentences without symbols: a formula is read out as a person would, for screen readers, braille and bare consoles."""

from __future__ import annotations

import re

_ROOT = re.compile(r"√\(([^()]*)\)|√(\d+\.\d+|\w+)")
_POINTS = re.compile(r"(\d) / (\d+(?:\.\d+)?)(?= points| \(|[;,]|$)")
_NEGATIVE = re.compile(r"(?<![\w-])[−-](?=[\d∞]|inf)")
SAID = {
    **{"✓": "passed", "✗": "wrong", "◔": "waiting", "⊘": "rule broken", "…": "...", "·": "times", "×": "times"},
    **{"−": "minus", "∞": "infinity", "≤": "at most", "≥": "at least", "≠": "not equal to", "≈": "about", "→": "to"},
    **{"Σ": "sum of", "α": "alpha", "β": "beta", "γ": "gamma", "ε": "epsilon", "²": "squared", "ᵀ": "transposed"},
    **{"⁻": "to the minus", "¹": "1", "ᵢ": "i", "ⱼ": "j", "∈": "in", "Δ": "delta", "π": "pi"},
    **{"“": '"', "”": '"', "’": "'", "‘": "'", "–": "to", "—": ","},
}
_ALONE = frozenset(".\"',")
"""What needs no blank around it."""


def said(text: str) -> str:
    """Code in it, between backticks, is read as it is written."""
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
