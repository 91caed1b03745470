"""Joins JavaScript modules into one script: a page that is opened from a disk can load no second file.

The modules stand in the order of their imports, and lose the `import` lines and the words `export`. All of them share
one scope then, so no two may declare one name. They stand in an async function: a module may wait at its top.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{ [\w$]+(?:, [\w$]+)* \} from )?"\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const|let) )", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_DECLARED = re.compile(r"^(?:async function|function|const|let) (\w+|\$)", re.MULTILINE)


@lru_cache
def joined(main: Path) -> str:
    """A module and all that it imports, each once and after what it imports itself; ValueError where that cannot be."""
    script = "".join(_in_order(main, [], set()))
    twice = [name for name, times in Counter(_DECLARED.findall(script)).items() if times > 1]
    if twice:
        raise ValueError(f"{main.parent.name}: two modules declare {', '.join(twice)}")
    return f'"use strict";\n(async () => {{\n{script}}})();\n'


def _in_order(module: Path, above: list[Path], done: set[Path]) -> list[str]:
    if module in above:
        raise ValueError(f"{module.name} imports itself in the end: {' → '.join(each.name for each in above)}")
    if module in done:
        return []
    text = module.read_text(encoding="utf-8")
    parts = [part for name in _IMPORT.findall(text) for part in _in_order(module.parent / name, [*above, module], done)]
    bare = _EXPORT.sub("", _IMPORT.sub("", text))
    if unknown := _UNKNOWN.search(bare):
        raise ValueError(f"{module.name}: modules are not joined over “{unknown[0]}”")
    done.add(module)
    return [*parts, bare]
