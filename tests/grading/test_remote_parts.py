"""The parts that a Remote is made of, each by itself: a scripted worker instead of a process."""

import socket
from types import SimpleNamespace

import numpy as np
import pytest

from softmark.checks.errors import BadAnswer, Died, NotLoaded, StudentRaised, TimedOut
from softmark.checks.request import Outcome
from softmark.checks.values import HandleRef
from softmark.grading.allowance import Allowance, OutOfTime
from softmark.grading.calls import reply_reader
from softmark.grading.calls.call_limits import CHECK_BYTES, CallLimits
from softmark.grading.calls.claims import Claims
from softmark.grading.calls.connection import UNREADABLE, Connection
from softmark.grading.calls.import_failures import ImportFailures
from softmark.grading.calls.loader import Loader
from softmark.grading.calls.object_names import ObjectNames
from softmark.grading.calls.replaced_names import ReplacedNames
from softmark.grading.calls.sent_files import Files
from softmark.locating.watched_calls import Step, Watched
from softmark.sandbox import wire
from softmark.sandbox.patience import Patience
from softmark.sandbox.processor_time import Meter
from tests.told_kernel import Told

GONE = object()
"""In a script: the worker closes its end."""


class Worker:
    """Its end of the channel already holds everything that it will say, so nobody waits for anything."""

    pid = 0

    def __init__(self, *frames):
        self.channel, self.own_end = socket.socketpair()
        self.killed = False
        for frame in frames:
            if frame is GONE:
                self.own_end.shutdown(socket.SHUT_WR)
            else:
                wire.send(self.own_end, *frame)

    def kill(self):
        self.killed = True
        return SimpleNamespace(says="killed by a test", cpu_seconds=0.5)

    def read(self):
        return wire.receive(self.own_end).head


def connected(*frames, call_back=None):
    worker = Worker(*frames)
    connection = Connection(lambda: worker, call_back)
    connection.connect()
    return connection, worker


def patience(seconds=60.0):
    return Patience(Meter(), seconds)


# --- connection ------------------------------------------------------------------------------------------------


def test_a_question_gets_the_answer_that_bears_its_number():
    connection, worker = connected(({"n": 1, "ok": True}, [7]), ({"n": 2, "ok": True}, [8]))
    assert connection.exchange({"do": "place"}, None, patience()).open().value == [7]
    assert connection.exchange({"do": "load"}, None, patience()).open().value == [8]
    assert [worker.read()["do"], worker.read()["do"]] == ["place", "load"]


def test_an_answer_to_a_question_that_was_not_asked_is_dropped():
    connection, _ = connected(({"n": 2}, "forged"), ({"n": 1}, "true"))
    assert connection.exchange({"do": "perform"}, None, patience()).open().value == "true"


def test_a_call_back_is_answered_before_the_question_is():
    calls = []

    def call_back(call, left):
        calls.append(call.head["target"])
        return wire.sealed({"ok": True})

    connection, worker = connected(
        ({"do": "forward", "target": "stats.mean"}, None), ({"n": 1}, 3), call_back=call_back
    )
    assert connection.exchange({"do": "perform"}, None, patience()).open().value == 3
    assert calls == ["stats.mean"]
    assert [worker.read(), worker.read()] == [{"do": "perform", "n": 1}, {"ok": True}]


def test_a_worker_that_hangs_up_has_died_and_its_processor_time_is_counted():
    connection, worker = connected(GONE)
    with pytest.raises(Died, match="ended the process that ran it") as death:
        connection.exchange({"do": "perform"}, None, patience())
    assert death.value.staff == "the worker's end: killed by a test"
    assert worker.killed and not connection.open and connection.cpu_seconds == 0.5


def test_a_worker_that_sends_no_frame_has_died():
    worker = Worker()
    worker.own_end.sendall(b"\xff" * 64)
    connection = Connection(lambda: worker, None)
    connection.connect()
    with pytest.raises(Died, match=UNREADABLE):
        connection.exchange({"do": "perform"}, None, patience())


def test_a_worker_that_says_nothing_is_left_to_whoever_waits_for_it():
    connection, worker = connected()
    with pytest.raises(wire.DeadlinePassed):
        connection.exchange({"do": "perform"}, None, patience(0.0))
    assert connection.open and not worker.killed


def test_a_connection_is_closed_once_and_may_be_opened_again():
    connection, _ = connected()
    assert connection.close() == "killed by a test"
    assert connection.close() == "not there" and not connection.open
    connection.connect()
    assert connection.open


# --- loading ---------------------------------------------------------------------------------------------------

FINE = {"ok": True}


def loader(*workers, files=None, replaced=None, allowance=None):
    supply = iter(workers)
    connection = Connection(lambda: next(supply), None)
    allowance = allowance or Allowance()
    return Loader(connection, files or Files({"a.py": "", "b.py": ""}), replaced or ReplacedNames(), allowance, 60.0)


def replies(*heads, after=0):
    """A worker's replies to the first questions it is asked; `after` so many that went to others."""
    return [head if head is GONE else ({**head, "n": number}, None) for number, head in enumerate(heads, after + 1)]


