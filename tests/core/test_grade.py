"""What a submission's tapes come to: points, and what is said to wait."""

from types import SimpleNamespace

from softmark.checks.errors import NotAllowed
from softmark.core.assignment import Assignment, Rule, Task
from softmark.core.grade import grade
from softmark.core.judging import Part
from softmark.core.recording import Numbers
from softmark.core.tape import Tape

TASKS = tuple(
    Task(ident, ident, 4.0, False, "a.py", (ident, f"{ident}_2"), (), (), ("sums",), False) for ident in "xyz"
)
COURSE = Assignment("mini", "Mini", "python", ("a.py",), (), (), "off", False, TASKS, {"sums": Rule("sums", ("sum",))})


def check(task, family, habit=""):
    name = f"{family}.{habit or 'values'}"
    kinds = {"is_everyday": False, "own_work": False}
    return SimpleNamespace(
        name=name, item=task, title=name, label=name, weight=1.0, habit=habit, family=family, **kinds
    )


def graded(*parts, broken=()):
    """`parts`: task, its check, whether that passes, and the functions it waits for."""
    made = {}
    for task, one, passed, waits_for in parts:
        kind = "" if passed else NotAllowed.category if task in broken else "values"
        tapes = () if waits_for else (Tape(one, passed, kind, "a.py line 2 calls sum"),)
        made[one.name] = Part(COURSE.by_id[task], frozenset(), [one], tapes, waits_for=frozenset(waits_for))
    judging = SimpleNamespace(
        parts=made,
        bench=SimpleNamespace(assignment=COURSE, numbers=Numbers("key", lambda name: [])),
        of=lambda task: [part for part in made.values() if part.task is task],
        once_more=lambda: iter(()),
    )
    return grade(judging, TASKS, lambda result: None).rows


def test_a_habit_in_a_task_that_breaks_a_rule_is_not_charged_there():
    parts = [
        part
        for task in "xyz"
        for part in ((task, check(task, task), True, ()), (task, check(task, task, "one"), False, ()))
    ]
    assert [row.score for row in graded(*parts).values()] == [2, 4, 4], "two points in all"
    assert [row.score for row in graded(*parts, broken="x").values()] == [0, 2, 4]


def test_what_waits_for_another_function_of_its_task_is_neither_lost_nor_earned():
    row = graded(("x", check("x", "A"), False, ()), ("x", check("x", "B"), None, ("a.x",)))["x"]
    assert (row.status, row.score, row.rest_waits_for) == ("wrong", 0, ("x",))
    assert [loss.label for loss in row.lost] == ["A.values"] and [loss.label for loss in row.rest] == ["B.values"]
