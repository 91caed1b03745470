"""Part 2: several heads side by side (multihead.py).

The public and the hidden checks are these same functions on different numbers and sizes. Sizes within a check are
all different, and so is what code may make of them (d = h · d/h, a width squared), so that a head taken for a token or
a feature cannot hide. The ground is the everyday case: one batch, float32.
"""

import torch
from properties import (
    CALLS,
    DTYPES,
    GRADIENTS,
    MODES,
    UNCHANGED,
    other_lengths,
    require_causal,
    require_unchanged,
    same_gradients,
    turned_away,
)
from weights import mha_weights

from softmark.checks import by_pattern, item, one_at_a_time, require, require_array, rests_on


def made_of(n, h, w, *others):
    """What code may make of the sizes: the whole width, two dimensions in one, a width squared."""
    return (h * w, n * h, n * w, h * h, w * w)


def head_sizes(draw, count, low=2):
    """n, h, d/h and what else a check needs: distinct, and distinct from what is made of them."""
    return draw.sizes(count, low=low, high=low + 4, derived=made_of)


@item("2.1")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestSplitHeads:
    @rests_on("Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.")
    def test_contiguous_chunks(self, student, reference, draw, same):
        """Head 0 gets the first d/h features of every token, head 1 the next, and so on."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, n, h * w)
        same(student.multihead.split_heads(x, h), reference.multihead.split_heads(x, h), axes="B h n d/h")

    @rests_on("Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.")
    def test_worked_example(self, student, same):
        """Two tokens of width 4 and two heads, as in the stub."""
        x = torch.tensor([[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]])
        chunks = torch.tensor([[[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]])
        same(student.multihead.split_heads(x, 2), chunks, axes="B h n d/h")

    @rests_on("Any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Splitting takes any leading dimensions, none or several: the heads stand right before the tokens."""
        n, h, w, B, C = head_sizes(draw, 5)
        for leading, axes in (((), "h n d/h"), ((B, C), "B C h n d/h")):
            x = draw(*leading, n, h * w)
            same(student.multihead.split_heads(x, h), reference.multihead.split_heads(x, h), axes=axes)

    @rests_on("Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.")
    def test_equal_sizes(self, student, reference, draw, same):
        """Each head gets its own numbers, also where n, h and d/h are equal."""
        s = draw.integer(3, 4)
        x = draw(s, s, s * s)
        same(student.multihead.split_heads(x, s), reference.multihead.split_heads(x, s), axes="B h n d/h")

    @rests_on("n_heads = 1 and n_heads = d work.")
    def test_one_head_and_d_heads(self, student, reference, draw, same):
        """One head takes everything; d heads take one feature each."""
        n, d, B = draw.sizes(3, low=3)
        x = draw(B, n, d)
        for h in (1, d):
            same(student.multihead.split_heads(x, h), reference.multihead.split_heads(x, h), axes="B h n d/h")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Splitting: float64 in, float64 out."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, n, h * w, dtype="float64")
        same(student.multihead.split_heads(x, h), reference.multihead.split_heads(x, h), axes="B h n d/h")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back through the split."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, n, h * w)
        same_gradients(same, student.multihead.split_heads.grad(x, h), reference.multihead.split_heads.grad(x, h), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw):
        """Splitting does not change x."""
        n, h, w, B = head_sizes(draw, 4)
        require_unchanged(student.multihead.split_heads.observe(draw(B, n, h * w), h))


