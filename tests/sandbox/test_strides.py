"""How a tensor lies in memory is the same at home and in the sandbox, so that a view works in both or in neither."""

import pytest

from softmark.checks import values
from softmark.checks.request import Request
from softmark.checks.values import FlatArray, NotPlain
from softmark.grading.charge import Budget
from softmark.grading.remote import Files, Remote
from softmark.sandbox import wire
from tests.proc import A_HANG
from tests.scripted import Spawner

torch = pytest.importorskip("torch")
NUMBERS = torch.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize(
    "given",
    [
        NUMBERS,
        NUMBERS.transpose(-1, -2),
        NUMBERS.permute(2, 0, 1),
        NUMBERS[:, :, ::2],
        NUMBERS.transpose(0, 1)[::2],
        torch.zeros(3, 1).expand(3, 4),
        torch.ones(2, 3, dtype=torch.bfloat16).T,
        torch.tensor(1.0),
    ],
)
def test_a_question_arrives_as_a_copy_at_home_would_lie(given):
    arrived = []

    def performs(worker, question):
        arrived.extend(question.open().value[0])
        worker.replies(question, None)

    program = Remote(Spawner(performs), Files({}), Budget(A_HANG, lambda check: A_HANG))
    program.perform(Request("call", "multihead.merge_heads", (given,)))
    assert torch.equal(arrived[0], given)
    assert arrived[0].stride() == values.copy(given).stride()


def test_an_answer_comes_back_in_order_however_it_lay():
    packed = wire.pack(NUMBERS.transpose(0, 2))
    arrived = wire.Sealed(packed.text, bytearray(packed.body), {}).open().value
    assert arrived.is_contiguous()
    assert torch.equal(arrived, NUMBERS.transpose(0, 2))


@pytest.mark.parametrize("turned", [(0, 0), (0, 1, 2), (1, 2), (-1, 0)])
def test_a_forged_order_is_refused(turned):
    with pytest.raises(NotPlain, match="turned in an impossible way"):
        values.unflatten(FlatArray("torch", "float32", (1, 2), "cpu", bytes(8), turned))
