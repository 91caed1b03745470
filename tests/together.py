"""Which process of tests/forked.py runs which file: what shares something that is dear goes to one of them.

The browser, the pages of the handouts, the class with a mistake that nine share and the Pythons in which the local
check runs are made once in each process that needs them.
"""

from __future__ import annotations

SHARED = {
    "pages": (
        "tests/platform/handouts/",
        "tests/platform/report/",
        "tests/platform/similarity/",
        "tests/platform/test_shared_mistakes.py",
        "tests/processes/handouts/",
        "tests/processes/shared_mistakes/",
    ),
    "home": ("tests/processes/home/",),
}
LONGEST = (
    "tests/processes/course/test_one_score.py",
    "tests/platform/test_wheel.py",
    "pages",
    "home",
)
"""Those that take minutes, the longest first."""
DEAR = ("tests/platform/", "tests/processes/", "tests/faults/", "tests/bench/", "tests/strangers/", "tests/walked/")
"""Folders whose files take seconds to minutes each. The others take less than two."""


def scope(nodeid: str) -> str:
    """What runs in one process, one after the other: a file, or several that share something."""
    shared = [name for name, files in SHARED.items() if nodeid.startswith(files)]
    return shared[0] if shared else nodeid.partition("::")[0]


def place(scope: str) -> tuple[bool, int]:
    """Sorts by what is dear, so that at the end no process waits for another's last file; there, in the order in which
    they are named here."""
    named = [number for number, name in enumerate(LONGEST) if scope.startswith(name)]
    return not (named or scope.startswith(DEAR)), min(named, default=len(LONGEST))
