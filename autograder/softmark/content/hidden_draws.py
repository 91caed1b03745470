"""Which hidden numbers a salt gives: for each check, how often they were drawn again.

The first numbers that a salt gives may be unlucky: a known mistake passes a check on them that catches it on public
numbers. The build draws the numbers of that check again until none does (build/hidden_numbers.py). It chooses once for
a salt, and the choice lies beside the salt: whoever has both files gets the same scores, now and at an appeal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ..checks.errors import GraderFault
from ..files.atomic import write_atomically
from . import salt

ENDING = ".draws"
"""Of the file beside the salt, which is called like it."""
FILE = f"{salt.FILE}{ENDING}"


def read(path: Path, fingerprint: str) -> dict[str, int]:
    """Check → how often its numbers were drawn before those that count. Nothing where nobody has chosen yet."""
    if not path.exists():
        return {}
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        theirs, redrawn = str(kept["salt"]), {str(check): int(count) for check, count in kept["redrawn"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise GraderFault(
            f"{path} cannot be read: get it from whoever keeps the salt, or delete it and run `make`"
        ) from None
    if theirs != fingerprint:
        raise GraderFault(
            f"{path} belongs to another salt (its fingerprint is {theirs}, here it is {fingerprint}): get both files "
            "from whoever keeps them, or delete this one and run `make`"
        )
    return redrawn


def write(path: Path, fingerprint: str, redrawn: Mapping[str, int]) -> None:
    kept = {"salt": fingerprint, "redrawn": dict(sorted(redrawn.items()))}
    write_atomically(path, json.dumps(kept, indent=1) + "\n")


def in_words(redrawn: Mapping[str, int]) -> str:
    """In words, of a choice that was made."""
    count = sum(1 for times in redrawn.values() if times)
    if not count:
        return f"as first drawn for all {len(redrawn)} checks"
    return f"drawn again for {count} of {len(redrawn)} checks"
