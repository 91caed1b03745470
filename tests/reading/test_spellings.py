"""Every spelling of the hostile bank, read by itself: what is plain in the source is found, the rest is not guessed."""

from pathlib import Path

import pytest

from softmark.reading.rules.forbidden import Reading
from tests.hostile.bank.spellings import PLAIN, TOLD, source

CALLS = ["torch.softmax", "torch.nn.functional.softmax", "torch.nn.Softmax", "Tensor.softmax"]
TASK = ["attention.softmax"]
ASSIGNMENT = Path(__file__).resolve().parents[2] / "assignment"
GIVEN = {name: (ASSIGNMENT / f"{name}.py").read_text(encoding="utf-8") for name in ("data", "baselines", "pictures")}


def hits(text, given=GIVEN):
    return Reading({"attention": source(text)}, TASK, given).hits(TASK, CALLS)


@pytest.mark.parametrize("spelling", PLAIN)
def test_what_is_plain_in_the_source_is_found_at_a_line_that_says_it(spelling):
    found = hits(PLAIN[spelling])
    lines = source(PLAIN[spelling]).splitlines()
    assert found
    assert any("oftmax" in lines[hit.line - 1] or "rows" in lines[hit.line - 1] for hit in found)


@pytest.mark.parametrize("spelling", TOLD)
def test_what_cannot_be_read_costs_nothing_until_a_person_has_looked(spelling):
    assert hits(TOLD[spelling]) == []


HONEST = {
    "a given module that is used for what it is there for": """
        from baselines import NGram
        from data import Vocabulary
        def softmax(scores):
            e = scores.exp()
            return e / e.sum(-1, keepdim=True)
    """,
    "types that are named in annotations": """
        import torch
        from torch import Tensor, nn
        # The signature is the stub's, with its annotations.
        def softmax(scores: Tensor, layer: nn.Softmax | None = None, kind: torch.dtype | None = None) -> "nn.Softmax":
            e: torch.nn.Softmax = scores.exp()
            return e / e.sum(-1, keepdim=True)
    """,
    "a comparison with the library when it is imported, beside a signal": """
        import torch
        def softmax(scores):
            e = scores.exp()
            return e / e.sum(-1, keepdim=True)
        signal = torch.ones(2, 3)
        assert torch.allclose(softmax(signal), torch.softmax(signal, -1))
    """,
}


@pytest.mark.parametrize("example", HONEST)
def test_honest_code_is_left_alone(example):
    text = source(HONEST[example])
    reading = Reading({"attention": text}, TASK, GIVEN)
    assert reading.hits(TASK, CALLS) == []
    assert [*reading.notes(TASK, CALLS), *reading.import_notes()] == []


def test_what_a_given_function_uses_is_used_by_whoever_calls_it():
    given = {"baselines": "import torch\ndef weigh(x):\n    return torch.softmax(x, -1)\n"}
    (hit,) = hits("from baselines import weigh\ndef softmax(scores):\n    return weigh(scores)\n", given)
    assert (hit.file, hit.line, hit.name) == ("baselines.py", 3, "torch.softmax")


def test_a_given_module_is_no_part_of_what_was_handed_in():
    given = {"baselines": "import sys\nsys.settrace(print)\n"}
    reading = Reading({"attention": "import baselines\n"}, TASK, given)
    assert [*reading.trees] == ["attention"]
    assert reading.import_notes() == []


def test_a_hook_costs_the_tasks_of_the_file_that_installs_it_and_no_others():
    hook = source(PLAIN["a profiler of Python's"])
    reading = Reading(
        {"lm": hook.replace("softmax(scores):", "loss(scores):"), "attention": "def softmax(x):\n    return x\n"}
    )
    assert reading.hits(["attention.softmax"], CALLS) == []
    assert reading.hits(["lm.loss"], CALLS) != []
