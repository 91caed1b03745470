"""Checks that every task shares: the classes of a grader inherit them, with their labels and points.

    @number("3.1")
    class TestLayerNorm(LayerChecks, LeadingDimensions):
        def case(self, draw, weights): ...  # how it is called, and on what

They are made on that case (the fixture `everyday`) if its answer is right. If it is wrong, their points are kept where
the class's first own check passes and a later one fails, because one mistake costs once; otherwise they are not earned.
A label of theirs costs at most 2 points over all tasks. `weights=`, `dtype=` and `train=` are no words of a student's
constructor: they load the parameters, and set dtype and mode, of the layer that is made.
"""

from contextlib import suppress

import torch
from gradescope_utils.autograder_utils.decorators import weight

from softmark.checks import StudentFailure, is_array, require, require_array


class FunctionChecks:
    """Of every function."""

    @weight(0.2)
    def test_dtype(self, everyday, same):
        """dtype: float32 in, float32 out; float64 in, float64 out, and no step in float32 on the way."""
        same(*everyday.answers(), loosen=4.0)
        got, expected = everyday.answers(double, dtype="float64")
        same(got, expected, what="the answer in float64", loosen=4.0)
        if everyday.case.inputs[0].is_floating_point():
            made = everyday.case.made(everyday.student, dtype="float64")
            near = everyday.case.judge(made(*everyday.case.changed(hardly_changed)))
            pairs = zip(near, got, strict=True) if isinstance(got, tuple | list) else [(near, got)]
            require(
                any(bool((a != b).any()) for a, b in pairs),
                "a change in the eleventh digit of the input is lost",
                category="dtype",
            )

    @weight(0.25)
    def test_gradients(self, everyday, same):
        """gradients: right, for every float that goes in and every weight that takes part."""
        case = everyday.case
        got, expected = (made.grad(*case.inputs, **case.options) for made in everyday.made())
        require(len(got.by_input) == len(expected.by_input), "no gradient reaches what goes in")
        pairs = [(f"input {i}", *both) for i, both in enumerate(zip(got.by_input, expected.by_input, strict=True), 1)]
        pairs += [(name, got.by_name.get(name), theirs) for name, theirs in expected.by_name.items()]
        for name, mine, theirs in pairs:
            if theirs is not None:
                require(mine is not None, f"no gradient reaches {name}: is a tensor detached or made anew on the way?")
                same(mine, theirs, what=f"the gradient of {name}", loosen=4.0)

    @weight(0.1)
    def test_inputs_unchanged(self, everyday):
        """inputs unchanged: what goes in stays as it was, and so do weights and PyTorch's settings."""
        changed = everyday.case.made(everyday.student).observe(*everyday.case.inputs).changed
        require(not changed, f"your code changed {', '.join(changed)}", "your code changed an input or a weight")


def double(part):
    return part.double() if part.is_floating_point() else part


def hardly_changed(part):
    return part.double() + part.flip(-1) / 2**36 if part.is_floating_point() else part


class LeadingDimensions:
    """Of every function that takes any leading dimensions. Its case is a batch of four, or of six."""

    thing = 2
    """Dimensions without the batch: 2 for a sequence (n, d), 1 for a vector."""

    @weight(0.25)
    def test_leading_dimensions(self, everyday, same):
        """leading dimensions: none, one or several; each thing in a batch is treated by itself."""
        same(*everyday.answers(lambda part: part[1]), what="the answer without a batch")
        same(*everyday.answers(lambda part: part.unflatten(0, (2, -1))), what="the answer to a batch of batches")
        if self.thing == 1:
            same(*everyday.answers(lambda part: part[1, 1]), what="the answer to one vector")


class LayerChecks(FunctionChecks):
    """Of every layer."""

    @weight(0.1)
    def test_modes(self, everyday, same):
        """modes: training and evaluation give the same numbers."""
        same(*everyday.answers(train=True), what="the answer in training mode", loosen=4.0)

    @weight(0.1)
    def test_calls(self, everyday, same):
        """calls: each is independent of those before it, for any length, one token too, and any batch."""
        mine, theirs = everyday.made()
        for rows, tokens in ((2, 1), (4, None), (1, 3)):
            inputs = [part[:rows, :tokens] if is_array(part) else part for part in everyday.case.inputs]
            same(mine(*inputs), theirs(*inputs), what="the answer after other calls", loosen=4.0)


def unit(x):
    """Each vector at length 1: two answers that differ by a factor are then the same."""
    require_array(x, torch.zeros(1))
    return x / x.norm(dim=-1, keepdim=True)


def not_judged(function, *inputs):
    """One more call, ungraded: its reply only helps to tell two known mistakes apart."""
    with suppress(StudentFailure):
        function(*inputs)