@item("2.1")
@one_at_a_time("the heads of one sequence (h, n, d/h)", dims=3, habit="leading dimensions")
class TestMergeHeads:
    @rests_on("It undoes `split_heads` exactly, for any number of heads: side by side, head 0 first.")
    def test_side_by_side(self, student, reference, draw, same):
        """Each token's heads lie side by side again, head 0 first."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, h, n, w)
        same(student.multihead.merge_heads(x), reference.multihead.merge_heads(x), axes="B n d")

    @rests_on("Any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Merging takes any leading dimensions, none or several."""
        n, h, w, B, C = head_sizes(draw, 5)
        for leading, axes in (((), "n d"), ((B, C), "B C n d")):
            x = draw(*leading, h, n, w)
            same(student.multihead.merge_heads(x), reference.multihead.merge_heads(x), axes=axes)

    @rests_on("It undoes `split_heads` exactly, for any number of heads: side by side, head 0 first.")
    def test_equal_sizes(self, student, reference, draw, same):
        """Each token gets its own numbers back, also where n, h and d/h are equal."""
        s = draw.integer(3, 4)
        x = draw(s, s, s, s)
        same(student.multihead.merge_heads(x), reference.multihead.merge_heads(x), axes="B n d")

    @rests_on("It undoes `split_heads` exactly, for any number of heads: side by side, head 0 first.")
    def test_undoes_the_split(self, student, reference, draw, same):
        """Merging what a right `split_heads` made gives x back, for one head, several, and d."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, n, h * w)
        for count in (h, 1, h * w):
            heads = reference.multihead.split_heads(x, count)  # a wrong split of your own costs once
            back = student.multihead.merge_heads(heads.contiguous())  # as it comes over the wall: at home too
            same(back, x, axes="B n d", what="what was split and merged")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Merging: float64 in, float64 out."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, h, n, w, dtype="float64")
        same(student.multihead.merge_heads(x), reference.multihead.merge_heads(x), axes="B n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back through the merge."""
        n, h, w, B = head_sizes(draw, 4)
        x = draw(B, h, n, w)
        same_gradients(same, student.multihead.merge_heads.grad(x), reference.multihead.merge_heads.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw):
        """Merging does not change its input."""
        n, h, w, B = head_sizes(draw, 4)
        require_unchanged(student.multihead.merge_heads.observe(draw(B, h, n, w)))


def layers(student, reference, weights, d_model, n_heads, dtype="float32", train=False):
    """The student's layer and the reference's, with the same weights."""
    made = mha_weights(weights, d_model)
    return [
        who.multihead.MultiHeadAttention(d_model, n_heads, weights=made, dtype=dtype, train=train)
        for who in (student, reference)
    ]


