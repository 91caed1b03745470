"""A program in a worker that says what it wants: a wrong answer, or the end of that worker; never a fault of ours."""

import json
from types import ModuleType

import numpy as np
import pytest

from softmark.checks.errors import BadAnswer, Died, NotLoaded, StudentFailure, TimedOut
from softmark.checks.request import Request
from softmark.checks.values import NotPlain
from softmark.grading import charge, remote
from softmark.grading.charge import TWICE, Budget
from softmark.grading.remote import AGAIN, SILENCED, Files, Remote
from softmark.locating.watched_calls import Watched
from softmark.sandbox import standing_in, wire
from softmark.sandbox.standing_in import TOO_MUCH, Refused
from tests.proc import A_HANG
from tests.scripted import Ends, Spawner, dies, fine

FILES = Files({"stats.py": "def mean(x):\n    return x\n"})
MEAN = Request("call", "stats.mean", (np.arange(3.0),))
CARRIED = frozenset({"stats.mean"})
LARGE = np.zeros(90_000)


def budget(call_seconds=A_HANG):
    return Budget(1e9, lambda check: call_seconds)


def program(performs, *, loads=None, files=FILES, reference=None, names=frozenset()):
    """A program whose worker does what the test says."""
    spawn = Spawner(performs, loads)
    made = Remote(spawn, files, budget(), reference, names)
    made.begin("TestMean.test_values")
    return made, spawn


def reference():
    """The reference, in a worker of its own."""
    stats = ModuleType("stats")
    stats.mean = lambda x: x.mean()

    def answer(worker, question):
        try:
            value = standing_in.answer({"stats": stats}, question.open())
        except (Refused, NotPlain, wire.WireError) as refusal:
            return worker.says({"n": question.head["n"], "raise": str(refusal)})
        except Exception as error:
            return worker.says({"n": question.head["n"], "raise": type(error).__name__})
        return worker.says({"n": question.head["n"]}, value)

    spawn = Spawner(answer)
    return Remote(spawn, FILES, budget()), spawn


def test_a_right_answer_arrives():
    made, spawn = program(lambda worker, question: worker.replies(question, question.open().value[0][0] + 1))
    assert made.perform(MEAN).value.tolist() == [1, 2, 3]
    assert made.perform(MEAN).value.tolist() == [1, 2, 3]
    assert spawn.started == 1
    assert [head["fresh"] for head in spawn.questions[2:]] == [True, False]


@pytest.mark.parametrize("number", [0, 99, -1, 10**30])
def test_an_answer_to_another_question_is_dropped(number):
    def performs(worker, question):
        worker.says({"n": number, "ok": True}, {"value": "forged"})
        worker.replies(question, "asked for")

    assert program(performs)[0].perform(MEAN).value == "asked for"


@pytest.mark.parametrize("number", ["3", [3], {"3": 3}, None, 2.5])
def test_an_answer_to_no_question_is_the_end_of_that_worker(number):
    def performs(worker, question):
        worker.says({"n": number, "ok": True}, {"value": "forged"})
        worker.replies(question, "asked for")

    with pytest.raises(Died, match="cannot be read"):
        program(performs)[0].perform(MEAN)


# --- calls of what the reference stands in for -----------------------------------------------------------------------


def test_a_call_is_handed_on_unopened_and_so_is_its_answer():
    heard = []

    def answers(worker, question):
        heard.append(question)
        worker.says_raw(json.dumps({"n": question.head["n"], "said": 4}).encode(), b"its answer", b"\x07")

    def performs(worker, question):
        call = {"do": "stand in", "target": "stats.mean", "wanted": [0], "files": {"a": "b"}, "skip": 1}
        worker.says_raw(json.dumps(call).encode(), b"no value at all", b"\x01\x02\x03")
        answer = worker.hears()
        worker.replies(question, [answer.head["said"], str(answer.text, "utf-8"), list(answer.body)])

    behind = Remote(Spawner(answers), FILES, budget())
    made, _ = program(performs, reference=behind, names=CARRIED)
    assert made.perform(MEAN).value == [4, "its answer", [7]]
    assert (bytes(heard[0].text), bytes(heard[0].body)) == (b"no value at all", b"\x01\x02\x03")
    assert heard[0].head.keys() == {"do", "target", "wanted", "n"}
    assert made.stood_in == CARRIED


