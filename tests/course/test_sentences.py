"""What is said of a mistake can stand beside what is seen of it: at home and on the server, for the whole bank."""

import re

import pytest
import torch  # noqa: F401 (the recorded reference holds tensors)

from softmark.checks.trace import Trace
from softmark.content.course import Course
from softmark.grading.calls.participants import Worlds
from softmark.naming.diagnose import name_mistake
from softmark.running import recording as recorded
from tests.course import collected
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
    r"overflow|NaN|infinit": {"nan"},
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


@pytest.fixture(scope="module")
def items():
    """Item → its checks, and which of all checks are random."""
    found = {}
    for check in collected.checks():
        found.setdefault(check.item, []).append(check.name)
    return found, frozenset(check.name for check in collected.checks() if check.by_pattern)


def test_no_known_mistake_is_ever_called_by_another_ones_name(recording, items):
    checks, random = items
    called, known_in = [], {}
    for mistake in recording.mistakes:
        for item in mistake.items:
            known_in.setdefault(item, {})[mistake.name] = mistake.traces
    for mistake in recording.mistakes:
        for item in mistake.items:
            mine = {name: trace for name, trace in mistake.traces.items() if name in checks[item]}
            name = name_mistake(mine, known_in[item], random)
            called += [] if name in (mistake.name, None) else [(mistake.name, item, name)]
    assert called == []


def test_a_sentence_about_values_is_not_put_beside_a_shape_error(recording, items):
    """merge.reshaped_only says "the result has the right shape"; a result of another shape is something else."""
    mistake = next(each for each in recording.mistakes if each.name == "merge.reshaped_only")
    checks, random = items
    mine = {name: trace for name, trace in mistake.traces.items() if name in checks["2.1"]}
    known = {other.name: other.traces for other in recording.mistakes if "2.1" in other.items}
    assert name_mistake(mine, known, random) == "merge.reshaped_only"
    failed = [name for name, trace in mine.items() if not trace.passed]
    reshaped = [*mine[failed[-1]].fingerprints]
    head, skeleton, changed, (summary, *rest) = reshaped[-1]
    reshaped[-1] = [head, skeleton, changed, [[summary[0], [*summary[1], 1], *summary[2:]], *rest]]
    mine[failed[-1]] = Trace(False, tuple(reshaped), "shape")
    assert name_mistake(mine, known, random) is None


def test_home_and_server_name_alike(recording, items):
    """The recording knows of every failed check what the server works out by running the mistake."""
    item = "1.5"
    _, random = items
    at_home = {each.name: each.traces for each in recording.mistakes if item in each.items}
    different = []
    wanted = collected.checks().of(item)
    known = Worlds(COURSE, collected.checks()).known(item, wanted, COURSE.rubric.public_key())
    for name, traces in known.items():
        mine = {check.name: traces[check.name] for check in wanted}
        names = name_mistake(mine, at_home, random), name_mistake(mine, known, random)
        different.extend([] if names[0] == names[1] else [(name, *names)])
    assert set(known) == set(at_home)
    assert different == []


def test_the_recording_stays_small_enough_to_hand_out():
    assert RECORDED.stat().st_size < 1_100_000
