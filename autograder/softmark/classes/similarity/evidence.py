"""Writes a folder about one student, for a talk or a case: what their code has in common with others', and nobody else
in it.

Others are Student A, Student B …: of their code only the shared lines are shown, without comments and docstrings that
the student does not have as well. What names anybody else is blacked out, in comments and strings, also in the
student's own files. A person should read it before it is handed on, and the folder says so.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...files.atomic import write_atomically
from ...files.escape import markdown, one_line
from ...files.tables import TableError
from ..entries import Person
from ..report.report_cards import folder_name
from ..report.same_person import Finder
from . import page
from .compared_works import Background, ComparedWork
from .matches import Shared
from .pairs import Comparison, Pair

FOLDER = "evidence"
BLACK = "█"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WORDS = re.compile(r"[^\W\d_]+")
# Comments and strings: there a name is a name. Elsewhere only a whole name, an address or a number is one.
_SAID = re.compile(
    r'#[^\n]*|"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL
)


@dataclass(frozen=True)
class Case:
    """One student's part of a comparison, everybody else without a name."""

    person: Person
    own: frozenset[int]
    """Their works."""
    comparison: Comparison
    shared: tuple[Shared, ...]
    digests: Mapping[str, str]
    """File → SHA-256 of what was handed in."""


def case(comparison: Comparison, shared: Sequence[Shared], background: Background, word: str) -> Case:
    """TableError where nobody, or several people, are meant, or where they are in none of the pairs."""
    people = [(person, place) for place, work in enumerate(comparison.works) for person in work.people]
    finder = Finder((person, (person, place)) for person, place in people if not comparison.works[place].origin)
    found = finder.by_word(word)
    if not found:
        raise TableError([f"nobody here is “{one_line(word)}”: give an e-mail, a student number or a whole name"])
    if len({place for _, place in found}) > 1 and len({(each.email, each.sid) for each, _ in found}) > 1:
        raise TableError([f"{len(found)} people are “{one_line(word)}”: give an e-mail or a student number"])
    person, own = found[0][0], frozenset(place for _, place in found)
    listed = [
        (pair, part) for pair, part in zip(comparison.pairs, shared, strict=True) if own & {pair.left, pair.right}
    ]
    if not listed:
        count = len(comparison.pairs)
        raise TableError([f"{one_line(person.name)} is in none of the {count} listed pairs: --top N lists more"])
    works = _without_others(comparison.works, own, person, [pair for pair, _ in listed], background)
    kept = replace(comparison, works=works, pairs=[pair for pair, _ in listed])
    handed_in = {name: text for place in sorted(own) for name, text in comparison.works[place].files.items()}
    digests = {name: hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for name, text in handed_in.items()}
    return Case(person, own, kept, tuple(part for _, part in listed), digests)


def write(out: Path, found: Case, title: str, observations: Iterable[str] = ()) -> Path:
    """The folder, OUT/evidence/…"""
    first = min(found.own)
    folder = out / FOLDER / folder_name(found.comparison.works[first].id or "student")
    for old in folder.rglob("*") if folder.exists() else ():
        if old.is_file():
            old.unlink()
    (folder / "files").mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    for place in sorted(found.own):
        for name, text in found.comparison.works[place].files.items():
            write_atomically(folder / "files" / name.replace("/", "_"), text)
    write_atomically(folder / "evidence.html", page.to_html(found.comparison, found.shared, title, own=found.own))
    write_atomically(folder / "about.md", _about(found, title, list(observations)))
    return folder


def _about(found: Case, title: str, observations: Sequence[str]) -> str:
    comparison = found.comparison
    name = markdown(one_line(found.person.name))
    lines = [
        f"# {markdown(one_line(title))}: {name}",
        "",
        "Observations of a program, for a person to read; not a verdict. People who learn together, and small tasks "
        "with one natural answer, give similar code without any copying.",
        "",
        f"{len(comparison.works)} submissions were compared by what is left of the code when given lines, names of "
        "variables, comments and layout are taken away. What many have, or what a known answer has, counts little. "
        f"For half of the submissions the most similar other is at {_usual(comparison):.0%} or below.",
        "",
        "| with | unusual code in common | stretches |",
        "|---|---:|---:|",
    ]
    for pair, part in zip(comparison.pairs, found.shared, strict=True):
        other = pair.right if pair.left in found.own else pair.left
        names = markdown(comparison.works[other].names, in_table=True)
        lines.append(f"| {names} | {pair.score:.0%} | {len(part.unusual)} |")
    if observations:
        lines += ["", "What grading saw:", "", *(f"- {markdown(text)}" for text in observations)]
    lines += [
        "",
        "evidence.html shows each pair side by side. Everybody else is without a name, and only their shared lines are "
        "there, with no comment or docstring of theirs that the student does not have as well. Their names, addresses "
        f"and numbers are blacked out ({BLACK}) wherever they stand, and parts of names in comments and strings, also "
        "in files/, which is otherwise as handed in. A nickname cannot be known: read it before it is handed on.",
        "",
        "SHA-256 of the files as they were handed in:",
        "",
        *(f"- {markdown(name)}: {digest}" for name, digest in found.digests.items()),
    ]
    return "\n".join(lines) + "\n"


