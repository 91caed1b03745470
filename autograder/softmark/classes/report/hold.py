"""Says why no grade files are written: what must be settled before a number may go into a gradebook.

A report holds them back while there is a reason, and takes away those of an earlier report: a file that lies there
looks current. Staff may write them with `--anyway`, unless the reason leaves no number that could be written.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cohort import Cohort
from .statistics import grader_failed


@dataclass(frozen=True)
class Reason:
    sentence: str
    """What is open and what to do about it, without a full stop."""
    firm: bool = False
    """Whether `--anyway` changes nothing about it."""


def reasons(group: Cohort, *, anyway: bool = False) -> list[Reason]:
    """Those that hold; a new one is added here. With `anyway`, the firm ones alone."""
    found = []
    if group.undecided:
        found.append(Reason(group.undecided, firm=True))
    if group.open_attempts:
        found.append(Reason(group.open_attempts, firm=True))
    if group.waiting:
        found.append(Reason(
            f"{len(group.waiting)} handed in, not graded yet, so no grade files are written: finish the batch and "
            "report again, or add --anyway (make report ANYWAY=1), which leaves these grades empty"
        ))  # fmt: skip
    if failed := sum(grader_failed(one.result) for one in group.graded):
        found.append(Reason(
            f"the grader failed on {failed} of {len(group.graded)}, so no grade files are written: run the batch "
            "again, which tries these again, or add --anyway (make report ANYWAY=1), which leaves these grades empty"
        ))  # fmt: skip
    return [reason for reason in found if reason.firm or not anyway]
