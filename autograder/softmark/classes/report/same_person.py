"""Finds the same person in an export, a roster, a gradebook and a file of overrides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from ...content.dates import moment
from ...files import tables
from ...files.tables import Line, Table, TableError
from ...policy.platform_metadata import folded
from ..entries import Entry, Graded, Person

_T = TypeVar("_T")
_STAFF = {"instructor", "ta", "reader", "teacher", "observer", "grader"}


def keys(person: Person, *, name: bool = True) -> Iterator[tuple[str, str]]:
    """What a person can be found by, the surest first. A name is the last resort."""
    if person.sid:
        yield "sid", folded(person.sid)
    if person.email:
        yield "email", folded(person.email)
    if name and person.name:
        yield "name", folded(person.name)


def identity(person: Person, submission: str) -> str:
    """What tells one person from all others; two people may share a name."""
    if person.sid or person.email:
        return folded(person.sid or person.email)
    return f"{folded(person.name)}\0{submission}"


def handed_in(entry: Entry) -> float:
    """When, as a number that can be compared whatever offset it was written with; 0 where nobody knows."""
    try:
        return moment(entry.created_at).timestamp() if entry.created_at else 0.0
    except ValueError:  # no reader of exports lets it through, and a page must stand whatever a list says
        return 0.0


def sure_keys(person: Person) -> set[tuple[str, str]]:
    """Number and e-mail; the name only of somebody who has neither."""
    return set(keys(person, name=False)) or set(keys(person))


def different(people: Iterable[Person]) -> list[list[Person]]:
    """One list a person, in the order in which they come: whoever shares a sure key is one."""
    groups: list[list[Person]] = []
    known: list[set[tuple[str, str]]] = []
    places: dict[tuple[str, str], int] = {}
    for person in people:
        own = sure_keys(person)
        hits = sorted({places[key] for key in own if key in places}) or [len(groups)]
        if hits[0] == len(groups):
            groups.append([])
            known.append(set())
        for other in hits[1:]:
            groups[hits[0]] += groups[other]
            own |= known[other]
            groups[other], known[other] = [], set()
        groups[hits[0]].append(person)
        known[hits[0]] |= own
        places |= dict.fromkeys(own, hits[0])
    return [group for group in groups if group]


def completed(entries: Sequence[Entry]) -> Callable[[Entry], Entry]:
    """Gives everybody the number and the e-mail that another submission tells of them: one person, one identity."""
    marks: dict[tuple[str, str], tuple[str, str]] = {}
    for same in different(person for entry in entries for person in entry.people):
        if len(same) > 1:
            sid, email = (
                next((value for each in same if (value := getattr(each, part))), "") for part in ("sid", "email")
            )
            marks |= dict.fromkeys({key for person in same for key in keys(person, name=False)}, (sid, email))

    def whole(person: Person) -> Person:
        sid, email = next((marks[key] for key in keys(person, name=False) if key in marks), (person.sid, person.email))
        return replace(person, sid=person.sid or sid, email=person.email or email)

    return lambda entry: replace(entry, people=tuple(map(whole, entry.people)))


class Finder(Generic[_T]):
    """Finds what belongs to a person by number, then e-mail, then a name that only one has."""

    def __init__(self, known: Iterable[tuple[Person, _T]]) -> None:
        self._places: dict[tuple[str, str], list[_T]] = {}
        for person, thing in known:
            for key in keys(person):
                self._places.setdefault(key, []).append(thing)

    def find(self, person: Person) -> _T | None:
        for key in keys(person):
            found = self._places.get(key, [])
            if len(found) == 1 or (found and key[0] != "name"):
                return found[0]
        return None

    def every(self, person: Person) -> list[_T]:
        """All that belongs to a person by number or e-mail; if that is nothing, by a name that only one has."""
        sure = [thing for key in keys(person, name=False) for thing in self._places.get(key, [])]
        named = self._places.get(("name", folded(person.name)), [])
        return list({id(thing): thing for thing in sure or named}.values()) if sure or len(named) == 1 else []

    def by_word(self, word: str) -> list[_T]:
        """Everything that one word means, read as a number, an e-mail or a name; each once."""
        for kind in ("sid", "email", "name"):
            found = self._places.get((kind, folded(word)), [])
            if found:
                return list({id(thing): thing for thing in found}.values())
        return []


def people(graded: Iterable[Graded]) -> Iterator[tuple[Person, Graded]]:
    """Every person with their submission; the members of a group one by one."""
    for one in graded:
        for person in one.entry.people:
            yield person, one


# --- the roster -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Roster:
    """The people who should hand something in."""

    people: tuple[Person, ...]

    def finder(self) -> Finder[Person]:
        return Finder((person, person) for person in self.people)

    def not_started(self, handed_in: Iterable[Entry]) -> list[Person]:
        """On the roster, and nothing came from them."""
        seen = Finder((person, person) for entry in handed_in for person in entry.people)
        return [person for person in self.people if seen.find(person) is None]

    def strangers(self, graded: Iterable[Graded]) -> list[tuple[Person, Graded]]:
        """Handed in, and the roster does not know them."""
        known = self.finder()
        return [(person, one) for person, one in people(graded) if known.find(person) is None]


def read_roster(path: Path) -> Roster:
    """A CSV of the class: name (or first and last name), e-mail, student number, section. Staff are left out."""
    return roster_in(tables.read(path))


def roster_in(table: Table) -> Roster:
    """The same from a table that is read already."""
    found, problems = [], []
    for line in table.lines:
        if folded(line.get("role")) in _STAFF:
            continue
        person = _person(line)
        if not (person.name or person.email or person.sid):
            problems.append(f"{table.place(line)}: nobody is named here: name, e-mail and SID are empty")
            continue
        found.append(person)
    if not _names_people(table):
        has = ", ".join(table.titles)
        problems = [f"{table.file}:1: none of the columns name, first name, e-mail or SID is here (it has: {has})"]
    elif not found and not problems:
        problems = [f"{table.file}:1: lists nobody"]
    if problems:
        raise TableError(problems)
    return Roster(tuple(found))


def roster_lines(person: Person, table: Table) -> list[Line]:
    """The lines of a roster that are one person's."""
    return Finder((_person(line), line) for line in table.lines).every(person)


_NAME = ("name", "full name", "student", "student name", "full_name")
_FIRST = ("first name", "first_name", "given name", "firstname")
_LAST = ("last name", "last_name", "surname", "family name", "lastname")
_EMAIL = ("email", "e-mail", "email address", "e-mail address", "sis login id", "login")
_SID = ("sid", "student id", "student_id", "id number", "sis user id", "student number", "id")
_SECTION = ("section", "sections", "section name", "group", "tutorial")


def _names_people(table: Table) -> bool:
    return any(column in table.columns for column in (*_NAME, *_FIRST, *_LAST, *_EMAIL, *_SID))


def _person(line: Line) -> Person:
    name = line.get(*_NAME) or " ".join(part for part in (line.get(*_FIRST), line.get(*_LAST)) if part)
    return Person(name, line.get(*_EMAIL), line.get(*_SID), line.get(*_SECTION))


def first_and_last(name: str) -> tuple[str, str]:
    """“Ada King Lovelace” → (“Ada King”, “Lovelace”); “Lovelace, Ada” → (“Ada”, “Lovelace”)."""
    last, comma, first = name.partition(",")
    if comma and first.strip() and last.strip():
        return first.strip(), last.strip()
    first, _, last = name.strip().rpartition(" ")
    return (first.strip(), last) if first else (last, "")
