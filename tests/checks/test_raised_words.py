"""Python's and PyTorch's own messages, each followed by a sentence of ours; the errors here are real ones."""

import math

import pytest

from softmark.checks.raised_words import meaning

NUMBER = 1.0


def told(action, place=" (attention.py line 3)"):
    """What follows the message of this error."""
    with pytest.raises(Exception) as raised:
        action()
    return meaning(f"your code raised {type(raised.value).__name__}: {str(raised.value).splitlines()[0]}{place}")


def test_python_s_own():
    def shadowed():
        softmax = softmax(1)  # noqa: F821, F841

    assert told(lambda: math.log(0)).startswith("A function of `math` has no value for this number")
    assert told(lambda: range(4 / 2)).startswith("A whole number is needed, and `/` always gives a float")

    def never_assigned():
        for number in ():
            total = number
        return total

    assert "so `softmax` is the function's own" in told(shadowed)
    assert told(never_assigned).endswith("here it is read before it has a value.")
    assert told(lambda: (1, 2).shape).startswith("A tuple has parts")


def test_the_call_of_a_check_that_does_not_fit():
    def scores(q, k, d_k):
        pass

    assert told(lambda: scores(1, 2), place="") == (
        "The checks call it as the stub declares it: its parameters must stay as they were."
    )
    assert told(lambda: NUMBER(2), place="").startswith("The name that the checks call stands for a float")


def test_nothing_is_said_of_the_student_s_own_calls_and_of_other_messages():
    assert told(lambda: NUMBER(2)) == ""
    assert told(lambda: {}["x"]) == ""
    assert meaning("the result is 2, where 3 is expected") == ""


def test_pytorch_s():
    torch = pytest.importorskip("torch")
    x = torch.ones(2, 3, 4)
    assert told(lambda: torch.sqrt(3)).startswith("This function of PyTorch takes a tensor, not a plain number")
    assert told(lambda: math.exp(x)).startswith("A tensor of many numbers is used where one number belongs")
    for pair in (lambda: x - x.max(dim=-1), lambda: torch.exp(x.max(dim=-1))):
        assert "`.values` takes the first" in told(pair)
    for size in (lambda: x.reshape(2, 3, 2, 4 / 2), lambda: x.view(2, 3, 2, 4 / 2), lambda: torch.zeros(4 / 2)):
        assert told(size).startswith("A size is a whole number")
    assert "`reshape` copies them" in told(lambda: x.transpose(1, 2).view(-1))
    assert told(lambda: torch.nn.ModuleList()(x)).startswith("`nn.ModuleList` is a list of layers")
    assert "`is not None`" in told(lambda: 1 if x else 2)
    for product in (lambda: x @ x, lambda: x[0] @ x[0]):
        assert told(product).endswith("the sizes in the middle must be equal; here they are 4 and 3.")
    assert told(lambda: x + x.transpose(1, 2)).endswith("here they are 4 and 3.")
    assert told(lambda: torch.nn.Embedding(3, 2)(torch.tensor([3]))).startswith("A table was asked for a row")
    assert told(lambda: x.sum(dim=3)).endswith("and this tensor has 3.")
    assert told(lambda: torch.topk(x, 9)).startswith("`topk` was asked for more numbers")
    assert told(lambda: torch.cat([x, x[0]])).startswith("`cat` joins tensors of equally many dimensions")
    targets = torch.zeros(2, 3).long()
    assert told(lambda: torch.nn.functional.cross_entropy(x, targets)).startswith("`cross_entropy` takes logits")
    assert told(x.clone().requires_grad_().numpy).startswith("No gradient flows back through NumPy")
    assert told(x.sum().backward).startswith("What `backward` starts from was computed without gradients")
    assert "dtype=x.dtype" in told(lambda: x.double()[0].T @ x[0])
