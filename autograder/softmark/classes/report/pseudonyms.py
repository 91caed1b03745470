"""Replaces names by pseudonyms: a student always has the same one, and only the key in OUT leads back."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...checks.points import amount
from ...files.atomic import write_atomically
from ...grading.check_result import NOT_NEEDED, CheckResult
from ...grading.result import ItemResult, Lateness, Note, Result
from ..entries import Entry, Graded, Person
from .cohort import NOTES

KEY_FILE = "pseudonyms.key"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which look alike."""


def key_of(out: Path) -> bytes:
    """The folder's own secret, made on first use; without it nobody can try names until one fits."""
    path = out / KEY_FILE
    if not path.exists():
        write_atomically(path, secrets.token_hex(32) + "\n")
    return path.read_text(encoding="utf-8").strip().encode()


def anonymous(graded: Sequence[Graded], key: bytes) -> list[tuple[Graded, Graded]]:
    """The class without names, numbers, addresses, code, or a sentence that a student could have put a name in; each
    beside what it was, in the order of the new names."""
    taken: dict[str, str] = {}
    for submission in graded:
        taken[submission.entry.id] = _pseudonym(submission.entry, key, set(taken.values()))
    hidden = [(submission, _hidden(submission, taken[submission.entry.id])) for submission in graded]
    return sorted(hidden, key=lambda pair: pair[1].entry.id)


def _pseudonym(entry: Entry, key: bytes, taken: set[str]) -> str:
    known = sorted(person.sid or person.email or person.name for person in entry.people)
    seed = "\0".join(known) or entry.id
    for attempt in range(1000):
        digest = hmac.new(key, f"{attempt}\0{seed}".encode("utf-8", "replace"), hashlib.sha256).digest()
        name = "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:5])
        if name not in taken:
            return name
    raise AssertionError("33 million names are not enough")


def _hidden(one: Graded, name: str) -> Graded:
    sections = {person.section for person in one.entry.people}
    person = Person(f"Student {name}", section=sections.pop() if len(sections) == 1 else "")
    history = tuple(replace(attempt, created_at="") for attempt in one.entry.history)
    entry = Entry(name, (person,), Path(name), "", one.entry.platform_score, history, recorded=one.entry.recorded)
    # `files` keeps its names alone, so that a submission without any is still seen as one
    files = dict.fromkeys(one.files, "")
    return replace(one, entry=entry, result=_without_quotes(one.result), files=files)


def _without_quotes(result: Result) -> Result:
    """A result without messages: these quote code, exceptions and file names. Titles and known mistakes stay."""
    staff_notes = result.notes_for("staff")
    notes = tuple(
        Note("staff", begins) for begins in NOTES.values() if any(text.startswith(begins) for text in staff_notes)
    )
    late = result.late and replace(result.late, due="", handed_in="", when="late", sentence=_late(result.late))
    standing = result.standing and replace(result.standing, sentence="An earlier score counts.")
    adjusted = result.adjusted and replace(result.adjusted, note="")
    result = replace(result, late=late, standing=standing, autograder="", adjusted=adjusted)
    return replace(result, notes=notes, digest="", items=tuple(_item_without_quotes(item) for item in result.items))


def _late(late: Lateness) -> str:
    """Lateness without dates, which can tell who somebody is."""
    return f"Late: {amount(late.deduction)} points taken off."


def _item_without_quotes(item: ItemResult) -> ItemResult:
    decided = item.decided and replace(item.decided, note="")
    checks = tuple(_check_without_quotes(check) for check in item.checks)
    return replace(item, checks=checks, decided=decided, where=None)  # that is a line of code


def _check_without_quotes(check: CheckResult) -> CheckResult:
    said = "" if check.passed is True or check.category == NOT_NEEDED else check.category
    return replace(check, message=said, safe_message=said, staff="", line=None)