@item("2.2")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestMultiHeadAttention:
    @rests_on(
        "Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width. The "
        "projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last."
    )
    def test_values(self, student, reference, draw, weights, same):
        """Every head attends in its own chunk, causally and scaled by its own width; W^O comes last."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h)
        x = draw(B, n, h * w)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, weights, same):
        """Any leading dimensions, none or several: each sequence is treated by itself."""
        n, h, w, B, C = head_sizes(draw, 5)
        mine, theirs = layers(student, reference, weights, h * w, h)
        for leading, axes in (((), "n d"), ((B, C), "B C n d")):
            x = draw(*leading, n, h * w)
            same(mine(x), theirs(x), axes=axes)

    @rests_on("n = 1 and n_heads = 1 work.")
    def test_one_head_and_d_heads(self, student, reference, draw, weights, same):
        """One head of full width, and d heads of width 1."""
        n, d, B = draw.sizes(3, low=3, high=6)
        for h in (1, d):
            mine, theirs = layers(student, reference, weights, d, h)
            x = draw(B, n, d)
            same(mine(x), theirs(x), axes="B n d")

    @rests_on(
        "Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width. The "
        "projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last."
    )
    def test_equal_sizes(self, student, reference, draw, weights, same):
        """The right numbers also where n, h and d/h are equal."""
        s = draw.integer(3, 4)
        mine, theirs = layers(student, reference, weights, s * s, s)
        x = draw(s, s, s * s)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("n = 1 and n_heads = 1 work.")
    def test_one_token(self, student, reference, draw, weights, same):
        """A sequence of one token takes its own value, through W^O."""
        _, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h)
        x = draw(B, 1, h * w)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same layer on one token, on a longer row, on a shorter one and on another batch: each call by itself."""
        _, h, w = head_sizes(draw, 3)
        mine, theirs = layers(student, reference, weights, h * w, h)
        for x in other_lengths(draw, h * w):
            same(mine(x), theirs(x), axes="B n d")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the layer gives the same numbers."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h, train=True)
        x = draw(B, n, h * w)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Causal in every head: changing token j changes no output before j.")
    def test_no_look_ahead(self, student, draw, weights, same):
        """Changing later tokens changes no earlier output."""
        _, h, w, B = head_sizes(draw, 4)
        n = draw.integer(4, 8)
        made = mha_weights(weights, h * w)
        made["W_k.weight"] = -made["W_q.weight"]
        layer = student.multihead.MultiHeadAttention(h * w, h, weights=made)
        x = turned_away(draw, made["W_q.weight"], B, n, n_heads=h)
        require_causal(same, layer, x, -x, draw.integer(2, n - 1))

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """Float64 in, float64 out, to float64's precision."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h, "float64")
        x = draw(B, n, h * w, dtype="float64")
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients flow back to x and to all four projections."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h)
        x = draw(B, n, h * w)
        same_gradients(same, mine.grad(x), theirs.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw, weights):
        """x is not changed."""
        n, h, w, B = head_sizes(draw, 4)
        layer = student.multihead.MultiHeadAttention(h * w, h, weights=mha_weights(weights, h * w))
        require_unchanged(layer.observe(draw(B, n, h * w)))


@item("2.3")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestHeadContributions:
    @rests_on("Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.")
    def test_each_head(self, student, reference, draw, weights, same):
        """What each head writes into the stream, in the order of the heads, at full width."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h)
        x = draw(B, n, h * w)
        same(mine.head_contributions(x), theirs.head_contributions(x), axes="B h n d")

    @rests_on("Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.")
    def test_sum_is_forward(self, student, reference, draw, weights, same):
        """The contributions of all heads sum to what the layer returns."""
        n, h, w, B = head_sizes(draw, 4, low=3)  # of two heads, the others' contributions have the same sum
        mine, theirs = layers(student, reference, weights, h * w, h)
        x = draw(B, n, h * w)
        got = mine.head_contributions(x)
        require_array(got, x, "the result")
        require(
            got.ndim == x.ndim + 1, "the result should have one dimension more than x, for the heads", category="shape"
        )
        same(got.sum(dim=-3), theirs(x), axes="B n d", what="the sum over the heads")

    @rests_on("Any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, weights, same):
        """Any leading dimensions, none or several: the heads stand right before the tokens."""
        n, h, w, B, C = head_sizes(draw, 5)
        mine, theirs = layers(student, reference, weights, h * w, h)
        for leading, axes in (((), "h n d"), ((B, C), "B C h n d")):
            x = draw(*leading, n, h * w)
            same(mine.head_contributions(x), theirs.head_contributions(x), axes=axes)

    @rests_on("Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.")
    def test_equal_sizes(self, student, reference, draw, weights, same):
        """The right numbers also where n, h and d/h are equal."""
        s = draw.integer(3, 4)
        mine, theirs = layers(student, reference, weights, s * s, s)
        x = draw(s, s, s * s)
        same(mine.head_contributions(x), theirs.head_contributions(x), axes="B h n d")

    @rests_on("n = 1 and n_heads = 1 work.")
    def test_one_token_one_head(self, student, reference, draw, weights, same):
        """One token works, and so does one head."""
        _, h, w, B = head_sizes(draw, 4)
        for n_heads, n in ((h, 1), (1, 3)):
            mine, theirs = layers(student, reference, weights, h * w, n_heads)
            x = draw(B, n, h * w)
            same(mine.head_contributions(x), theirs.head_contributions(x), axes="B h n d")

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same layer on one token, on a longer row, on a batch of one and on another: each call by itself."""
        _, h, w = head_sizes(draw, 3)
        mine, theirs = layers(student, reference, weights, h * w, h)
        for x in other_lengths(draw, h * w):
            same(mine.head_contributions(x), theirs.head_contributions(x), axes="B h n d")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the contributions are the same."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h, train=True)
        x = draw(B, n, h * w)
        same(mine.head_contributions(x), theirs.head_contributions(x), axes="B h n d")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """Float64 in, float64 out, to float64's precision."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h, "float64")
        x = draw(B, n, h * w, dtype="float64")
        same(mine.head_contributions(x), theirs.head_contributions(x), axes="B h n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients flow back to x and to all four projections."""
        n, h, w, B = head_sizes(draw, 4)
        mine, theirs = layers(student, reference, weights, h * w, h)
        x = draw(B, n, h * w)
        same_gradients(same, mine.head_contributions.grad(x), theirs.head_contributions.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw, weights):
        """x is not changed."""
        n, h, w, B = head_sizes(draw, 4)
        layer = student.multihead.MultiHeadAttention(h * w, h, weights=mha_weights(weights, h * w))
        require_unchanged(layer.head_contributions.observe(draw(B, n, h * w)))
