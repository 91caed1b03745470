"""Two recordings: every difference in one line, by its kind, and how many there are of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .recording import Recording

ORDER = (
    "score",
    "status",
    "late",
    "name",
    "line",
    "carried",
    "check",
    "promise",
    "exit code",
    "waits",
    "notes",
    "label",
)
"""The kinds, what matters most first; those that are not listed come last."""
LONGEST = 160


@dataclass(frozen=True)
class Difference:
    kind: str
    about: str
    old: Any
    new: Any

    @property
    def line(self) -> str:
        return f"{self.kind}  {self.about}: {_shown(self.old)} → {_shown(self.new)}"


def told(old: Recording, new: Recording) -> int:
    """Print what differs; 1 if anything does."""
    found = sorted(differences(old, new), key=lambda each: (_place(each.kind), each.about))
    counts: dict[str, int] = {}
    for each in found:
        counts[each.kind] = counts.get(each.kind, 0) + 1
        print(each.line)
    rows = sum(len(set(section) & set(new.sections.get(title, ()))) for title, section in old.sections.items())
    summary = ", ".join(f"{kind} {number}" for kind, number in counts.items()) or "no difference"
    print(f"{old.made['tree']} → {new.made['tree']}: {rows} rows compared; {summary}")
    return 1 if found else 0


def only_at_home(found: Recording) -> list[str]:
    """What public numbers call wrong and hidden ones right: "name task"."""
    at_home, graded = (found.sections.get(title, {}) for title in ("home", "answers"))
    both = at_home.keys() & graded.keys()
    return sorted(
        about for about in both if at_home[about].get("status") == "wrong" and graded[about].get("status") == "passed"
    )


def differences(old: Recording, new: Recording) -> Iterator[Difference]:
    """What both recorded and is not the same. A row that only one has counts, unless the other was asked for less."""
    for title in old.sections.keys() & new.sections.keys():
        before, after = old.sections[title], new.sections[title]
        gone = before.keys() - after.keys() if new.holds_all_of(old) else set()
        come = after.keys() - before.keys() if old.holds_all_of(new) else set()
        for about in gone | come:
            yield Difference("row", f"{title}: {about}", about in before, about in after)
        for about in before.keys() & after.keys():
            yield from _of_row(f"{title}: {about}", before[about], after[about])


def _of_row(about: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    for kind in before.keys() | after.keys():
        if before.get(kind) != after.get(kind):
            yield Difference(kind, about, before.get(kind), after.get(kind))


def _place(kind: str) -> int:
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def _shown(value: Any) -> str:
    text = "nothing" if value in (None, "", [], {}) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