def test_files_are_sent_and_then_imported_in_task_order():
    worker = Worker(*replies(FINE, FINE, FINE))
    loader(worker).make_ready()
    sent = [worker.read() for _ in range(3)]
    assert [head["do"] for head in sent] == ["place", "load", "load"]
    assert [head["name"] for head in sent[1:]] == ["a", "b"]


def test_a_file_that_raises_is_a_failure_and_the_others_are_imported():
    raised = {"failure": {"kind": "raised", "exception": "ValueError", "message": "no"}}
    loading = loader(Worker(*replies(FINE, raised, FINE)))
    loading.make_ready()
    assert list(loading.failures.by_module) == ["a"]
    assert isinstance(loading.failures.by_module["a"], StudentRaised)


def test_a_file_that_ends_two_workers_is_left_out_of_the_third():
    first, second = Worker(*replies(FINE, GONE)), Worker(*replies(FINE, GONE, after=2))
    third = Worker(*replies(FINE, FINE, FINE, after=4))
    loading = loader(first, second, third)
    loading.make_ready()
    assert first.killed and second.killed and not third.killed
    assert "importing a.py ended the process" in loading.failures.by_module["a"].text
    sent = [third.read() for _ in range(3)]
    assert [head["skip"] for head in sent[1:]] == [True, False]


def test_a_file_that_was_not_handed_in_has_its_place_filled_when_later_tasks_stand_on_it():
    worker = Worker(*replies(FINE, FINE, FINE))
    files = Files({"b.py": ""}, stubs={"a": "the stub"})
    loader(worker, files=files, replaced=ReplacedNames({"a.mean"})).make_ready()
    sent = [worker.read() for _ in range(3)]
    assert sent[1] == {"do": "load", "name": "a", "replace": ["mean"], "skip": True, "stub": "the stub", "n": 2}
    assert sent[2]["skip"] is False and sent[2]["stub"] == ""


def test_when_the_time_of_the_grade_is_over_no_worker_is_spawned():
    with pytest.raises(OutOfTime):
        loader(allowance=Allowance(-1.0)).make_ready()


# --- whom to blame ---------------------------------------------------------------------------------------------


def test_a_file_that_left_a_mute_process_behind_is_blamed_for_the_next_one():
    failures = ImportFailures(Allowance())
    failures.leave_out("b", "b.py did not finish importing")
    failures.blame_earlier("b", ["a"])
    assert list(failures.by_module) == ["a"] and failures.is_left_out("a") and not failures.is_left_out("b")
    assert "after importing a.py" in failures.by_module["a"].text


def test_with_nobody_left_to_blame_the_submission_is_hopeless():
    allowance = Allowance()
    ImportFailures(allowance).blame_earlier("a", [])
    assert "silenced it" in allowance.hopeless.text


def test_a_file_left_out_by_two_workers_is_left_out_by_all_of_the_grade():
    allowance = Allowance()
    for _ in range(2):
        ImportFailures(allowance).leave_out("a", "it hangs")
    assert ImportFailures(allowance).by_module["a"].text == "it hangs"


# --- what calls may cost ---------------------------------------------------------------------------------------


@pytest.fixture
def limits():
    return CallLimits(Allowance(), frozenset(), 4.0)


def test_a_function_that_is_late_twice_is_not_called_again(limits):
    for time_given, told in ((4.0, "did not finish within 4 s: is there an endless loop?"),
                             (1.0, "ran out of time again, after 1 s")):  # fmt: skip
        limits.refuse("stats.mean")
        assert limits.late("stats.mean", patience(time_given), watched=False).text == f"stats.mean {told}"
    with pytest.raises(TimedOut, match=r"stats\.mean ran out of time 2 times"):
        limits.refuse("stats.mean")
    limits.refuse("stats.std")


def slept(seconds, *, of):
    """Patience with somebody who slept so long, and may sleep `of` seconds."""
    kernel = Told()
    made = Patience(Meter(7, kernel), 4.0, sleep=of)
    kernel.passes(seconds)
    made.longer()
    return made


def test_who_sleeps_is_told_so_and_not_of_an_endless_loop(limits):
    told = limits.late("stats.mean", slept(4.0, of=60.0), watched=False).text
    assert told == "stats.mean did not finish within 4 s: most of the time it slept, or waited for something"
    told = limits.late("stats.mean", slept(3.0, of=3.0), watched=False).text
    assert told == "stats.mean did not finish: it slept, or waited for something, for longer than a grade allows"


def test_who_slept_a_little_when_no_sleep_was_left_is_neither_right_nor_wrong(limits):
    for _ in range(2):
        limits.refuse("stats.mean")
        with pytest.raises(OutOfTime):
            limits.late("stats.mean", slept(0.1, of=0.1), watched=False)
    with pytest.raises(OutOfTime):
        limits.refuse("stats.mean")


def test_what_a_watched_call_costs_is_not_counted(limits):
    for _ in range(9):
        limits.late("stats.mean", patience(4.0), watched=True)
        limits.died("stats.mean", watched=True)
    limits.refuse("stats.mean")


