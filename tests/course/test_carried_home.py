"""A task on top of a wrong earlier one: home, where recorded replies stand in, says nothing else than the server.

The server has the reference stand in. Here every known answer to a later task is graded both ways, check by check; home
may be silent about a task, and must never say something else. Which of the student's functions is wrong does not
matter: it is replaced.
"""

from functools import cache

import pytest

from softmark.checks.student import Student
from softmark.content.course import Course
from softmark.grading.calls.participants import TrustedParticipants, Worlds
from softmark.running import earlier_functions
from softmark.running import recording as recorded
from softmark.running.trusted import Local, load, overlay
from tests.course.collected import checks
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
RUBRIC = COURSE.rubric
TESTS = ROOT / "assignment" / "public_tests"
KEY = RUBRIC.public_key()
LATER = {"1.6": 1, "2.2": 1, "2.3": 2, "3.3": 6, "4.2": 6}
"""Task → every how manyth known answer: the last two are large, and little of them is recorded."""
SURE = {("1.6", "1.2"), ("1.6", "1.3"), ("1.6", "1.4"), ("2.2", "1.2"), ("2.2", "1.3"), ("2.2", "1.4"), ("2.2", "2.1")}
"""A task and the wrong one below it, where a solution in the reference's way is graded at home and not left waiting."""


def known_answers(item):
    """None is the reference; then wrong answers to the task, and right ones to it or to what it stands on."""
    near = {name for ident in (item, *RUBRIC.prerequisites(item)) for name in RUBRIC.item(ident).names}
    wrong = [answer for answer in COURSE.known_mistakes if item in answer.loses]
    return [None, *wrong, *(answer for answer in COURSE.alternatives if near & {*answer.replaces})]


def modules_of(answer, stand_ins=None):
    modules = load(COURSE.trusted_sources(), [overlay(answer)] if answer else [])
    for name, module in modules.items() if stand_ins else ():
        before = dict(vars(module))
        stand_ins.enter(module, name)
        for changed in [each for each in before if vars(module)[each] is not before[each]]:
            for later in modules.values():  # `from attention import softmax`
                for alias in [alias for alias, part in vars(later).items() if part is before[changed]]:
                    setattr(later, alias, vars(module)[changed])
    return modules


class AtHome(TrustedParticipants):
    """Some code against recorded replies; its own models judge what it trained."""

    def __init__(self, stand_ins, key, port, replies):
        self.key, self.redrawn = key, {}
        self.framework, self.files = RUBRIC.framework, RUBRIC.files
        self.stand_ins, self._port, self._replies = stand_ins, port, replies

    def reference(self, check):
        return Student(recorded.Replayer(self._replies[check]))

    def judge(self, check):
        return Student(self._port)

    def student(self, check):
        self.stand_ins.asking = check
        return super().student(check)


def verdicts(item, sides, stand_ins=None):
    """Check → whether it passes; home stops at the first question that has no recorded answer."""
    found = {}
    for check in checks().of(item):
        finding = checks().run(check, sides)
        found[check.name] = finding.passed
        if stand_ins is not None:
            stand_ins.settle(finding)
            if stand_ins.missed:
                break
    return found


@cache
def both_sides():
    """The server's, and what home has instead."""
    return Worlds(COURSE, checks()), recorded.read(TESTS / "recorded.safetensors")


def compare(cases):
    """(task, answer, wrong earlier tasks) → what the server says and what home says, None where it is silent."""
    said, known = {}, {}
    worlds, recording = both_sides()
    calls = earlier_functions.read(TESTS / "carried.safetensors", KEY)
    for item, answer, wrong in cases:
        names = [f"{e.file.removesuffix('.py')}.{n}" for e in map(RUBRIC.item, wrong) for n in e.names]
        stand_ins = earlier_functions.StandIns(calls, names)
        home = Local(modules_of(answer, stand_ins))
        at_home = verdicts(item, AtHome(stand_ins, KEY, home, recording.replies), stand_ins)
        whose = (item, answer.name if answer else "reference")
        if whose not in known:
            known[whose] = verdicts(item, worlds.against(KEY, Local(modules_of(answer))))
        said[(*whose, wrong)] = (known[whose], None if stand_ins.missed else at_home)
    return said


def agree(said):
    other = {place: both for place, both in said.items() if both[1] is not None and both[0] != both[1]}
    assert not other, f"home says something else about {list(other)[:5]}"


@pytest.mark.parametrize("task", ["1.6", pytest.param("2.2", marks=pytest.mark.slow)])
def test_right_work_is_graded_at_home_on_top_of_each_wrong_task_below_it(task):
    said = compare([(later, None, (before,)) for later, before in sorted(SURE) if later == task])
    agree(said)
    assert [place for place, (_, home) in said.items() if home is None] == []
    assert all(all(home.values()) for _, home in said.values())


@pytest.mark.parametrize(
    ("every", "named"),
    [
        (80, ("attend.returns_scores",)),
        pytest.param(40, ("attend.returns_scores", "attend.output_only"), marks=pytest.mark.slow),
    ],
)
def test_wrong_and_right_answers_are_told_as_on_the_server_or_not_at_all(every, named):
    cases = [
        ("1.6", answer, (("1.2", "1.4")[number % 2],))
        for number, answer in enumerate(known_answers("1.6"))
        if number % every == 1 or (answer and answer.name in named)
    ]
    said = compare(cases)
    agree(said)
    assert any(home is not None and not all(home.values()) for _, home in said.values()), "a wrong one is found wrong"


@pytest.mark.full
def test_the_whole_bank_is_told_as_on_the_server_or_not_at_all():
    cases = [
        (later, answer, wrong)
        for later, every in LATER.items()
        for answer in known_answers(later)[::every]
        for wrong in [(each,) for each in ("1.2", "1.3", "1.4", "2.1") if each in RUBRIC.prerequisites(later)]
        + [("1.2", "1.4")]
    ]
    said = compare(cases)
    agree(said)
    told = [place for place, (_, home) in said.items() if home is not None]
    assert len(told) > len(said) / 4, f"{len(told)} of {len(said)} are told at home"


def test_a_damaged_file_or_one_of_another_term_leaves_tasks_waiting(tmp_path):
    whole = (TESTS / "carried.safetensors").read_bytes()
    damaged = tmp_path / "carried.safetensors"
    for data in (b"", whole[:100], whole[: len(whole) // 2], b"\x00" * 400):
        damaged.write_bytes(data)
        assert list(earlier_functions.read(damaged, KEY)) == []
    assert list(earlier_functions.read(tmp_path / "nowhere", KEY)) == []
    assert list(earlier_functions.read(TESTS / "carried.safetensors", "another term")) == []
    assert len(list(earlier_functions.read(TESTS / "carried.safetensors", KEY))) > 100


def test_the_recorded_calls_keep_the_students_zip_small():
    assert (TESTS / "carried.safetensors").stat().st_size < 112_000
