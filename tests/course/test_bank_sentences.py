"""No sentence of the bank contradicts the failure it stands beside: what it says of shapes, dtypes, values is so."""

import re

from softmark.content.course import Course
from softmark.grading.calls.participants import Worlds
from tests.course.collected import checks
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)

ALL_IS_RIGHT_BUT = re.compile(r"(is|are) right, but")
"""Then only gradients or the caller's tensors are wrong."""


def claims(answer):
    text = f"{answer.says} {answer.hint}"
    return {
        "the right shape": "right shape" in text,
        "right but for gradients or inputs": bool(ALL_IS_RIGHT_BUT.search(text)),
        "another dtype": bool(re.search(r"come out in float32|default dtype", text)),
        "NaN": "NaN" in answer.says,
    }


def contradictions(answer, failed):
    """What the sentence claims and the failed checks deny; `failed` holds (check, category)."""
    claimed = claims(answer)
    kinds = {kind for _, kind in failed}
    if claimed["the right shape"] and "shape" in kinds:
        yield "claims the right shape beside a shape error"
    if claimed["right but for gradients or inputs"]:
        wrong = [name for name, _ in failed if not re.search(r"gradient|unchanged|input_kept", name)]
        if wrong:
            yield f"claims right values, but fails {', '.join(wrong)}"
    if claimed["another dtype"] and "dtype" not in kinds:
        yield "claims another dtype, but no check finds one"
    if claimed["NaN"] and not kinds & {"nan", "raised"}:
        yield "claims NaN, but no check finds one"


def test_every_sentence_fits_the_failures_of_its_mistake():
    found = []
    worlds = Worlds(COURSE, checks())
    for answer in COURSE.known_mistakes:
        if not any(claims(answer).values()):
            continue
        world = worlds.load(answer.overlay)
        ran = [
            (check.name, checks().run(check, worlds.against("sentences", world)))
            for item in answer.loses
            for check in checks().of(item)
        ]
        failed = [(name, finding.category) for name, finding in ran if not finding.passed]
        found.extend(f"{answer.name} {said}" for said in contradictions(answer, failed))
    assert found == []
