"""Which process of tests/forked.py runs which file: what shares something that is dear goes to one of them.

The browser, the pages of the handouts, the class with a mistake that nine share, the Pythons in which the local check
runs and matplotlib are made or imported once in each process that needs them. What nearly all of them need is worked
out before they are forked.
"""

from __future__ import annotations

import sys

SHARED = {
    "pages": (
        "tests/platform/handouts/",
        "tests/processes/handouts/",
        "tests/pages/",
    ),
    "home": ("tests/processes/home/",),
    "pictures": ("tests/course/given/test_experiment.py", "tests/course/given/test_pictures.py"),
}
LONGEST = (
    "tests/hostile/test_bank.py",  # it often waits; another process has work meanwhile
    "tests/platform/test_wheel.py",
    "pages",
    "home",
)
"""Those that take minutes, the longest first."""
DEAR = ("tests/platform/", "tests/processes/", "tests/faults/", "tests/bench/", "tests/answers/")
"""Folders whose files take seconds to minutes each. The others take less than two."""


def prepare() -> None:
    """To be called before the fork."""
    if "torch" in sys.modules:
        import torch

        torch.ones(1, 1, device="meta").tril()  # the first mask on this device imports sympy


def scope(nodeid: str) -> str:
    """What runs in one process, one after the other: a file, or several that share something."""
    shared = [name for name, files in SHARED.items() if nodeid.startswith(files)]
    return shared[0] if shared else nodeid.partition("::")[0]


def place(scope: str) -> tuple[bool, int]:
    """Sorts by what is dear, so that at the end no process waits for another's last file; there, in the order in which
    they are named here."""
    named = [number for number, name in enumerate(LONGEST) if scope.startswith(name)]
    return not (named or scope.startswith(DEAR)), min(named, default=len(LONGEST))
