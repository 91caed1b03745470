"""What became of keys that a rubric may still have from an earlier version."""

from __future__ import annotations

_WHY = {
    "edition": "the text is the one for the lectures",
    "rescale": "the points count as they are written, and without total: their sum does",
    "platforms": "Gradescope's file is always written; `softmark grade --format prairielearn` writes the other one",
    "repairs": "no change that would make a wrong task right is looked for any more",
    "feedback.stages": "line, hint and name of a mistake are shown at once",
    "limits.total_seconds": "grade_seconds says how much student code may compute, or wait for four times as long",
    "limits.sleep_seconds": "a quarter of the clock is part of grade_seconds, sleep included",
    "limits.explain_seconds": "a quarter of the clock is part of grade_seconds, sleep included",
    "limits.files_count": "a folder or zip may have 500 entries",
    "attempts": "work is graded as often as it is handed in, and the latest counts",
    "feedback.slow_items": "slow tasks are graded at once, like all others",
    "late.of": "the percentage is one of what was earned",
    "late.floor_percent": "most_percent says how much lateness may take",
    "late.group": "the latest date of its members counts for a group",
    "late.missing": "who handed in nothing has an empty cell in the grade files",
    "items.suspects": "no task asks for an input that shows a mistake any more",
    "understanding": "nobody is asked about their own program any more",
    "items.minutes": "hours says how long the task takes an average student",
    "items.minutes_average": "hours says how long the task takes an average student",
    "items.difficulty": "hours says how long the task takes an average student",
    "feedback.local_hints": "hints rules at home, too",
    "feedback.where_at_home": "lines are shown at home unless hints is off",
    "items.visibility": "visibility outside of items is for all, and @visibility in a grader for one check",
    "handout.version": "the handout says for which term it is",
    "handout.date": "the handout says for which term it is",
    "scoring": "a lost sentence costs its share, one mistake costs once, and a habit costs at most 2 points",
}

KEYS = {
    **{key: f"is gone: {why}. Take it out" for key, why in _WHY.items()},
    "limits.work_seconds": "is called grade_seconds now: rename it",
    "late.slip_days": "is called free_days now: rename it",
    "salt": "is called term now, and decides the public numbers only: rename it, and run `make`, which makes the "
    "secret behind the hidden ones (autograder/.salt)",
}
"""A key inside another is written with a dot: "late.per"."""