@pytest.mark.parametrize("target", ["stats.secret", "stats", "", None, 3, ["stats.mean"], {"stats.mean": 1}])
def test_only_names_that_were_agreed_are_handed_on(target):
    def performs(worker, question):
        worker.says({"do": "stand in", "target": target}, {"args": [], "kwargs": {}})
        worker.replies(question, worker.hears().head["raise"])

    behind, spawn = reference()
    made, _ = program(performs, reference=behind, names=CARRIED)
    assert made.perform(MEAN).value == "not available"
    assert spawn.started == 0 and made.stood_in == frozenset()


def test_whose_own_functions_all_stand_gets_no_answer():
    def performs(worker, question):
        worker.says({"do": "stand in", "target": "stats.mean"}, {"args": [], "kwargs": {}})
        worker.replies(question, worker.hears().head["raise"])

    assert program(performs)[0].perform(MEAN).value == "not available"


def test_a_call_on_which_the_reference_hangs_costs_no_other_check(monkeypatch):
    monkeypatch.setattr(charge, "LEAST", 0.01)

    def answers(worker, question):
        if question.open().value == "hang":
            worker.hears()  # until it is ended
        worker.says({"n": question.head["n"]}, {"value": "an answer"})

    def performs(worker, question):
        said = []
        for value in question.open().value[0]:
            worker.says({"do": "stand in", "target": "stats.mean"}, value)
            answer = worker.hears()
            said.append(answer.head.get("raise") or answer.open().value["value"])
        worker.replies(question, said)

    behind = Remote(Spawner(answers), FILES, budget(call_seconds=0.05))
    made, _ = program(performs, reference=behind, names=CARRIED)
    asked = Request("call", "stats.mean", ("fine", "hang", "fine"))
    assert made.perform(asked).value == ["an answer", TOO_MUCH, TOO_MUCH], "for the rest of this check"
    made.begin("TestMean.test_other")
    assert made.perform(Request("call", "stats.mean", ("fine",))).value == ["an answer"]


def test_what_one_check_may_ask_of_the_reference_has_an_end(monkeypatch):
    monkeypatch.setattr(remote, "LENT_BYTES", 1 << 20)

    def performs(worker, question):
        said = []
        for _ in range(3):
            worker.says({"do": "stand in", "target": "stats.mean", "wanted": []}, {"args": [LARGE], "kwargs": {}})
            said.append(worker.hears().head.get("raise"))
        worker.replies(question, said)

    made, _ = program(performs, reference=reference()[0], names=CARRIED)
    for check in ("TestMean.test_values", "TestMean.test_other"):
        made.begin(check)
        assert made.perform(MEAN).value == [None, None, TOO_MUCH]


def test_a_reference_that_was_killed_is_asked_once_more():
    lives = iter([False, True])

    def answers(worker, question):
        if not next(lives):
            raise Ends
        worker.says({"n": question.head["n"]}, {"value": 5})

    def performs(worker, question):
        worker.says({"do": "stand in", "target": "stats.mean"}, None)
        worker.replies(question, worker.hears().open().value["value"])

    spawn = Spawner(answers)
    made, _ = program(performs, reference=Remote(spawn, FILES, budget()), names=CARRIED)
    assert made.perform(MEAN).value == 5 and spawn.started == 2


# --- forged heads ----------------------------------------------------------------------------------------------------