def test_a_function_that_ends_four_processes_is_not_called_again(limits):
    for _ in range(4):
        limits.refuse("stats.mean")
        limits.died("stats.mean", watched=False)
    with pytest.raises(Died, match="again and again"):
        limits.refuse("stats.mean")


def test_the_replies_of_one_check_have_a_size_and_the_next_check_begins_anew(limits):
    half = SimpleNamespace(text=b"", body=bytes(CHECK_BYTES // 2))
    for _ in range(2):
        limits.take(half)
    with pytest.raises(BadAnswer, match="far more in one check"):
        limits.take(half)
    limits.begin_check()
    limits.take(half)


# --- names -----------------------------------------------------------------------------------------------------


def test_a_constructed_object_is_called_by_its_class():
    objects = ObjectNames()
    objects.note("block.LayerNorm", Outcome(HandleRef(3, "")))
    assert objects.real_name("#3") == "block.LayerNorm.forward"
    assert objects.real_name("#3.embed") == "block.LayerNorm.embed"
    assert objects.real_name("stats.mean") == "stats.mean"
    assert "your LayerNorm has no embed" in objects.not_defined("#3.embed", Files({})).text
    objects.begin_check()
    assert objects.real_name("#3") == "the module.forward"


def test_a_missing_name_is_told_by_what_the_submission_has():
    objects = ObjectNames()
    assert objects.not_defined("stats.mean", Files({})).text == "your submission has no stats.py"
    assert "stats.py does not define mean" in objects.not_defined("stats.mean", Files({"stats.py": ""})).text


def test_replaced_names_are_known_by_module():
    replaced = ReplacedNames({"block.LayerNorm.forward", "block.gelu", "lm.loss"})
    assert replaced.modules == {"block", "lm"}
    assert replaced.of("block") == ["LayerNorm.forward", "gelu"] and replaced.of("loc") == []


def test_without_a_reference_a_call_back_is_refused():
    assert ReplacedNames().answer(wire.sealed({}), patience()).head == {"raise": "not available"}


# --- replies ---------------------------------------------------------------------------------------------------


def test_a_failure_names_only_lines_that_the_submission_has():
    def told(line):
        fields = {"kind": "not loaded", "text": "it is not there", "line": line}
        with pytest.raises(NotLoaded) as failure:
            reply_reader.outcome(wire.Frame({"failure": fields}, None), {"stats.py": "one\ntwo"})
        return failure.value.line

    assert told("stats.py line 2") == "stats.py line 2"
    assert told("stats.py line 3") is told("secret.py line 1") is told("stats.py") is told(7) is None


def test_an_exception_of_an_unknown_kind_is_an_exception():
    with pytest.raises(StudentRaised) as failure:
        reply_reader.outcome(wire.Frame({"failure": {"kind": "raised", "exception": "print"}}, None), {})
    assert failure.value.exception == "Exception"


@pytest.mark.parametrize("value", [None, [], {"value": 1, "changed": "x"}, {"value": 1, "printed": 3}])
def test_a_reply_that_is_neither_value_nor_failure_is_unreadable(value):
    with pytest.raises(Died, match=UNREADABLE):
        reply_reader.outcome(wire.Frame({"ok": True}, value), {})


# --- claims ----------------------------------------------------------------------------------------------------


def watched(kept=None):
    account = Watched([Step("relu", (), ())]).to_json()
    return wire.Frame({}, {"watched": account, "kept": kept})


def test_an_account_is_kept_only_while_it_is_asked_for():
    claims = Claims()
    claims.note("stats.mean", watched(), {})
    with claims.follow() as followed:
        assert claims.asked()["follow"] and claims.following
        claims.note("stats.mean", watched(), {})
    claims.note("stats.std", watched(), {})
    assert [name for name, _ in followed.calls] == ["stats.mean"]
    assert not claims.asked()["follow"]


def test_of_the_wanted_values_only_arrays_are_kept():
    claims = Claims()
    with claims.follow([4, 7]) as followed:
        assert claims.asked()["keep"] == [4, 7]
        claims.note("stats.mean", watched([np.ones(2), "no array"]), {})
        assert list(followed.values) == [4]
        claims.note("stats.mean", watched([np.ones(2)]), {})  # not as many as were asked for
    assert list(followed.values) == [4]


def test_an_account_that_cannot_be_true_says_nothing():
    claims = Claims()
    with claims.follow() as followed:
        claims.note("stats.mean", wire.Frame({}, {"watched": "nonsense"}), {})
    assert followed.calls == []


def test_only_names_of_the_library_are_noted_and_only_when_asked():
    claims = Claims()
    reply = wire.sealed({"seen": ["torch.softmax", "os.system", 7]})
    claims.note_library_calls(reply)
    assert claims.take_library_calls() == set()
    claims.library = True
    claims.note_library_calls(reply)
    assert claims.take_library_calls() == {"torch.softmax"}
    assert claims.take_library_calls() == set()
