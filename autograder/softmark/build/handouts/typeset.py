r"""Turns plain text as graders write it, "q · k / √d_k", into Markdown with formulas: "$q \cdot k / \sqrt{d_k}$".

A letter by itself, one with a short index, a root, a Greek letter, and what is joined to them by signs are a formula; a
longer name with an underscore is code. What is code already stays as it is.
"""

from __future__ import annotations

import re

_GREEK = {
    **{"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta", "θ": "theta"},
    **{"λ": "lambda", "μ": "mu", "π": "pi", "σ": "sigma", "φ": "varphi"},
}
_SIGNS = {"·": r"\cdot", "−": "-", "×": r"\times", "≤": r"\leq", "≥": r"\geq", "²": "^2", "∞": r"\infty"}
_LETTER = rf"(?:[{''.join(_GREEK)}]|[B-HJ-Zb-z]|a(?=_))(?:_\w{{1,2}}\b|\b)(?:\^\w+|²)?"
_PART = rf"(?:−?∞|√\([^()]*\)|√\w+|(?:Σ(?:_\w)? )?{_LETTER}|\d+(?:\.\d+)?)"
_FORMULA = re.compile(rf"(?<![\w'’.]){_PART}(?:(?: ?[·/+−×=≤≥] ?| (?=[a-z]_)){_PART})*(?![\w'’])")
_CODE = re.compile(r"(?<![\w`])(?:[A-Za-z]+\.)?[A-Za-z]+_\w+(?![\w`])|\bnn\.\w+")


def typeset(text: str) -> str:
    """One sentence with its formulas and names set as such."""
    return "".join(part if i % 2 else _outside_code(part) for i, part in enumerate(re.split(r"(`[^`]*`)", text)))


def _outside_code(text: str) -> str:
    text = _FORMULA.sub(lambda found: _tex(found[0]) if re.search("[^0-9./ −+=×]", found[0]) else found[0], text)
    parts = re.split(r"(\$[^$]*\$)", text)
    return "".join(part if i % 2 else _CODE.sub(lambda found: f"`{found[0]}`", part) for i, part in enumerate(parts))


def _tex(formula: str) -> str:
    formula = re.sub(r"√\(([^()]*)\)", r"\\sqrt{\1}", formula)
    formula = re.sub(r"√(\w+)", r"\\sqrt{\1}", formula)
    formula = re.sub(r"_(\w{2,})", r"_{\1}", formula)
    formula = re.sub(r"\^(\w{2,})", r"^{\\text{\1}}", formula)
    formula = formula.replace("Σ", r"\sum ")
    for sign, tex in _SIGNS.items():
        formula = formula.replace(sign, tex)
    for letter, name in _GREEK.items():
        formula = re.sub(rf"{letter}(?=[A-Za-z])", rf"\\{name} ", formula).replace(letter, rf"\{name}")
    return f"${formula.strip()}$"
