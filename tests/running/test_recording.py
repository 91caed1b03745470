"""The recorded reference: what it keeps, what it gives back, and what it says when it is out of step."""

import numpy as np
import pytest

from softmark.checks.errors import GraderFault
from softmark.checks.request import Request
from softmark.checks.student import Student
from softmark.checks.trace import Trace
from softmark.running import recording as recorded
from softmark.running.execute import Executor
from softmark.running.recording import KnownMistake, Recorder, Recording, Replayer
from softmark.running.trusted import load

SOURCE = {"stats": "def mean(x):\n    return x.sum(axis=-1) / x.shape[-1]\n"}


@pytest.fixture
def recording(tmp_path):
    recorder = Recorder(Executor(load(SOURCE)))
    student = Student(recorder)
    student.stats.mean(np.array([[1.0, 2.0], [3.0, 5.0]]))
    student.stats.mean(np.array([[1e300, 1e300]]) / 4)
    mistake = KnownMistake("mean.wrong", "It is wrong.", "Look.", "1.1", ("1.1",), {"values": Trace(False, ("print",))})
    path = tmp_path / "recorded.safetensors"
    recorded.write(Recording("key", {"values": recorder.kept}, mistakes=[mistake]), path)
    return path


def test_replies_come_back_in_order_without_the_solution(recording):
    student = Student(Replayer(recorded.read(recording).replies["values"]))
    assert student.stats.mean("whatever").tolist() == [1.5, 4.0]
    assert student.stats.mean("whatever").tolist() == [2.5e299]


def test_known_mistakes_come_back_with_words_and_behaviour(recording):
    (mistake,) = recorded.read(recording).mistakes
    assert (mistake.name, mistake.says, mistake.items) == ("mean.wrong", "It is wrong.", ("1.1",))
    assert mistake.traces == {"values": Trace(False, ("print",))}


def test_a_call_that_was_not_recorded_is_not_the_students_mistake(recording):
    replayer = Replayer(recorded.read(recording).replies["values"])
    with pytest.raises(GraderFault, match="do not belong together"):
        replayer.perform(Request("call", "stats.median"))


def test_the_same_recording_gives_the_same_bytes(recording, tmp_path):
    again = tmp_path / "again.safetensors"
    recorded.write(recorded.read(recording), again)
    assert again.read_bytes() == recording.read_bytes()
