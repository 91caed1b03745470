"""Finds which file name was meant by another one: what downloads, file managers and editors make of a name, here and at
home.

A second copy is never taken for the file itself, whoever reads these names. They only decide what is said.
"""

from __future__ import annotations

import difflib
import re
import unicodedata

_COPY = frozenset({"copy", "copie", "copia", "cópia", "kopie", "kopia", "kopi"})
_OF = frozenset({"of", "de", "di", "von", "van"})
_ADDED = _COPY | {
    *("another", "st", "nd", "rd", "th", "conflicted"),  # "attention (another copy).py", "attention (3rd copy).py"
    *("final", "new", "old", "v", "backup", "bak", "orig", "txt"),
}
_ALIKE = 0.85


def is_copy(found: str, name: str) -> bool:
    """Whether this is a second copy of a file: "attention (1).py", "Copy of attention.py", "attention.py.txt"."""
    folded = unicodedata.normalize("NFKC", found).lower()
    stem = name.lower().removesuffix(".py")
    before, stem_there, after = folded.partition(stem)
    if found == name or folded.startswith(".") or not stem_there:  # ".name" and "._name" belong to some tool
        return False
    if stem[-1:].isdigit() and after[:1].isdigit():  # part12.py is no copy of part1.py
        return False
    first, last = _words(before), _words(after)
    named_first = not first or (first & _COPY and first <= _COPY | _OF)
    return bool(named_first) and "py" in last and last <= _ADDED | {"py"}


def _words(part: str) -> set[str]:
    """Its words. Signs and numbers only separate them: "- Copy (2)" and "_copy" say the same."""
    return set(re.findall(r"[^\W\d_]+", part))


def notebook_of(found: str, name: str) -> bool:
    """Whether this is the notebook that would be called like the file: "attention.ipynb", "Attention (1).ipynb"."""
    stem = found.lower().removesuffix(".ipynb")
    return stem != found.lower() and (f"{stem}.py" == name.lower() or is_copy(f"{stem}.py", name))


def looks_like(found: str, name: str) -> bool:
    """Whether somebody may have meant `name`, where that is missing: also a misspelling, or no .py at the end."""
    if found.startswith(".") or notebook_of(found, name):
        return False
    alike = difflib.SequenceMatcher(None, unicodedata.normalize("NFKC", found).lower(), name).ratio()
    return is_copy(found, name) or is_copy(f"{found}.py", name) or alike >= _ALIKE
