"""Groups wrong answers without a name by how they fail on public numbers.

What fails on hidden numbers alone leaves no fingerprints behind; it is grouped by which checks fail, for staff only.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...checks.errors import Died, NotLoaded, TimedOut
from ...files.escape import one_line
from ...grading.check_result import NOT_WRITTEN
from ...grading.result import ItemResult
from ...naming import behaviour
from ...naming.behaviour import Behaviour
from ..entries import Graded

ALONE = (TimedOut.category, Died.category, NotLoaded.category)
"""Too slow, crashed, not importable: what such answers share is not a mistake in the task."""


@dataclass(frozen=True)
class Group:
    """Submissions that fail one task in the same way. A group of one is a mistake that nobody shares."""

    id: str
    """1.2-3fa9c1: the task, and a digest of the behaviour. It stays from report to report."""
    item: str
    title: str
    entries: tuple[str, ...]
    sentence: str
    """What differs, as the first failed check says it."""
    checks: tuple[str, ...]
    """What the failed checks ask for, in their own words."""
    line: str = ""
    """The located line that most of its members share, as one of them wrote it."""
    behaviour: Behaviour | None = None
    """None: it fails on hidden numbers alone."""
    pattern: tuple[tuple[str, str], ...] = ()
    """Phase and name of the failed checks."""
    whole: int = 0
    """How many have it in the whole class, those that are not listed here among them."""

    @property
    def hidden_only(self) -> bool:
        return self.behaviour is None

    def is_like(self, row: ItemResult) -> bool:
        """Whether a wrong answer behaves as this group does."""
        if self.behaviour is None:
            return _pattern(row) == self.pattern
        if not row.behaviour:
            return False
        shown = behaviour.read(row.behaviour)
        return behaviour.alike(shown, self.behaviour)


@dataclass
class _Gathering:
    sample: Behaviour | None
    pattern: tuple[tuple[str, str], ...]
    members: list[tuple[Graded, ItemResult]]


def groups(graded: Sequence[Graded], only: Collection[str] | None = None) -> list[Group]:
    """Every group, the largest first; groups of one at the end. With `only`, what these entries have of it, in their
    own words, under the name that the group has in the whole class."""
    found: dict[tuple[str, ...], list[_Gathering]] = defaultdict(list)
    for one in graded:
        for row in one.result.items:
            if is_unnamed(row):
                _put(found, one, row)
    made = []
    for gathering in itertools.chain.from_iterable(found.values()):
        whole = len(gathering.members)
        if only is not None:
            gathering.members = [member for member in gathering.members if member[0].entry.id in only]
        if gathering.members:
            made.append(_group(gathering, whole))
    return sorted(made, key=lambda group: (-len(group.entries), group.item, group.id))


def is_unnamed(row: ItemResult) -> bool:
    """Whether a row is wrong in a way that nobody has a name for."""
    wrong = [check for check in row.checks if check.passed is False]
    if row.status != "failed" or any(check.diagnosis for check in wrong):
        return False
    return any(check.category not in (NOT_WRITTEN, *ALONE) for check in wrong)


def _put(found: dict[tuple[str, ...], list[_Gathering]], one: Graded, row: ItemResult) -> None:
    shown = behaviour.read(row.behaviour) if row.behaviour else None
    pattern = _pattern(row)
    if shown is None and any(phase == "public" for phase, _ in pattern):
        return  # graded before behaviours were kept: nothing can be said of it
    key = (
        (row.id, *(f"{each.check} {each.kind}" for each in shown.shown)) if shown else (row.id, *map(" ".join, pattern))
    )
    # answers that behave alike are of about the same size: only those near it are compared number by number
    size = behaviour.size(shown) if shown else 0
    for near in (size - 1, size, size + 1):
        for gathering in found.get((*key, str(near)), ()):
            if shown is None or (gathering.sample is not None and behaviour.alike(shown, gathering.sample)):
                gathering.members.append((one, row))
                return
    found.setdefault((*key, str(size)), []).append(_Gathering(shown, pattern, [(one, row)]))


def _pattern(row: ItemResult) -> tuple[tuple[str, str], ...]:
    return tuple((check.phase, check.name) for check in row.checks if check.passed is False)


def _group(gathering: _Gathering, whole: int) -> Group:
    _, row = gathering.members[0]
    sample = gathering.sample
    mark = behaviour.digest(row.id, sample) if sample else behaviour.digest_of([row.id, *map(list, gathering.pattern)])
    wrong = [check for check in row.checks if check.passed is False]
    if sample is not None:
        wrong = [check for check in wrong if check.phase == "public"]
    return Group(
        id=f"{row.id}-{mark}",
        item=row.id,
        title=one_line(row.title),
        entries=tuple(member.entry.id for member, _ in gathering.members),
        sentence=_sentence(wrong[0].message) if sample else "The public numbers pass; hidden ones do not.",
        checks=tuple(dict.fromkeys(one_line(check.title, limit=300) for check in wrong)),
        line=_line([each for _, each in gathering.members]),
        behaviour=sample,
        pattern=gathering.pattern,
        whole=whole,
    )


def _sentence(message: str) -> str:
    said = one_line(message.split("\n")[0], limit=300)
    # a sentence may begin with a name of code: p is not P
    return said[:1].upper() + said[1:] if said.partition(" ")[0] in ("the", "your", "a", "an", "importing") else said


def _line(rows: Sequence[ItemResult]) -> str:
    texts = Counter(" ".join(row.where.text.split()) for row in rows if row.where is not None)
    return one_line(texts.most_common(1)[0][0], limit=200) if texts else ""
