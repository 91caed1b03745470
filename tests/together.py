"""Which process of pytest-xdist runs which file: what shares something that is dear goes to one of them.

The browser, the pages of the handouts and the class with a mistake that nine share are made once in each process that
needs them.
"""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling

PAGES = (
    "tests/platform/handouts/",
    "tests/platform/report/",
    "tests/platform/similarity/",
    "tests/platform/test_shared_mistakes.py",
    "tests/processes/handouts/",
    "tests/processes/shared_mistakes/",
)


class Together(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        return "pages" if nodeid.startswith(PAGES) else str(super()._split_scope(nodeid))
