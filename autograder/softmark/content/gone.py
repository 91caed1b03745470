"""What became of keys and values that a rubric may still have from an earlier version."""

from __future__ import annotations

KEYS = {
    "edition": "is gone: the text is the one for the lectures. Take it out",
    "rescale": "is gone: the points count as they are written, and without total: their sum does. Take it out",
    "salt": "is called term now, and decides the public numbers only: rename it, and run `make`, which makes the "
    "secret behind the hidden ones (autograder/.salt). Hidden numbers become others; share that file with staff, and "
    "do not commit it",
    "platforms": "is gone: Gradescope's file is always written; `softmark grade --format prairielearn` writes that "
    "platform's as well. Take it out",
    "repairs": "is gone: no change that would make a wrong task right is looked for any more. Take it out",
    "feedback.stages": "is gone: line, hint and name of a mistake are shown at once. Take it out",
    "limits.total_seconds": "is gone: grade_seconds says how much student code may compute, or wait for four times as "
    "long (60 is usual). Take it out",
    "limits.work_seconds": "is called grade_seconds now: rename it, and take total_seconds, sleep_seconds and "
    "explain_seconds out",
    **dict.fromkeys(
        ("limits.sleep_seconds", "limits.explain_seconds"),
        "is gone: a quarter of the clock is part of grade_seconds, sleep included. Take it out",
    ),
    "limits.files_count": "is gone: a folder or zip may have 500 entries. Take it out",
    "attempts": "is gone: work is graded as often as it is handed in, and the latest counts. Take it out",
    "feedback.slow_items": "is gone: slow tasks are graded at once, like all others. Take it out",
    "late.slip_days": "is called free_days now: rename it",
    "late.of": "is gone: the percentage is one of what was earned. Take it out",
    "late.floor_percent": "is gone: most_percent says how much lateness may take. Take it out",
    "late.group": "is gone: the latest date of its members counts for a group. Take it out",
    "late.missing": "is gone: who handed in nothing has an empty cell in the grade files. Take it out",
    "items.suspects": "is gone: no task asks for an input that shows a mistake any more. Take the task out",
    "understanding": "is gone: nobody is asked about their own program any more. Take it out",
    **dict.fromkeys(
        ("items.minutes", "items.minutes_average", "items.difficulty"),
        "is gone: hours says how long the task takes an average student. Take it out",
    ),
    "feedback.local_hints": "is gone: hints rules at home, too. Take it out",
    "feedback.where_at_home": "is gone: lines are shown at home unless hints is off. Take it out",
    "items.visibility": "is gone: one row that is not visible makes Gradescope hide the whole score. Take it out; "
    "visibility outside of items is for all, and @visibility in a grader for one check",
    **dict.fromkeys(("handout.version", "handout.date"), "is gone: the handout says for which term it is. Take it out"),
    "scoring": "is gone: a lost sentence costs its share, what stands on a wrong task is graded on top of a right one, "
    "and a habit costs at most 2 points. Take it out",
}
"""A key inside another is written with a dot: "late.per"."""

VALUES = {
    "visibility: open": "open is called visible now, as on Gradescope",
    "visibility: after-deadline": "after-deadline is called after_due_date now, as on Gradescope",
    "visibility: exam": "exam is gone: write after_published, and students read nothing until you publish the grades",
    "isolation.required: reduced": "reduced is gone: students' work needs the sandbox, and known answers run without "
    "it where it cannot be built. Write same-user",
    "late.closed: refuse": "refuse is gone: write zero, and late work is graded for 0 points",
}
"""The same for a value."""
