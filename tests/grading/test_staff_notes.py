"""What staff are told of a submission: each sentence once, and what weighs most first."""

from __future__ import annotations

from softmark.grading import staff_notes
from softmark.grading.result import Note, Result

THREADS = "worth a look: task 1.4 ran threads of its own while it was watched; what ran in them was not seen"
EVASION = "evasion? torch.ops.aten._softmax ran in task 1.4"


def test_a_suspicion_of_evasion_stands_before_a_lighter_one_and_what_is_known_before_both() -> None:
    known = Result("mini", "Mini", ()).with_notes(Note("student", "attention.py is missing"))
    told = staff_notes.added(staff_notes.added(known, [THREADS, EVASION]), [THREADS])
    assert [note.text for note in told.notes] == ["attention.py is missing", EVASION, THREADS]
