"""Decides which submission counts for each person: one grade a person, and who has none yet."""

from __future__ import annotations

from dataclasses import dataclass

from ...grading.result import Result
from ..entries import Entry, Graded, Person
from .cohort import Cohort
from .same_person import handed_in, identity, people
from .statistics import grader_failed


@dataclass(frozen=True)
class PersonGrade:
    """One person's grade."""

    person: Person
    graded: Graded
    excused: bool = False
    """From the whole assignment: the score of their submission counts for nothing."""

    @property
    def result(self) -> Result:
        return self.graded.result

    @property
    def final(self) -> float | None:
        return None if self.excused or grader_failed(self.result) else self.result.final


@dataclass(frozen=True)
class Unmatched:
    """Somebody of whom one of the files knows nothing, and why."""

    person: Person
    why: str
    submission: str = ""
    score: float | None = None


def open_for(cohort: Cohort) -> dict[str, tuple[Person, Entry]]:
    """Who has no grade as long as a submission of theirs is not graded: by identity, with the latest of these."""
    waiting: dict[str, tuple[Person, Entry]] = {}
    for entry in sorted(cohort.waiting, key=handed_in):
        waiting |= {identity(person, entry.id): (person, entry) for person in entry.people}
    for person, one in people(cohort.graded):
        key = identity(person, one.entry.id)
        if key in waiting and handed_in(waiting[key][1]) < handed_in(one.entry):
            del waiting[key]  # what counts is graded
    return waiting


def marks(cohort: Cohort) -> tuple[list[PersonGrade], list[Unmatched]]:
    """One grade a person. Of somebody in several submissions the latest counts, and the others are told."""
    latest: dict[str, PersonGrade] = {}
    waiting = open_for(cohort)
    unmatched: list[Unmatched] = []
    for submission in cohort.graded:
        if not submission.entry.people:
            why = "nobody is named with this submission"
            unmatched.append(Unmatched(Person(""), why, submission.entry.id, submission.result.final))
    for person, submission in people(cohort.graded):
        mark = PersonGrade(person, submission, cohort.is_excused(person))
        key = identity(person, submission.entry.id)
        if key in waiting:
            why = f"another submission counts: {waiting[key][1].id}, not graded yet"
            unmatched.append(Unmatched(person, why, submission.entry.id, submission.result.final))
            continue
        other = latest.get(key)
        if other is not None:
            if handed_in(other.graded.entry) > handed_in(submission.entry):
                mark, other = other, mark
            why = f"another submission counts: {mark.graded.entry.id} is later"
            unmatched.append(Unmatched(other.person, why, other.graded.entry.id, other.final))
        latest[key] = mark
    return list(latest.values()), unmatched
