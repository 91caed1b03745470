"""No sentence of the bank contradicts the failure it stands beside: what it says of shapes, dtypes, values is so."""

import re

import torch  # noqa: F401 (the recorded reference holds tensors)

from softmark.running import recording as recorded
from tests.mini_course import ROOT

RECORDED = ROOT / "assignment/public_tests/recorded.safetensors"

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
    """As recorded: that the server sees the same is another test (test_sentences.py)."""
    found, claimed = [], set()
    for mistake in recorded.read(RECORDED).mistakes:
        failed = [(name, trace.kind) for name, trace in mistake.traces.items() if not trace.passed]
        assert failed, f"what {mistake.name} does is recorded"
        claimed |= {claim for claim, made in claims(mistake).items() if made}
        found.extend(f"{mistake.name} {said}" for said in contradictions(mistake, failed))
    assert claimed and found == []
