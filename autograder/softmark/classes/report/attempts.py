"""Decides which attempt counts in a class that was graded from an export, by the rubric's `attempts`, as on the
platform.

An export has one submission of each student. What came before it is its history: when, and with which score. In the
shape that policies know from the platform, policy/attempts.py decides over it, so that both say the same:

- An attempt on which the grader failed is none. One that the rule refuses has no score.
- Where the export holds the results of an earlier attempt, lateness is worked out for it by the dates that count here.
  Else its score counts as it stands, with what lateness cost it on the platform.
- The same version of the grader must have given a score that is compared. Where the history does not tell it, the
  results of the submission itself do: what the platform counted there is by its version. Without any results of ours,
  nothing speaks for another version.

What the export does not tell is not guessed: there are no grade files until staff choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone

from ...checks.points import amount
from ...content.dates import moment
from ...content.rubric import Attempts, Rubric
from ...grading.result import Result
from ...policy.apply_overrides import TOTAL
from ...policy.attempts import accepted, asks, refuses
from ...policy.deadlines import Deadlines
from ...policy.late import how_late
from ...policy.platform_metadata import Previous
from ..entries import Attempt, Entry, Graded, PlatformRecord
from .platform_scores import LEAST

UNDECIDED = "attempts undecided:"
"""How the note begins that says so."""
SENTENCE_FOR_STUDENTS = "Attempts undecided: the grader does not know yet whether an earlier attempt counts."
"""What a student reads."""
LATEST, HISTORY = "latest", "history"
CHOICES = (LATEST, HISTORY)
"""What staff may choose. With the second, a score counts whichever version gave it, and where the export tells no
earlier attempt there was none."""
MEANING = {
    LATEST: "only the submission that is here counts",
    HISTORY: "every earlier score in the export counts",
}
_MISSING = "the export does not have the earlier attempts"
_ANOTHER = "another version of the grader gave a better score before"


@dataclass(frozen=True)
class Rules:
    """The rubric's rules and the dates that decide over one submission."""

    rubric: Rubric
    """With the limit of attempts of somebody's own."""
    dates: Deadlines
    waived: bool = False
    """Whether staff waived lateness."""
    choice: str = ""

    @property
    def attempts(self) -> Attempts:
        return self.rubric.attempts


def is_open(result: Result) -> bool:
    """Whether nobody knows yet which attempt counts."""
    return SENTENCE_FOR_STUDENTS in result.notes_for("student")


def has_history(entry: Entry) -> bool:
    """Whether the export says what came before, with times."""
    return (entry.history_told or bool(entry.history)) and all(each.created_at for each in entry.history)


def previous(one: Graded, rules: Rules) -> tuple[Previous, ...]:
    """What came before a submission, from the first on, with the score that each is worth here."""
    entry = one.entry
    handed_in = moment(entry.created_at) if entry.created_at else None
    timed = [(moment(attempt.created_at), attempt) for attempt in entry.history if attempt.created_at]
    before = [
        Previous(when, attempt.score is None, _worth(attempt, when, one, rules), _version(attempt, one, rules))
        for when, attempt in timed
        if handed_in is None or when < handed_in
    ]
    before.sort(key=lambda earlier: earlier.handed_in)
    counted = accepted(rules.attempts, before)
    before = [earlier if earlier in counted else replace(earlier, score=None) for earlier in before]
    stood = _stood(entry.recorded)
    if stood is not None and not entry.history and not refuses(rules.attempts):
        version = one.autograder if rules.choice == HISTORY else stood.autograder
        before.append(Previous(handed_in or datetime.fromtimestamp(0, timezone.utc), False, stood.score, version))
    return tuple(before)


def question(one: Graded, rules: Rules, before: Sequence[Previous], result: Result) -> str:
    """What is not known of a submission, and could change what counts; empty where nothing is. `result` is the one that
    policy made of it."""
    refused = result.standing is not None and result.standing.refused
    if rules.choice or not (asks(rules.attempts) or refused):
        return ""
    recorded = one.entry.recorded
    same = recorded is not None and recorded.autograder == one.autograder
    if not has_history(one.entry) and not (recorded and same and _settles(recorded, rules.attempts, result)):
        return _MISSING
    better = [earlier for earlier in before if earlier.score is not None and earlier.score > result.final + LEAST]
    if rules.attempts.score == "best" and not refused and better and not same:
        return f"{_ANOTHER} ({amount(max(earlier.score or 0.0 for earlier in better))} points)"
    return ""


