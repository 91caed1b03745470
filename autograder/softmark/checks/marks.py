"""What the decorators and the docstring of a check say of it.

`@number("1.2")` names the task, `@weight(1.6)` the points of the check's label, which count once however many checks of
the class are about it, and `@visibility("hidden")` who may see it: these are gradescope-utils' own. Two marks are ours.
Each stands on a check or on its class. The docstring of a check begins with its label, the idea that it is about:
`rows: query i is row i and key j is column j`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

Marked = TypeVar("Marked")
BY_PATTERN, OWN_WORK = "__by_pattern__", "__own_work__"
_LABEL = re.compile(r"(?P<label>[^:.]{1,40}): (?P<sentence>.+)", re.DOTALL)


def by_pattern(marked: Marked) -> Marked:
    """Replies are random: a mistake shows in which checks fail and in how often each thing is drawn."""
    setattr(marked, BY_PATTERN, True)
    return marked


def own_work(marked: Marked) -> Marked:
    """Uses the student's own earlier tasks (it trains their model): left out if one of them is wrong."""
    setattr(marked, OWN_WORK, True)
    return marked


def said(check: Callable[..., Any], mark: str, otherwise: Any = None) -> Any:
    """What a mark says of a check, or else of its class."""
    return getattr(check, mark, getattr(getattr(check, "__self__", None), mark, otherwise))


def task_of(check: Callable[..., Any]) -> str | None:
    """What `@number` says."""
    found = said(check, "__number__")
    return None if found is None else str(found)


def title(check: Callable[..., Any], name: str) -> str:
    """The first paragraph of the docstring, which people read."""
    text = (getattr(check, "__doc__", None) or "").strip().partition("\n\n")[0]
    return " ".join(text.split()) or name


def label(title: str) -> str:
    """What stands before the colon; without one the title is its own label."""
    found = _LABEL.fullmatch(title)
    return found["label"] if found else title
