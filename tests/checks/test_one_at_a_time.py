"""A batch handed over one at a time: what is put together again is what the whole batch gives."""

import torch

from softmark.checks.one_at_a_time import OneAtATime
from softmark.checks.request import Request
from softmark.checks.student import Student
from softmark.running.execute import Executor
from softmark.running.trusted import load

SOURCE = """
import torch
from torch import nn

def scores(q, k, mask=None):
    made = q @ k.transpose(-2, -1)
    return (made if mask is None else made * mask), made.sum(dim=-1)

def cuts(x):
    x[..., 0] = 0.0
    return None

class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Linear(4, 3)

    def forward(self, x):
        return self.W(x)
"""


def both(request, *before):
    """The same request to a batch, and one at a time."""
    made = []
    for wrap in (lambda student: student, lambda student: Student(OneAtATime(student, 2))):
        student = wrap(Student(Executor(load({"tasks": SOURCE}))))
        for each in before:
            student.ask(each)
        made.append(student.ask(request))
    return made


def numbers(*shape):
    return torch.sin(torch.arange(float(torch.tensor(shape).prod()))).reshape(shape)


def test_results_are_put_together_and_what_is_no_batch_is_for_everybody():
    q, k, mask = numbers(3, 2, 4), numbers(3, 5, 4), numbers(2, 5)
    whole, each = both(Request("call", "tasks.scores", (q, k), {"mask": mask}))
    assert all(torch.allclose(mine, theirs) for mine, theirs in zip(whole.value, each.value, strict=True))


def test_gradients_are_those_of_the_batch():
    q, k, mask = numbers(3, 2, 4), numbers(3, 5, 4), numbers(2, 5)
    whole, each = both(Request("grad", "tasks.scores", (q, k, mask), {"grad_of": 0}))
    assert [part.shape for part in each.by_input] == [q.shape, k.shape, mask.shape]
    assert all(
        torch.allclose(mine, theirs, atol=1e-6) for mine, theirs in zip(whole.by_input, each.by_input, strict=True)
    )


def test_the_gradients_of_a_layer_add_up():
    weights = {"W.weight": numbers(3, 4), "W.bias": numbers(3)}
    made = Request("call", "tasks.Layer", (), {"weights": weights})
    whole, each = both(Request("grad", "#0", (numbers(3, 2, 4),)), made)
    assert set(each.by_name) == {"W.weight", "W.bias"}
    assert all(torch.allclose(whole.by_name[name], each.by_name[name], atol=1e-6) for name in each.by_name)


def test_an_input_that_is_changed_for_one_is_changed():
    x = numbers(3, 2, 4)
    _, each = both(Request("observe", "tasks.cuts", (x,)))
    assert each.changed == ("argument 1",)
    assert each.value is None
