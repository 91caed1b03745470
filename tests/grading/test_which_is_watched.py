"""One check of a task is watched: which one is as secret as the hidden numbers, and the same each time."""

from types import SimpleNamespace

import pytest

from softmark.checks.fixtures import Finding, conclude
from softmark.core.bench import Bench
from softmark.core.recording import Numbers
from softmark.grading import evidence, watching
from softmark.grading.charge import Budget
from softmark.grading.remote import Files, Remote
from softmark.sandbox.evidence import APART
from tests.proc import A_HANG
from tests.scripted import Ends, Spawner

NAMES = [f"TestSoftmax.test_{number}" for number in range(8)]
RULES = {"1.4": [SimpleNamespace(calls=("torch.softmax",), says="library softmax")]}
RUBRIC = SimpleNamespace(
    items=[SimpleNamespace(id="1.4", not_allowed=("softmax",)), SimpleNamespace(id="1.5", not_allowed=())],
    rules_of=lambda ident: RULES.get(ident, []),
)


def checks(*names, draws=True, task="1.4"):
    kinds = {"shared": False, "is_everyday": False, "thing": 0}
    family = names[0].partition(".")[0]
    return [SimpleNamespace(name=name, draws=draws, item=task, family=family, **kinds) for name in names]


def watched(key, *found):
    """The checks that are watched."""
    other = checks("TestOther.test_values", task="1.5")
    course = {"1.4": list(found), "1.5": other}
    made = evidence.watching(RUBRIC, SimpleNamespace(of=course.__getitem__), key)
    asked = {check.name: made.asked(check.name) for check in [*found, *other]}
    return [name for name, fields in asked.items() if fields["watch"]]


def test_the_same_salt_watches_the_same_check_in_whatever_order_they_come():
    assert watched("salt", *checks(*NAMES)) == watched("salt", *checks(*reversed(NAMES)))


def test_another_salt_may_watch_any_other():
    assert {watched(f"salt {number}", *checks(*NAMES))[0] for number in range(200)} == set(NAMES)


def test_a_check_without_numbers_is_watched_only_where_there_is_no_other():
    still = checks("TestSoftmax.test_it_has_weights", draws=False)
    drawn = checks("TestSoftmax.test_a", "TestSoftmax.test_b")
    assert all(watched(f"salt {number}", *still, *drawn)[0] != still[0].name for number in range(50))
    assert watched("salt", *still) == [still[0].name]


class Mean:
    """A check that asks once."""

    def task_of(self, check):
        return "1.4"

    def run(self, check, sides):
        finding, error = Finding(check.name), None
        try:
            sides.student(check.name).stats.mean(1)
        except Exception as problem:
            error = problem
        conclude(finding, error)
        return finding


def noted(performs, call_seconds=A_HANG):
    """The tape of one watched check, how often its worker was started, and what staff read."""
    (check,) = checks("TestSoftmax.test_values")
    watched = evidence.watching(RUBRIC, SimpleNamespace(of=lambda ident: [check]), "salt")
    spawn = Spawner(performs)
    program = Remote(spawn, Files({"stats.py": ""}), Budget(1e9, lambda check: call_seconds))
    program.watching = watched
    course = SimpleNamespace(framework="torch", files=("stats.py",))
    (tape,) = Bench(course, Mean(), Numbers("key", lambda name: [], ())).run([check], program)
    parts = {"TestSoftmax": SimpleNamespace(task=SimpleNamespace(id="1.4"), tapes=[tape])}
    return tape, spawn, list(evidence.sentences(RUBRIC, SimpleNamespace(parts=parts), watched))


def dies_if(watched_only):
    def performs(worker, question):
        if question.head["watch"] or not watched_only:
            raise Ends
        worker.replies(question, 1)

    return performs


def test_who_dies_while_watched_is_made_once_more_unwatched_and_staff_are_told():
    tape, spawn, notes = noted(dies_if(watched_only=True))
    assert tape.passed and [head["watch"] for head in spawn.questions if head["do"] == "perform"] == [True, False]
    assert notes == ["worth a look: task 1.4 failed while it was watched, and passed when it was not"]


def test_who_dies_anyway_is_not_told_of():
    tape, spawn, notes = noted(dies_if(watched_only=False))
    assert (tape.passed, tape.kind, spawn.started, notes) == (False, "crashed", 2, [])


def test_who_runs_out_of_time_while_watched_is_made_once_more_too(monkeypatch):
    monkeypatch.setattr(watching, "MORE_PATIENCE", 1)

    def performs(worker, question):
        if question.head["watch"]:
            worker.hears()  # until it is ended
        worker.replies(question, 1)

    tape, _, notes = noted(performs, call_seconds=0.3)
    assert tape.passed and "passed when it was not" in notes[0]


def says_seen(*paths):
    return lambda worker, question: (
        worker.says({"n": question.head["n"], "ok": True, "seen": list(paths)}, {"value": 1})
    )  # fmt: skip


@pytest.mark.parametrize(
    ("paths", "told"),
    [
        ((), []),
        (("torch.ops.aten._softmax",), ["evasion? torch.ops.aten._softmax ran in task 1.4"]),
        (("anything that somebody makes up",), []),
        ((APART,), ["worth a look: task 1.4 ran threads of its own"]),
    ],
)
def test_what_ran_is_told_to_staff_and_costs_no_point(paths, told):
    tape, _, notes = noted(says_seen(*paths))
    assert tape.passed and len(notes) == len(told)
    assert all(note.startswith(start) for note, start in zip(notes, told, strict=True))