def remarks(one: Graded, rules: Rules, theirs: Deadlines, result: Result) -> list[str]:
    """What staff should know of the earlier attempts; `theirs` are the dates without what staff gave here."""
    plain = [
        attempt
        for attempt in one.entry.history
        if attempt.created_at and attempt.score is not None and not attempt.recorded
    ]
    said = []
    if result.standing is not None and plain and one.entry.recorded is None:
        said.append("an earlier score counts, and the export does not say which version of the grader gave it")
    late = (how_late(rules.rubric.late, theirs, moment(attempt.created_at)) for attempt in plain)
    eased = rules.waived or theirs.due != rules.dates.due
    if rules.attempts.score == "best" and eased and any(late):
        said.append("the score of an earlier attempt has lateness taken off by the export's date, and the export does "
                    "not tell how much: if that attempt is the best now, adjust the total")  # fmt: skip
    return said


def undecided(open_: Sequence[str], entries: Sequence[Entry], rule: Attempts) -> str:
    """The class in one sentence, from what is open of its submissions; empty where nothing is."""
    if not open_:
        return ""
    missing = sum(each == _MISSING for each in open_)
    parts = []
    if missing:
        parts.append(f"{_MISSING} of {missing} of the {len(entries)} submissions")
    if others := len(open_) - missing:
        parts.append(f"{_ANOTHER} for {others} of the {len(entries)} submissions")
    ways = [f"report with --attempts {LATEST} ({MEANING[LATEST]})"]
    if any(map(has_history, entries)):
        ways.append(f"with --attempts {HISTORY} ({MEANING[HISTORY]})")
    else:
        ways.append("grade an export that has the history")
    return (
        f"{UNDECIDED} {_promise(rule)}, and {' and '.join(parts)}; no grade files are written until you decide: "
        f"{', or '.join(ways)}; make takes it as ATTEMPTS={LATEST}"
    )


def _promise(rule: Attempts) -> str:
    """What the rubric says, as far as an earlier attempt matters for it."""
    said = ["the best attempt counts"] if rule.score == "best" else []
    if refuses(rule):
        said.append("attempts may be refused")
    return f"by the rubric {' and '.join(said)}" if said else "a refused submission keeps the earlier score"


def own(recorded: PlatformRecord) -> float:
    """The score of a submission by itself, on the platform."""
    if recorded.earned is None:
        return recorded.score or 0.0
    return max(0.0, recorded.earned - recorded.late + (recorded.decided.get(TOTAL) or 0.0))


def _stood(recorded: PlatformRecord | None) -> PlatformRecord | None:
    """The platform's results of a submission, if an earlier score counted in them."""
    if recorded is None or recorded.score is None:
        return None
    return recorded if recorded.refused or recorded.score > own(recorded) + LEAST else None


def _settles(recorded: PlatformRecord, rule: Attempts, result: Result) -> bool:
    """Whether the platform's results of a submission, by this very grader, tell all that the history would."""
    if refuses(rule):
        return rule.score == "latest" and not recorded.refused
    if result.standing is not None and result.standing.refused:
        return recorded.refused
    return _stood(recorded) is not None or result.own > own(recorded) - LEAST


def _version(each: Attempt, one: Graded, rules: Rules) -> str:
    """Of the grader that gave an earlier score; empty where that was another one, whichever."""
    here = one.entry.recorded
    if rules.choice == HISTORY:
        return one.autograder
    if each.recorded is not None and not each.recorded.refused:
        return each.recorded.autograder
    if here is None:
        return one.autograder
    left_out = each.score is not None and here.score is not None and each.score > here.score + LEAST
    return one.autograder if here.autograder == one.autograder and not left_out else ""


def _worth(each: Attempt, when: datetime, one: Graded, rules: Rules) -> float | None:
    """An earlier attempt by itself, with lateness by the dates that count here; None where it has no score."""
    recorded = each.recorded
    if each.score is None or recorded is None or recorded.earned is None or recorded.refused:
        return each.score
    late = None if rules.waived else how_late(rules.rubric.late, rules.dates, when)
    if late is not None and late.closed and rules.rubric.late.closed == "refuse":
        return None
    taken = late.deduction(recorded.earned, one.result.points) if late else 0.0
    return own(replace(recorded, late=taken))
