"""What is said of a mistake can stand beside what is seen of it, for the whole bank."""

import re

import pytest
import torch  # noqa: F401 (the recorded reference holds tensors)

from softmark.checks.trace import Trace
from softmark.content.course import Course
from softmark.core.name import name_of
from softmark.running import recording as recorded
from tests.course import collected
from tests.known_code import tapes
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
RECORDED = ROOT / "assignment/public_tests/recorded.safetensors"

CAN_ONLY = {
    r"(numbers|result|scores|weights|chunks) (is|are) right, but": {"property", "raised"},
    r"no gradient (can )?flow": {"property", "raised", "type"},
}
"""Words → the kinds of failure that they may stand beside, and no other."""
MUST = {
    r"come out in float32|cast to float32|should be bool|not int64|instead of int64|default dtype": {"dtype"},
    r"overflow|NaN|infinit": {"nan", "raised"},
    r"raises an error|(it|and) fails\b|cannot answer|view is called on": {"raised"},
    r"\(\.\.\., .* instead of \(|loses its shape|dimension of size 1|side by side instead": {"shape"},
    r"in place(?! of)|overwritten|caller's \w+ (are )?change": {"property", "raised"},
    r"returns? the pair|forward returns the weights too|Only the output is returned": {"type"},
}
"""Words → kinds of failure of which at least one must be seen."""


@pytest.fixture(scope="module")
def recording():
    return recorded.read(RECORDED)


def kinds(mistake):
    return {trace.kind for trace in mistake.traces.values() if not trace.passed}


def test_no_sentence_of_the_bank_stands_beside_a_failure_that_it_denies(recording):
    wrong = [
        (mistake.name, words, kinds(mistake) - allowed)
        for mistake in recording.mistakes
        for words, allowed in CAN_ONLY.items()
        if re.search(words, f"{mistake.says} {mistake.hint}") and not kinds(mistake) <= allowed
    ]
    assert wrong == []


def test_every_sentence_that_promises_a_kind_of_failure_shows_it(recording):
    wrong = [
        (mistake.name, words, kinds(mistake))
        for mistake in recording.mistakes
        for words, needed in MUST.items()
        if re.search(words, mistake.says) and not kinds(mistake) & needed
    ]
    assert wrong == []


def test_the_rules_above_are_about_sentences_that_exist(recording):
    texts = [f"{mistake.says} {mistake.hint}" for mistake in recording.mistakes]
    assert [words for words in (*CAN_ONLY, *MUST) if not any(re.search(words, text) for text in texts)] == []


def name(item, traces, known):
    """What a student reads whose work does this."""
    found = name_of(tapes(collected.checks().of(item), traces), known)
    return found and found.name


def test_no_known_mistake_is_ever_called_by_another_ones_name(recording):
    named = [
        (mistake.name, item, name(item, mistake.traces, recording.mistakes))
        for mistake in recording.mistakes
        for item in mistake.items
    ]
    assert [each for each in named if each[2] not in (each[0], None)] == []


def test_a_sentence_about_values_is_not_put_beside_a_shape_error(recording):
    """merge.reshaped_only says "the result has the right shape"; a result of another shape is something else."""
    mistake = next(each for each in recording.mistakes if each.name == "merge.reshaped_only")
    mine = dict(mistake.traces)
    assert name("2.1", mine, recording.mistakes) == "merge.reshaped_only"
    failed = [check for check, trace in mine.items() if not trace.passed]
    reshaped = [*mine[failed[-1]].fingerprints]
    head, skeleton, changed, (summary, *rest) = reshaped[-1]
    reshaped[-1] = [head, skeleton, changed, [[summary[0], [*summary[1], 1], *summary[2:]], *rest]]
    mine[failed[-1]] = Trace(False, tuple(reshaped), "shape")
    assert name("2.1", mine, recording.mistakes) is None


def test_the_recording_stays_small_enough_to_hand_out():
    assert RECORDED.stat().st_size < 1_100_000