DEEP = b'{"do": "stand in", "target": ' + b"[" * 90_000 + b"]" * 90_000 + b"}"
JUST_READ = b'{"do": "stand in", "target": "stats.mean", "wanted": ' + b"[" * 900 + b"]" * 900 + b"}"
WANTED = json.dumps({"do": "stand in", "target": "stats.mean", "wanted": [0] * 200_000}).encode()
HEADS = [
    {"do": ["stand in"]},
    {"do": {"stand in": 1}},
    {"do": None, "n": None},
    {"do": "place", "files": {}},
    {"do": "stand in"},
    {"do": "stand in", "target": "stats.mean"},
    {"do": "stand in", "target": "stats.mean", "wanted": 1_000_000},
    {"do": "stand in", "target": "stats.mean", "wanted": [-1]},
    {"do": "stand in", "target": "stats.mean", "wanted": [[0]]},
    {"do": "stand in", "target": "stats.mean", "wanted": {"0": 0}},
    {"do": "stand in", "target": "stats.mean", "fresh": True, "n": 1},
    b"[]",
    b"null",
    b"{",
    b"\xff\xfe",
    b'{"n": 1e999, "do": NaN}',
    b'{"n": ' + b"9" * 5000 + b"}",
    DEEP,
    JUST_READ,
    WANTED,
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("names", [frozenset(), CARRIED])
def test_a_forged_call_is_a_wrong_answer_or_the_end_of_that_worker(head, names):
    def performs(worker, question):
        raw = head if isinstance(head, bytes) else json.dumps(head).encode()
        worker.says_raw(raw)
        worker.replies(question, "no number")
        raise Ends

    made, _ = program(performs, reference=reference()[0], names=names)
    try:
        assert made.perform(MEAN).value == "no number"
    except StudentFailure as failure:
        assert isinstance(failure, Died)
    assert made.stood_in <= names, "whatever it says, the report names no other function"


REPLIES = [
    {},
    {"ok": "yes"},
    {"ok": [True]},
    {"ok": 1, "failure": None},
    {"failure": []},
    {"failure": "raised"},
    {"failure": {}},
    {"failure": {"kind": ["raised"], "text": {}, "line": 3, "chain": "stats.py", "kinds": {}, "staff": 1}},
    {"failure": {"kind": "not loaded", "text": ["stats"], "line": "stats.py line 999999"}},
    {"failure": {"kind": "not written", "text": "x" * 100_000, "line": "/etc/passwd line 1"}},
    {"failure": {"kind": "grader", "text": "the grader failed"}},
    {"failure": {"kind": "crashed", "exception": "KeyboardInterrupt", "message": "\ud800", "staff": "\udfff"}},
    {"failure": {"exception": "\ud800", "message": 3, "kinds": [[1], {}, "a" * 10_000]}},
    {"failure": {"exception": "__import__", "chain": [["stats.py", 1, "mean", ""]] * 1000}},
    {"failure": {"exception": "Student", "chain": [["stats.py", True, "mean", ""], [["stats.py"], 1, 1, 1], 7]}},
    {"failure": {"exception": "ValueError", "chain": [["stats.py", 10**30, "mean(", "a tuple"]]}},
    {"ok": True, "seen": "torch.softmax"},
    {"ok": True, "seen": {"torch.softmax": 1}},
    {"ok": True, "seen": [["torch.softmax"], {}, None, 3, "torch." + "a" * 10_000, "torch.a\n"]},
]
VALUES = [
    None,
    3,
    [],
    {"value": 1, "changed": "x"},
    {"value": 1, "changed": [[1], {}, None] * 30},
    {"value": 1, "by_input": {}, "by_name": []},
    {"value": 1, "requires_grad": "yes"},
    {"value": 1, "printed": ["x"]},
    {"value": 1, "watched": 3},
    {"value": 1, "watched": "[" * 50_000},
    {"value": 1, "watched": json.dumps({"steps": [[]], "results": [{}], "followed": True})},
    {"value": 1, "watched": json.dumps({"steps": {}, "results": [10**30], "followed": True})},
    {"value": 1, "watched": json.dumps({"steps": [], "results": [], "followed": True})},
]


@pytest.mark.parametrize(
    ("head", "value"), [*((head, {"value": 1}) for head in REPLIES), *(({"ok": True}, value) for value in VALUES)]
)
def test_a_forged_reply_is_a_wrong_answer_or_the_end_of_that_worker(head, value):
    made, _ = program(lambda worker, question: worker.says({"n": question.head["n"], **head}, value))
    made.watching = remote.Watching(["TestMean.test_values"])
    with made.watching.follow() as followed:
        try:
            assert made.perform(MEAN).value == 1
        except StudentFailure as failure:
            assert failure.safe() and failure.public()
    assert all(isinstance(account, Watched) for _, account in followed)
    assert made.watching.seen.get("TestMean.test_values", set()) == set()


@pytest.mark.parametrize("head", REPLIES)
def test_a_forged_reply_to_an_import_is_no_fault_either(head):
    def loads(worker, question):
        worker.says({"n": question.head["n"], **head})

    made, _ = program(lambda worker, question: worker.replies(question, 1), loads=loads)
    try:
        assert made.perform(MEAN).value == 1
    except StudentFailure as failure:
        assert isinstance(failure.safe(), str)


def test_replies_that_fill_the_graders_memory_are_refused(monkeypatch):
    monkeypatch.setattr(remote, "CHECK_BYTES", 3_000)
    made, _ = program(lambda worker, question: worker.replies(question, "x" * 1_000))
    made.begin("TestMean.test_large")
    with pytest.raises(BadAnswer, match="far more in one check"):
        for _ in range(4):
            made.perform(MEAN)
    made.begin("TestMean.test_other")
    assert len(made.perform(MEAN).value) == 1_000


# --- workers that die ------------------------------------------------------------------------------------------------


def test_a_worker_that_dies_again_and_again_is_started_a_bounded_number_of_times():
    made, spawn = program(dies)
    for _ in range(20):
        with pytest.raises((Died, TimedOut)):
            made.perform(MEAN)
    assert spawn.started == 1 + TWICE, "for one death somebody else may be to blame"
    with pytest.raises(TimedOut, match=AGAIN):
        made.perform(MEAN)


def test_so_is_one_that_dies_in_every_check():
    made, spawn = program(dies)
    for number in range(100):
        for _ in range(2):  # such a check is made once more
            made.begin(f"Test{number // 4}.test_{number}")
            with pytest.raises((Died, TimedOut)):
                made.perform(MEAN)
    assert spawn.started <= 2 * (25 + charge.MANY)


def test_and_one_that_dies_whatever_it_imports():
    made, spawn = program(dies, loads=dies, files=Files({"a.py": "", "b.py": ""}))
    with pytest.raises(Died, match=SILENCED):
        made.perform(Request("call", "b.f"))
    assert spawn.started <= TWICE * 3


@pytest.mark.parametrize("hangs", [False, True])
def test_a_file_whose_import_ends_the_process_is_absent_for_later_ones(monkeypatch, hangs):
    monkeypatch.setattr(charge, "LEAST", 0.01)

    def loads(worker, question):
        if question.head["name"] == "b" and not question.head["skip"]:
            if hangs:
                worker.hears()  # until it is ended
            raise Ends
        fine(worker, question)

    files = Files({"a.py": "", "b.py": "", "c.py": ""})
    spawn = Spawner(lambda worker, question: worker.replies(question, question.head["target"]), loads)
    made = Remote(spawn, files, budget(call_seconds=0.5))
    made.begin("TestB.test_values")
    says = "b.py did not finish importing" if hangs else "importing b.py ended the process"
    with pytest.raises(NotLoaded, match=says):
        made.perform(Request("call", "b.f"))
    assert made.perform(Request("call", "a.f")).value == "a.f"
    assert made.perform(Request("call", "c.f")).value == "c.f"
    loaded = [(head["name"], head["skip"]) for head in spawn.questions if head["do"] == "load"]
    assert loaded[-3:] == [("a", False), ("b", True), ("c", False)]
    assert spawn.started == TWICE + 1


def test_a_file_that_silences_the_process_without_a_word_is_found_out():
    """It is imported, and then nobody answers any more: not the file that comes after it is to blame."""
    silent = []

    def loads(worker, question):
        if question.head["name"] == "a" and not question.head["skip"]:
            silent.append(worker)
        elif worker in silent:
            raise Ends
        fine(worker, question)

    files = Files({"a.py": "", "b.py": ""})
    spawn = Spawner(lambda worker, question: worker.replies(question, 1), loads)
    made = Remote(spawn, files, budget())
    made.begin("TestB.test_values")
    with pytest.raises(NotLoaded, match=r"importing a\.py ended the process"):
        made.perform(Request("call", "a.f"))
    assert made.perform(Request("call", "b.f")).value == 1, "which was blamed at first"


def test_what_was_lost_by_itself_is_called_on_top_of_right_functions():
    def performs(worker, question):
        if spawn.on_top:
            return worker.replies(question, "right")
        raise Ends

    def loads(worker, question):
        spawn.on_top = bool(question.head["replace"])
        fine(worker, question)

    spawn = Spawner(performs, loads)
    made = Remote(spawn, FILES, budget(), reference()[0])
    for _ in range(3):
        made.begin("TestMean.test_values")
        with pytest.raises((Died, TimedOut)):
            made.perform(MEAN)
    above = made.on_top_of(CARRIED)
    above.begin("TestMean.test_values")
    assert above.perform(MEAN).value == "right"
