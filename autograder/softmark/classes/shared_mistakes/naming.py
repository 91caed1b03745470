"""Gives a group's mistake a name: words and fingerprints go to names.yaml beside the rubric, and from there to everyone
in the group.

Nothing is graded again for it. Two people may name at once: whoever comes second is told what the first has written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such lock; two at once are rare there
    fcntl = None  # type: ignore[assignment]

from ...content import named_mistakes as names_file
from ...content.course import Course
from ...content.named_mistakes import StaffName
from ...content.rubric import Rubric
from ...content.validated import Invalid, validated
from ...files.atomic import write_atomically
from ...grading import staff_names
from ...naming import behaviour
from ...naming.behaviour import Behaviour
from ..entries import Graded
from ..journal_reading import JournalReader
from .groups import Group, groups, is_unnamed


class NamingError(Exception):
    """A group cannot be named so; the text is the sentence."""


@dataclass(frozen=True)
class GradedClass:
    """A graded class, with the names that staff have given until now."""

    out: Path
    graded: tuple[Graded, ...]
    groups: tuple[Group, ...]
    numbers: str
    """Fingerprint of the public numbers it was graded with."""
    rubric: Rubric


def read(out: Path, course: Course) -> GradedClass:
    """JournalError or NamingError in a sentence where the class cannot be grouped."""
    with JournalReader.open(out, course.rubric.name) as journal:
        graded, rubric = list(journal.graded()), journal.rubric()
    if rubric is None or _before_groups(graded):
        raise NamingError(
            f"{out} was graded by an older version, which kept nothing to group by: run `softmark batch` again"
        )
    numbers = names_file.numbers_of(rubric)
    given = named(graded, names_file.load(course.names_path), numbers)
    return GradedClass(out, tuple(given), tuple(groups(given)), numbers, rubric)


def _before_groups(graded: Iterable[Graded]) -> bool:
    rows = [row for one in graded for row in one.result.items if is_unnamed(row)]
    shown = [row for row in rows if any(c.passed is False and c.phase == "public" for c in row.checks)]
    return bool(shown) and not any(row.behaviour for row in shown)


def named(graded: Iterable[Graded], names: Sequence[StaffName], numbers: str) -> list[Graded]:
    """A class with the names that staff gave since it was graded. Points stay as they are."""
    holding = [name for name in names if name.numbers == numbers]
    if not holding:
        return list(graded)
    return [_named(one, holding) for one in graded]


def _named(one: Graded, names: Sequence[StaffName]) -> Graded:
    result = one.result
    for row in result.items:
        if row.behaviour and is_unnamed(row):
            name = staff_names.explained_by(names, row.id, behaviour.read(row.behaviour))
            if name is not None:
                result = result.with_item(staff_names.named(row, name))
    return one if result is one.result else replace(one, result=result)


def find(about: GradedClass, ident: str, names: Sequence[StaffName]) -> Group:
    """The group; NamingError if it is not there, or not any more."""
    for group in about.groups:
        if group.id == ident:
            return group
    for name in names:
        if any(f"{name.item}-{behaviour.digest(name.item, behaviour.read(b))}" == ident for b in name.behaviours):
            raise NamingError(f"group {ident} has a name by now: {name.name} (“{name.says}”)")
    raise NamingError(f"there is no group {ident} in {about.out} (any more): `softmark groups {about.out}` lists them")


def nameable(group: Group) -> Behaviour:
    """What a name would stand for. NamingError where it cannot have one, before anybody is asked for the words."""
    if group.behaviour is None:
        raise NamingError(
            f"group {group.id} fails on hidden numbers alone, of which no fingerprint is kept: only a bank file can "
            "name it (--draft FILE writes a beginning)"
        )
    return group.behaviour


def proposed(about: GradedClass, group: Group, words: dict[str, str], known: Course) -> StaffName:
    """What would be written; NamingError in a sentence if it cannot be."""
    kept = (nameable(group).to_text(),)
    fields = {**words, "item": group.item, "numbers": about.numbers, "behaviours": kept}
    try:
        name = validated(StaffName, fields)
    except Invalid as error:
        first = error.wrong[0]
        raise NamingError(f"{'.'.join(map(str, first.where))}: {first.message}") from None
    if any(answer.name == name.name for answer in known.known_mistakes):
        raise NamingError(f"{name.name} is already a known mistake of this course: choose another name")
    return name


def write(course: Course, name: StaffName) -> None:
    """Add it to names.yaml; NamingError if somebody else was faster."""
    with _alone(course.names_path):
        there = names_file.load(course.names_path)
        shown = behaviour.read(name.behaviours[0])
        holding = [other for other in there if other.numbers == name.numbers]
        before = staff_names.explained_by(holding, name.item, shown)
        if before is not None:
            raise NamingError(f"somebody has just named this group: {before.name} (“{before.says}”)")
        if any(other.name == name.name for other in there):
            raise NamingError(f"the name {name.name} is taken in {course.names_path.name}: choose another")
        write_atomically(course.names_path, names_file.to_text((*there, name)), mode=0o644)


def add(course: Course, known: str, name: StaffName) -> StaffName:
    """The same name for another way it looks; NamingError if there is no such name."""
    with _alone(course.names_path):
        there = names_file.load(course.names_path)
        before = next((staff_name for staff_name in there if staff_name.name == known), None)
        if before is None or before.item != name.item or before.numbers != name.numbers:
            raise NamingError(f"{course.names_path.name} has no name {known} for task {name.item} of this term")
        wider = replace(before, behaviours=(*before.behaviours, *name.behaviours))
        rest = tuple(wider if staff_name is before else staff_name for staff_name in there)
        write_atomically(course.names_path, names_file.to_text(rest), mode=0o644)
    return wider


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One writer at a time; the lock's file stays, empty."""
    handle = os.open(path.parent / f".{path.name}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