def _usual(comparison: Comparison) -> float:
    return sorted(comparison.best)[len(comparison.best) // 2] if comparison.best else 0.0


# --- without the others ---------------------------------------------------------------------------------------


def _without_others(
    works: Sequence[ComparedWork], own: frozenset[int], person: Person, pairs: Sequence[Pair], background: Background
) -> list[ComparedWork]:
    """The works with everybody else as a letter; lines and columns stay where they are."""
    partners = dict.fromkeys(place for pair in pairs for place in (pair.left, pair.right) if place not in own)
    letters = {place: f"Student {_letter(number)}" for number, place in enumerate(partners)}
    others = [each for work in works for each in work.people if _marks(each).isdisjoint(_marks(person))]
    black = _Black(others, [work.id for place, work in enumerate(works) if place not in own], person, background.given)
    said = {_words(each) for place in own for text in works[place].files.values() for each in _SAID.findall(text)}
    made = []
    for place, work in enumerate(works):
        if place in own:
            made.append(replace(work, people=(person,), files=black.out(work.files)))
        else:
            who = (Person(letters.get(place, "another student")),)
            origin = "an earlier year" if work.origin else ""
            files = {name: _without_remarks(text, said) for name, text in work.files.items()}
            made.append(ComparedWork("", who, black.out(files) if place in letters else work.files, origin))
    return made


def _without_remarks(text: str, said: Collection[str]) -> str:
    """Somebody else's file: their comments and docstrings are their own, unless the student has written the same."""

    def kept(found: re.Match[str]) -> str:
        part = found.group()
        prose = part.startswith(("#", '"""', "'''"))
        return _blacked(found) if prose and _words(part) not in said else part

    return _SAID.sub(kept, text)


def _words(part: str) -> str:
    return " ".join(part.strip("#\"' \n").split())


def _letter(number: int) -> str:
    whole, rest = divmod(number, len(_LETTERS))
    return (_letter(whole - 1) if whole else "") + _LETTERS[rest]


def _marks(person: Person) -> set[str]:
    return {mark.casefold() for mark in (person.email, person.sid) if mark} or {person.name.casefold()}


class _Black:
    """Blacks out what names others, letter for letter."""

    def __init__(
        self, others: Collection[Person], idents: Iterable[str], person: Person, given: Mapping[str, str]
    ) -> None:
        # a word of the assignment is no name, and neither is the student's own
        ordinary = {word.casefold() for text in given.values() for word in _WORDS.findall(text)}
        ordinary |= {word.casefold() for word in _WORDS.findall(f"{person.name} {person.email}")}
        whole = {mark for other in others for mark in (other.name, other.email, other.sid) if len(mark) > 2}
        whole |= {other.email.partition("@")[0] for other in others if len(other.email.partition("@")[0]) > 2}
        whole |= {ident for ident in idents if len(ident) > 2}
        whole = {mark for mark in whole if mark.casefold() not in ordinary}
        parts = {word for other in others for word in _WORDS.findall(other.name)}
        self._whole = _any_of(whole)
        self._parts = _any_of({part for part in parts if len(part) > 1 and part.casefold() not in ordinary})

    def out(self, files: Mapping[str, str]) -> dict[str, str]:
        return {name: self._text(text) for name, text in files.items()}

    def _text(self, text: str) -> str:
        text = self._whole.sub(_blacked, text)
        return _SAID.sub(lambda said: self._parts.sub(_blacked, said.group()), text)


def _any_of(words: Collection[str]) -> re.Pattern[str]:
    """Any of these as whole words, the longest first; an underscore ends a word, too."""
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{listed})(?![^\W_])" if listed else r"(?!)", re.IGNORECASE)


def _blacked(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", BLACK, found.group())
