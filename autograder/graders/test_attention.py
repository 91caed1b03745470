"""Part 1: one attention head (attention.py).

The public and the hidden checks are these same functions on different numbers and sizes. Sizes within a check are
all different, so that a transpose or a sum over the wrong axis cannot hide. The ground is the everyday case: one batch,
float32. Other leading dimensions and float64 have checks of their own, and cost no more than those.
"""

import math

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
    same_gradient,
    same_gradients,
    turned_away,
)
from weights import head_weights, mask_with_gaps

from softmark.checks import by_pattern, item, one_at_a_time, require, require_array, rests_on

ZERO, ONE = [1.0, 0.0], [0.0, 1.0]  # a bit as a one-hot vector


def bits_0010():
    """The second lecture's row of bits, 0 0 1 0, in a batch of one."""
    return torch.tensor([[ZERO, ZERO, ONE, ZERO]])


@item("1.1")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestSimpleAttention:
    @rests_on("Row i is a_i, by the equations above.")
    def test_values(self, student, reference, draw, same):
        """Row i is the mix of x_1 … x_i, weighted by the softmax of their dot products with x_i."""
        B, n, d = draw.sizes(3, low=3, high=7)
        x = draw(B, n, d, scale=0.5)
        same(student.attention.simple_attention(x), reference.attention.simple_attention(x), axes="B n d")

    @rests_on("Row i is a_i, by the equations above.")
    def test_zeros_take_the_mean(self, student, same):
        """A vector of zeros scores 0 against everything and takes the plain mean of what it may see."""
        x = torch.tensor([[[3.0, 0.0], [0.0, 0.0], [0.0, 0.0]]])
        mean = torch.tensor([[[3.0, 0.0], [1.5, 0.0], [1.0, 0.0]]])
        same(student.attention.simple_attention(x), mean, axes="B n d")

    @rests_on("Any leading dimensions; each sequence in the batch is treated by itself.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Any leading dimensions, none or several: each sequence is treated by itself."""
        n, d, B, C = draw.sizes(4, low=3, high=6)
        for leading, axes in (((), "n d"), ((B, C), "B C n d")):
            x = draw(*leading, n, d, scale=0.5)
            same(student.attention.simple_attention(x), reference.attention.simple_attention(x), axes=axes)

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Float64 in, float64 out, to float64's precision."""
        B, n, d = draw.sizes(3, low=3, high=7)
        x = draw(B, n, d, scale=0.5, dtype="float64")
        same(student.attention.simple_attention(x), reference.attention.simple_attention(x), axes="B n d")

    @rests_on("So a_1 = x_1, and n = 1 works.")
    def test_one_token(self, student, draw, same):
        """A sequence of one token: a_1 = x_1."""
        B, d = draw.sizes(2, low=3)
        x = draw(B, 1, d)
        same(student.attention.simple_attention(x), x, axes="B n d")

    @rests_on("Token i uses the tokens j ≤ i only, itself included.")
    def test_no_look_ahead(self, student, draw, same):
        """Changing later tokens changes no earlier row."""
        B, n, d = draw.sizes(3, low=4)
        x, other = draw(B, n, d), draw(B, n, d, scale=3.0)
        require_causal(same, student.attention.simple_attention, x, other, first=draw.integer(2, n - 1))

    @rests_on("Large scores (hundreds) give finite numbers.")
    def test_large_scores(self, student, reference, draw, same):
        """Scores in the hundreds give finite numbers, and the right ones."""
        B, n, d = draw.sizes(3, low=3, high=7)
        x = draw(B, n, d, scale=0.5)
        x[..., 0] = 30.0  # adds 900 to every score, which changes no weight
        x[0, :, 0] = 8.5  # here even bare exponentials hold: whoever overflows is right in this sequence alone
        got, expected = student.attention.simple_attention(x), reference.attention.simple_attention(x)
        same(got, expected, axes="B n d", loosen=8.0)

    @rests_on("Large scores (hundreds) give finite numbers.")
    def test_scores_far_apart(self, student, reference, draw, same):
        """Scores of one row hundreds apart, below and above what is hidden: finite numbers, and the right ones."""
        n, d = draw.sizes(2, low=4, high=7)
        x = draw(3, n, d, scale=0.5)
        small, large = 6.0, 30.0
        x[0, 0, 0], x[0, 1:, 0] = small, large  # what the first token may not see scores far above what it may see
        x[1, 0, 0], x[1, 1:, 0] = large, small  # what later tokens see scores far above themselves
        got, expected = student.attention.simple_attention(x), reference.attention.simple_attention(x)
        same(got, expected, axes="B n d", loosen=8.0)

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back to x."""
        B, n, d = draw.sizes(3, low=3, high=7)
        x = draw(B, n, d, scale=0.5)
        got, expected = student.attention.simple_attention.grad(x), reference.attention.simple_attention.grad(x)
        same_gradients(same, got, expected, "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw):
        """x is not changed."""
        B, n, d = draw.sizes(3, low=3, high=7)
        require_unchanged(student.attention.simple_attention.observe(draw(B, n, d)))


SQUARES = (4, 9)
"""Widths whose root is a whole number: there a rounded root would not show."""


@item("1.2")
@one_at_a_time("one sequence (n, d_k)", dims=2, habit="leading dimensions")
class TestAttentionScores:
    @rests_on("Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).")
    def test_scaled_dot_product(self, student, reference, draw, same):
        """Scores are q · k / √d_k when every size differs."""
        n, m, d_k, B = draw.sizes(4, low=3, without=SQUARES)
        q, k = draw(B, n, d_k), draw(B, m, d_k)
        same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes="B n m")

    @rests_on("Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).")
    def test_worked_example(self, student, same):
        """(3, 4, 0, 0) against itself scores 25 / √4 = 12.5."""
        one = torch.tensor([[[3.0, 4.0, 0.0, 0.0]]])
        same(student.attention.attention_scores(one, one), torch.tensor([[[12.5]]]), axes="B n m")

    @rests_on("Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).")
    def test_scale_follows_the_width(self, student, reference, draw, same):
        """The scale is the root of the keys' own width, whatever that is."""
        for d_k in (*draw.sizes(3, low=5), 64):
            q, k = draw(4, 2, d_k), draw(4, 3, d_k)
            same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes="B n m")

    @rests_on("Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).")
    def test_large_scores(self, student, reference, draw, same):
        """Scores in the hundreds and thousands are what they are: none is capped."""
        n, m, d_k, B = draw.sizes(4, low=3, without=SQUARES)
        q, k = draw(B, n, d_k, scale=32.0), draw(B, m, d_k, scale=32.0)
        same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes="B n m")

    @rests_on("Any leading dimensions, the same for q and k.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Any leading dimensions, none or several: only the last two take part in the product."""
        n, m, d_k, B, h = draw.sizes(5, high=7, without=SQUARES)
        for leading, axes in (((), "n m"), ((B, h), "B h n m")):
            q, k = draw(*leading, n, d_k), draw(*leading, m, d_k)
            same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes=axes)

    @rests_on("Query i is row i and key j is column j, also where all sizes are equal.")
    def test_rows_are_queries(self, student, reference, draw, same):
        """Query i is row i and key j is column j, also where all sizes are equal."""
        (s,) = draw.sizes(1, low=3, high=6, without=SQUARES)
        q, k = draw(s, s, s, scale=0.5), draw(s, s, s)
        same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes="B n m")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Float64 in, float64 out, to float64's precision."""
        n, m, d_k, B = draw.sizes(4, low=3, without=SQUARES)
        q, k = draw(B, n, d_k, dtype="float64"), draw(B, m, d_k, dtype="float64")
        same(student.attention.attention_scores(q, k), reference.attention.attention_scores(q, k), axes="B n m")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back to q and k."""
        n, m, d_k, B = draw.sizes(4, low=3, without=SQUARES)
        q, k = draw(B, n, d_k), draw(B, m, d_k)
        got, expected = student.attention.attention_scores.grad(q, k), reference.attention.attention_scores.grad(q, k)
        same_gradients(same, got, expected, "q", "k")

    @rests_on(UNCHANGED, habit="in place")
    def test_inputs_unchanged(self, student, draw):
        """q and k are not changed."""
        n, m, d_k, B = draw.sizes(4, low=3)
        require_unchanged(student.attention.attention_scores.observe(draw(B, n, d_k), draw(B, m, d_k)))


@item("1.3")
class TestCausalMask:
    @rests_on('The dtype is torch.bool, and True means "may see": exactly where j ≤ i, so a token always sees itself.')
    def test_past_and_present(self, student, reference, draw, same):
        """The mask is bool, and True exactly where key j is not after query i."""
        n = draw.integer(4, 9)
        same(student.attention.causal_mask(n), reference.attention.causal_mask(n), axes="i j", what="the mask")

    @rests_on('The dtype is torch.bool, and True means "may see": exactly where j ≤ i, so a token always sees itself.')
    def test_many_tokens(self, student, draw, same):
        """A mask for hundreds of tokens."""
        n = draw.integer(260, 290)
        same(student.attention.causal_mask(n), torch.ones(n, n).tril() > 0, axes="i j", what="the mask")

    @rests_on("n = 1 works.")
    def test_one_token(self, student, same):
        """A mask for one token: it sees itself."""
        same(student.attention.causal_mask(1), torch.tensor([[True]]), axes="i j", what="the mask")

    @rests_on("The mask is made on `device`.")
    def test_device(self, student, draw, same):
        """The mask is made on the device asked for, also where the same length was asked for on another one before."""
        n = draw.integer(300, 320)  # longer than in all other checks: a mask that is kept is kept here
        # "meta" holds shapes without numbers, and every machine has it
        for device in ("meta", "cpu"):
            expected = torch.ones(n, n, dtype=torch.bool, device=device).tril()
            same(student.attention.causal_mask(n, device=device), expected, axes="i j", what="the mask", device=True)


def weights_after(masked, scores):
    """A mask is judged by the weights it leads to, so any fill that is low enough is right."""
    require_array(masked, scores, "the result")
    require(
        masked.shape == scores.shape,
        f"the result has shape {tuple(masked.shape)}; expected {tuple(scores.shape)}, the shape of the scores",
        "the result does not have the shape of the scores",
        category="shape",
    )
    require(
        masked.dtype == scores.dtype,
        f"the result has dtype {masked.dtype}; expected {scores.dtype}, the dtype of the scores",
        category="dtype",
    )
    return torch.softmax(masked, dim=-1)


@item("1.3")
@one_at_a_time("one table of scores (n, m)", dims=2, habit="leading dimensions")
class TestApplyMask:
    def judge(self, student, reference, same, scores, mask, axes):
        got = weights_after(student.attention.apply_mask(scores, mask), scores)
        expected = weights_after(reference.attention.apply_mask(scores, mask), scores)
        same(got, expected, axes=axes, what="the weight after the softmax")

    @rests_on(
        "Judged by the weights it leads to: after the softmax a hidden key has weight 0, and the visible ones "
        "share 1 by their own scores."
    )
    def test_hides(self, student, reference, draw, same):
        """Keys with a False in the mask get weight 0; the others share 1 by their own scores."""
        n, m, B = draw.sizes(3, low=3)
        scores = draw(B, n, m) - 30.0  # below zero, where a modest fill would be the largest score of all
        self.judge(student, reference, same, scores, mask_with_gaps(draw, n, m), "B n m")

    @rests_on(
        "Judged by the weights it leads to: after the softmax a hidden key has weight 0, and the visible ones "
        "share 1 by their own scores."
    )
    def test_worked_example(self, student, reference, same):
        """The stub's example: one key of the first query is hidden, none of the second."""
        scores, mask = torch.tensor([[[1.0, 2.0], [3.0, 4.0]]]), torch.tensor([[True, False], [True, True]])
        self.judge(student, reference, same, scores, mask, "B n m")

    @rests_on(
        "Judged by the weights it leads to: after the softmax a hidden key has weight 0, and the visible ones "
        "share 1 by their own scores."
    )
    def test_scores_of_zero(self, student, reference, draw, same):
        """A score of exactly 0 is a score like any other, visible or hidden."""
        n, m, B = draw.sizes(3, low=3)
        scores = draw(B, n, m)
        scores[0] = 0.0
        self.judge(student, reference, same, scores, mask_with_gaps(draw, n, m), "B n m")

    @rests_on("The same for all scores from −1000 to 1000, visible or hidden.")
    def test_low_scores(self, student, reference, draw, same):
        """Hidden keys stay hidden where the visible scores are as low as −1000 and their own as high as 1000."""
        n, m, B = draw.sizes(3, low=3)
        scores, mask = draw(B, n, m) - 996.0, mask_with_gaps(draw, n, m)
        scores[..., ~mask] += 1990.0  # what is hidden would otherwise get all the weight
        self.judge(student, reference, same, scores, mask, "B n m")

    @rests_on("The same for all scores from −1000 to 1000, visible or hidden.")
    def test_peaked_scores(self, student, reference, draw, same):
        """Hidden keys stay hidden, and visible scores as they were, where scores lie far apart."""
        n, m, B = draw.sizes(3, low=3)
        scores, mask = draw(B, n, m, scale=60.0) - 300.0, mask_with_gaps(draw, n, m)
        scores[..., ~mask] += 512.0  # what is hidden would otherwise get all the weight
        self.judge(student, reference, same, scores, mask, "B n m")

    @rests_on("Any mask that broadcasts to the scores, not the causal one alone.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Scores with any leading dimensions, none or several: one (n, m) mask serves them all."""
        n, m, B, h = draw.sizes(4, high=6)
        mask = mask_with_gaps(draw, n, m)
        for leading, axes in (((), "n m"), ((B, h), "B h n m")):
            self.judge(student, reference, same, draw(*leading, n, m) - 30.0, mask, axes)

    @rests_on("Any mask that broadcasts to the scores, not the causal one alone.", habit="leading dimensions")
    def test_one_mask_for_each_sequence(self, student, reference, draw, same):
        """A mask (B, 1, n, m) serves all heads of its sequence, and a mask (1, m) serves all queries."""
        n, m, B, h = draw.sizes(4, high=6)
        scores = draw(B, h, n, m) - 30.0
        self.judge(student, reference, same, scores, mask_with_gaps(draw, B, 1, n, m), "B h n m")
        self.judge(student, reference, same, scores, mask_with_gaps(draw, 1, m), "B h n m")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Float64 in, float64 out, to float64's precision."""
        n, m, B = draw.sizes(3, low=3)
        scores = draw(B, n, m, dtype="float64") - 30.0
        self.judge(student, reference, same, scores, mask_with_gaps(draw, n, m), "B n m")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back to the visible scores."""
        n, m, B = draw.sizes(3, low=3)
        scores, mask = draw(B, n, m) + 2**-8, mask_with_gaps(draw, n, m)  # none is 0; that has a check of its own
        got = student.attention.apply_mask.grad(scores, mask)
        expected = reference.attention.apply_mask.grad(scores, mask).by_input[0]
        found = got.by_input[0] if got.by_input else None
        visible = None if found is None else found.where(mask, 0.0)
        same_gradient(same, visible, expected.where(mask, 0.0), "the visible scores")

    @rests_on(UNCHANGED, habit="in place")
    def test_inputs_unchanged(self, student, draw):
        """Neither the scores nor the mask is changed."""
        n, m, B = draw.sizes(3, low=3)
        require_unchanged(student.attention.apply_mask.observe(draw(B, n, m), mask_with_gaps(draw, n, m)))


@item("1.4")
@one_at_a_time("one table of scores (n, m)", dims=2, habit="leading dimensions")
class TestSoftmax:
    def judge(self, student, reference, same, scores, axes="B n m", loosen=1.0):
        got, expected = student.attention.softmax(scores), reference.attention.softmax(scores)
        same(got, expected, axes=axes, what="the weights", loosen=loosen)

    @rests_on("Each row of scores becomes the weights e^score / Σ e^score.")
    def test_rows(self, student, reference, draw, same):
        """Each row becomes weights e^score / Σ e^score."""
        self.judge(student, reference, same, draw(*draw.sizes(3, low=3)))

    @rests_on("Each row of scores becomes the weights e^score / Σ e^score.")
    def test_lecture_e_is_3(self, student, same):
        """The second lecture's scores 0, 0, 1, 0 with e = 3 (that is, times ln 3) give 1/6, 1/6, 1/2, 1/6."""
        scores = torch.tensor([[[0.0, 0.0, 1.0, 0.0]]]) * math.log(3)
        sixths = torch.tensor([[[1 / 6, 1 / 6, 1 / 2, 1 / 6]]])
        same(student.attention.softmax(scores), sixths, axes="B n m", what="the weights")

    @rests_on("Each row of scores becomes the weights e^score / Σ e^score.")
    def test_lecture_booster(self, student, same):
        """The booster's raw scores 0, 0, 10, 0 put 0.99986 on the third; a row of zeros is shared evenly."""
        scores = torch.tensor([[[0.0, 0.0, 10.0, 0.0], [0.0, 0.0, 0.0, 0.0]]])
        weights = torch.tensor([[[4.5393747e-5, 4.5393747e-5, 0.9998638188, 4.5393747e-5], [0.25] * 4]])
        same(student.attention.softmax(scores), weights, axes="B n m", what="the weights")

    @rests_on("Over the last dimension, for any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Over the last dimension, for any leading dimensions: a single row, one, three."""
        n, m, B, h = draw.sizes(4, high=6)
        for shape, axes in (((m,), "m"), ((n, m), "n m"), ((B, h, n, m), "B h n m")):
            self.judge(student, reference, same, draw(*shape), axes)

    @rests_on("Over the last dimension, for any leading dimensions.", habit="leading dimensions")
    def test_equal_sizes(self, student, reference, draw, same):
        """Row by row, also where all sizes are equal."""
        s = draw.integer(3, 5)
        self.judge(student, reference, same, draw(s, s, s))

    @rests_on("Stable: scores of any finite size, 1000 or −1000 too, give finite weights.")
    def test_large_scores(self, student, reference, draw, same):
        """Scores near 1000, −1000 and 10,000 in different rows give finite weights, and the right ones."""
        offsets = torch.tensor([[1000.0], [-1000.0], [10_000.0]])
        scores = draw(2, 3, draw.integer(4, 9)) + torch.stack([offsets, offsets.roll(1, dims=0)])
        self.judge(student, reference, same, scores, loosen=32.0)  # float32 has steps of 0.001 near 10,000

    @rests_on("Stable: scores of any finite size, 1000 or −1000 too, give finite weights.")
    def test_wide_row(self, student, reference, draw, same):
        """One row may hold scores near 1000 and near −1000."""
        scores = draw(3, 2, draw.integer(4, 9)) + 1000.0
        scores[..., draw.integer(0, 3)] -= 2000.0
        self.judge(student, reference, same, scores, loosen=8.0)

    @rests_on("Stable: scores of any finite size, 1000 or −1000 too, give finite weights.")
    def test_modest_scores(self, student, reference, draw, same):
        """Rows near 100, near −100, and with one score 150 below: float32 already overflows there without care."""
        scores = draw(2, 4, draw.integer(4, 9)) + torch.tensor([[0.0], [100.0], [-100.0], [0.0]])
        scores[:, 3, draw.integer(0, 3)] -= 150.0
        self.judge(student, reference, same, scores)

    @rests_on("Stable: scores of any finite size, 1000 or −1000 too, give finite weights.")
    def test_low_scores_beside_minus_infinity(self, student, reference, draw, same):
        """Where some scores of a row are −∞, the others may be near 200, −40 or −1000."""
        n, m = draw.sizes(2, low=3)
        scores = draw(3, n, m) + torch.tensor([200.0, -40.0, -1000.0]).reshape(3, 1, 1)
        scores.masked_fill_(~mask_with_gaps(draw, n, m), -math.inf)
        self.judge(student, reference, same, scores, loosen=8.0)

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Float64 in, float64 out, to float64's precision."""
        self.judge(student, reference, same, draw(*draw.sizes(3, low=3), dtype="float64"))

    @rests_on("A score of −∞ gives a weight of exactly 0 (1e-30 is not 0), and no NaN anywhere, gradients included.")
    def test_minus_infinity(self, student, reference, draw, same):
        """Above the diagonal −∞: exactly 0 there, no NaN anywhere, and every row sums to 1."""
        B, n = draw.sizes(2, low=4)
        future = torch.ones(n, n, dtype=torch.bool).triu(1)
        scores = draw(B, n, n).masked_fill(future, -math.inf)
        got = student.attention.softmax(scores)
        same(got, reference.attention.softmax(scores), axes="B n m", what="the weights")
        require(bool((got[:, future] == 0).all()), "a score of −∞ has a weight that is not exactly 0")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back to the scores."""
        scores = draw(*draw.sizes(3, low=3))
        same_gradients(
            same, student.attention.softmax.grad(scores), reference.attention.softmax.grad(scores), "the scores"
        )

    @rests_on("A score of −∞ gives a weight of exactly 0 (1e-30 is not 0), and no NaN anywhere, gradients included.")
    def test_gradients_beside_minus_infinity(self, student, reference, draw, same):
        """Gradients have no NaN where some scores are −∞."""
        n, m, B = draw.sizes(3, low=3)
        scores = draw(B, n, m)
        scores[1:].masked_fill_(~mask_with_gaps(draw, n, m), -math.inf)  # in the first sequence none are
        same_gradients(
            same, student.attention.softmax.grad(scores), reference.attention.softmax.grad(scores), "the scores"
        )

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw):
        """The scores are not changed."""
        require_unchanged(student.attention.softmax.observe(draw(*draw.sizes(3, low=3))))


AS_GIVEN = (
    "The values are added up by the weights as they are given, each query by its own row; the weights need not sum to "
    "1 here."
)


@item("1.5")
@one_at_a_time("one sequence", dims=2, habit="leading dimensions")
class TestWeightedValues:
    def judge(self, student, reference, same, weights, v, axes="B n d_v"):
        mine, theirs = student.attention.weighted_values, reference.attention.weighted_values
        same(mine(weights, v), theirs(weights, v), axes=axes)

    @rests_on(AS_GIVEN)
    def test_values(self, student, reference, draw, same):
        """Row i is Σ_j α_ij v_j, when every size differs."""
        n, m, d_v, B = draw.sizes(4, low=3)
        self.judge(student, reference, same, draw(B, n, m), draw(B, m, d_v))

    @rests_on(AS_GIVEN)
    def test_lecture(self, student, same):
        """The lecture's weights 1/6, 1/6, 1/2, 1/6 over 0 0 1 0 give (1/2, 1/2); a plain mean gives (3/4, 1/4)."""
        weights = torch.tensor([[[1 / 6, 1 / 6, 1 / 2, 1 / 6]]])
        got = student.attention.weighted_values(weights, bits_0010())
        same(got, torch.tensor([[[0.5, 0.5]]]), axes="B n d_v")

    @rests_on("Any leading dimensions, the same for weights and v.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """Any leading dimensions, none or several."""
        n, m, d_v, B, h = draw.sizes(5, high=6)
        for leading, axes in (((), "n d_v"), ((B, h), "B h n d_v")):
            self.judge(student, reference, same, draw(*leading, n, m), draw(*leading, m, d_v), axes)

    @rests_on(AS_GIVEN)
    def test_equal_sizes(self, student, reference, draw, same):
        """Each query adds up by its own row of weights, also where all sizes are equal."""
        s = draw.integer(3, 5)
        self.judge(student, reference, same, draw(s, s, s), draw(s, s, s))

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """Float64 in, float64 out, to float64's precision."""
        n, m, d_v, B = draw.sizes(4, low=3)
        self.judge(student, reference, same, draw(B, n, m, dtype="float64"), draw(B, m, d_v, dtype="float64"))

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back to the weights and the values."""
        n, m, d_v, B = draw.sizes(4, low=3)
        weights, v = draw(B, n, m), draw(B, m, d_v)
        got = student.attention.weighted_values.grad(weights, v)
        same_gradients(same, got, reference.attention.weighted_values.grad(weights, v), "the weights", "v")

    @rests_on(UNCHANGED, habit="in place")
    def test_inputs_unchanged(self, student, draw):
        """Neither the weights nor the values are changed."""
        n, m, d_v, B = draw.sizes(4, low=3)
        require_unchanged(student.attention.weighted_values.observe(draw(B, n, m), draw(B, m, d_v)))


@item("1.6")
@one_at_a_time("one sequence", dims=2, habit="leading dimensions")
class TestAttend:
    PAIR = ("the output", "the weights")

    def judge(self, student, reference, same, *arguments, axes="B n d_v, B n m", loosen=1.0):
        got, expected = student.attention.attend(*arguments), reference.attention.attend(*arguments)
        same(got, expected, axes=axes, parts=self.PAIR, loosen=loosen)

    @rests_on("The output first, then the weights. n, m, d_k and d_v may all differ.")
    def test_every_size_differs(self, student, reference, draw, same):
        """attend gives (output, weights), when n, m, d_k and d_v all differ."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        self.judge(student, reference, same, draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v))

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_mask(self, student, reference, draw, same):
        """With a mask, hidden keys have weight 0 and the visible ones sum to 1."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        mask = mask_with_gaps(draw, n, m)
        self.judge(student, reference, same, draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v), mask)

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_hidden_scores_far_above(self, student, reference, draw, same):
        """Hidden keys stay hidden where their scores lie hundreds above all visible ones."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        mask = mask_with_gaps(draw, 1, m).expand(n, m).clone()
        q, k, v = draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v)
        q[..., 0], k[..., 0] = 32.0, 0.0
        k[1:, :, 0] = 32.0 * ~mask[0]  # adds 340 or more to the hidden scores of all sequences but the first
        self.judge(student, reference, same, q, k, v, mask, loosen=8.0)

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_scores_of_zero(self, student, reference, draw, same):
        """A query of zeros scores 0 against every key, and takes the plain mean of those it may see."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        q, k, v, mask = draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v), mask_with_gaps(draw, n, m)
        q[:, 0] = 0.0
        self.judge(student, reference, same, q, k, v, mask)

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_mask_for_one_query(self, student, reference, draw, same):
        """A single query with a mask: what is hidden from it has weight 0 too."""
        m, d_k, d_v, B = draw.sizes(4, low=3)
        q, k, v, mask = draw(B, 1, d_k), draw(B, m, d_k), draw(B, m, d_v), mask_with_gaps(draw, 1, m)
        self.judge(student, reference, same, q, k, v, mask)

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_no_mask_hides_nothing(self, student, reference, draw, same):
        """Without a mask every query sees every key, also where all sizes are equal."""
        s = draw.integer(4, 6)
        self.judge(student, reference, same, draw(s, s, s), draw(s, s, s), draw(s, s, s))

    @rests_on("The scores are divided by √d_k.")
    def test_lecture_booster(self, student, same):
        """The lecture's booster finds the 1 in 0 0 1 0 with 0.99746 (divided by √2 first), and nothing in 0 0 0 0."""
        zeros, asks_for_one = torch.tensor([[ZERO] * 4]), torch.tensor([[ONE]])
        found = torch.tensor([[[0.0025415014, 0.9974584986]]])
        weights = torch.tensor([[[0.0008471671, 0.0008471671, 0.9974584986, 0.0008471671]]])
        got = student.attention.attend(asks_for_one, 10 * bits_0010(), bits_0010())
        same(got, (found, weights), axes="B n d_v, B n m", parts=self.PAIR)
        got = student.attention.attend(asks_for_one, 10 * zeros, zeros)
        same(got, (zeros[:, :1], torch.full((1, 1, 4), 0.25)), axes="B n d_v, B n m", parts=self.PAIR)

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_lecture_sizes(self, student, reference, draw, same):
        """The lecture's sizes: q and k of 8×32 and v of 8×8, with the causal mask."""
        mask = torch.ones(8, 8, dtype=torch.bool).tril()
        self.judge(student, reference, same, draw(2, 8, 32), draw(2, 8, 32), draw(2, 8, 8), mask)

    @rests_on("Any leading dimensions, the same for q, k and v.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, same):
        """attend takes any leading dimensions, with one mask for all or one for each sequence."""
        n, m, d_k, d_v, B, h = draw.sizes(6, high=7)
        self.judge(student, reference, same, draw(n, d_k), draw(m, d_k), draw(m, d_v), axes="n d_v, n m")
        q, k, v = draw(B, h, n, d_k), draw(B, h, m, d_k), draw(B, h, m, d_v)
        for mask in (mask_with_gaps(draw, n, m), mask_with_gaps(draw, B, 1, n, m)):
            self.judge(student, reference, same, q, k, v, mask, axes="B h n d_v, B h n m")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, same):
        """attend: float64 in, float64 out, to float64's precision."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        shapes = ((B, n, d_k), (B, m, d_k), (B, m, d_v))
        self.judge(student, reference, same, *(draw(*shape, dtype="float64") for shape in shapes))

    @rests_on("Large scores (thousands) give finite results.")
    def test_large_scores(self, student, reference, draw, same):
        """Scores in the thousands give finite results, and the right ones."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        q, k, v = draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v)
        q[..., 0], k[..., 0] = 64.0, 64.0  # adds the same to every score, which changes no weight
        q[0, :, 0], k[0, :, 0] = 10.0, 10.0  # here even bare exponentials hold, so an overflow shows as what it is
        q[1:, 0, 0] = -64.0  # the scores of one query lie thousands below those of the others
        self.judge(student, reference, same, q, k, v, loosen=16.0)

    @rests_on(
        "With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden."
    )
    def test_mask_over_low_scores(self, student, reference, draw, same):
        """Hidden keys stay hidden where all scores are far below zero."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        q, k, v, mask = draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v), mask_with_gaps(draw, n, m)
        q[..., 0], k[..., 0] = -32.0, 32.0  # down to −700: what 1.3 lets pass hides here too
        self.judge(student, reference, same, q, k, v, mask, loosen=8.0)

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, same):
        """Gradients flow back from the output to q, k and v, with a mask and without one."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        q, k, v, mask = draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v), mask_with_gaps(draw, n, m)
        for arguments in ((q, k, v), (q, k, v, mask)):
            got, expected = (who.attention.attend.grad(*arguments, grad_of=0) for who in (student, reference))
            same_gradients(same, got, expected, "q", "k", "v")

    @rests_on(UNCHANGED, habit="in place")
    def test_inputs_unchanged(self, student, draw):
        """attend changes none of its inputs."""
        n, m, d_k, d_v, B = draw.sizes(5, low=3)
        q, k, v, mask = draw(B, n, d_k), draw(B, m, d_k), draw(B, m, d_v), mask_with_gaps(draw, n, m)
        require_unchanged(student.attention.attend.observe(q, k, v, mask))


def heads(student, reference, d_model, d_head, weights, dtype="float32", train=False):
    """The student's head and the reference's, with the same weights."""
    return [
        who.attention.AttentionHead(d_model, d_head, weights=weights, dtype=dtype, train=train)
        for who in (student, reference)
    ]


@item("1.6")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestAttentionHead:
    @rests_on("The projections are `self.W_q`, `self.W_k` and `self.W_v`.")
    def test_values(self, student, reference, draw, weights, same):
        """The head projects with W_q, W_k and W_v, then attends causally."""
        n, d_model, d_head, B = draw.sizes(4, low=3)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head))
        x = draw(B, n, d_model)
        same(mine(x), theirs(x), axes="B n d_head")

    @rests_on("Any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, weights, same):
        """The head takes any leading dimensions, none or several."""
        n, d_model, d_head, B, C = draw.sizes(5, high=6)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head))
        for leading, axes in (((), "n d_head"), ((B, C), "B C n d_head")):
            x = draw(*leading, n, d_model)
            same(mine(x), theirs(x), axes=axes)

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same head on one token, on a longer row, on a shorter one and on another batch: each call by itself."""
        d_model, d_head = draw.sizes(2, low=3)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head))
        for x in other_lengths(draw, d_model):
            same(mine(x), theirs(x), axes="B n d_head")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the head gives the same numbers."""
        n, d_model, d_head, B = draw.sizes(4, low=3)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head), train=True)
        x = draw(B, n, d_model)
        same(mine(x), theirs(x), axes="B n d_head")

    @rests_on("The projections are `self.W_q`, `self.W_k` and `self.W_v`.")
    def test_equal_widths(self, student, reference, draw, weights, same):
        """The head uses its weights as nn.Linear does, also where d_head = d_model = n."""
        s = draw.integer(4, 6)
        mine, theirs = heads(student, reference, s, s, head_weights(weights, s, s))
        x = draw(2, s, s)
        same(mine(x), theirs(x), axes="B n d_head")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """The head: float64 in, float64 out, to float64's precision."""
        n, d_model, d_head, B = draw.sizes(4, low=3)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head), "float64")
        x = draw(B, n, d_model, dtype="float64")
        same(mine(x), theirs(x), axes="B n d_head")

    @rests_on("Causal: changing token j changes no output before j.")
    def test_no_look_ahead(self, student, draw, weights, same):
        """Changing later tokens changes no earlier output of the head."""
        n, d_model, d_head, B = draw.sizes(4, low=4)
        made = head_weights(weights, d_model, d_head)
        made["W_k.weight"] = -made["W_q.weight"]
        head = student.attention.AttentionHead(d_model, d_head, weights=made)
        x = turned_away(draw, made["W_q.weight"], B, n)
        require_causal(same, head, x, -x, draw.integer(2, n - 1))

    @rests_on("n = 1 works: then a_1 = v_1.")
    def test_one_token(self, student, reference, draw, weights, same):
        """A sequence of one token: a_1 = v_1."""
        d_model, d_head, B = draw.sizes(3, low=3)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head))
        x = draw(B, 1, d_model)
        same(mine(x), theirs(x), axes="B n d_head")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients flow back to x and to all three projections."""
        n, d_model, d_head, B = draw.sizes(4, low=3)
        mine, theirs = heads(student, reference, d_model, d_head, head_weights(weights, d_model, d_head))
        x = draw(B, n, d_model)
        same_gradients(same, mine.grad(x), theirs.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw, weights):
        """The head does not change x."""
        n, d_model, d_head, B = draw.sizes(4, low=3)
        head = student.attention.AttentionHead(d_model, d_head, weights=head_weights(weights, d_model, d_head))
        require_unchanged(head.observe(draw(B, n, d_model)))


def row(length, ones):
    """A row of bits with ones at the given places."""
    bits = torch.zeros(length, dtype=torch.int64)
    bits[list(ones)] = 1
    return bits


def pair_for(student, length):
    """The pair of finite 2 × 2 matrices for rows of this length."""
    got = student.attention.find_ones_weights(length)
    require(isinstance(got, tuple | list) and len(got) == 2, "the result is not a pair (W_q, W_k)", category="type")
    for name, matrix in zip(("W_q", "W_k"), got, strict=True):
        require_array(matrix, torch.zeros(2, 2), name)
        require(matrix.shape == (2, 2) and matrix.device.type == "cpu", f"{name} is not 2 × 2", category="shape")
        require(bool(torch.isfinite(matrix).all()), f"{name} has an entry that is not finite", category="nan")
    return [matrix.to(torch.float64) for matrix in got]


ENOUGH = 0.9988
"""0.999 exactly, rounded to the coarsest dtype there is."""


def on_the_ones(scores, count):
    """Bit → the share that tokens with this bit put on the ones, for the bits that are in the row."""
    shares = torch.softmax(scores + count.log(), dim=-1)[:, 1]
    return {bit: float(shares[bit]) for bit in (0, 1) if count[bit] > 0}


def require_found(student, bits):
    """Every token of the row puts at least 0.999 of its attention on the ones."""
    length = len(bits)
    W_q, W_k = pair_for(student, length)
    one_hot = torch.eye(2, dtype=torch.float64)  # tokens with the same bit ask, and are asked, the same
    scores = (one_hot @ W_q.T) @ (one_hot @ W_k.T).T / math.sqrt(2)
    count = torch.bincount(bits, minlength=2)  # so the softmax over the row is one over two kinds, each so often
    shares = on_the_ones(scores, count)
    share, ones = min(shares.values()), int(bits.sum())
    of = f" that is itself a {min(shares, key=shares.__getitem__)}" if max(shares.values()) >= ENOUGH else ""
    raw = min(on_the_ones(scores * math.sqrt(2), count).values())
    also = f"; without the division by √2 it would be {raw:.5f}" if raw >= ENOUGH else ""
    require(
        share >= ENOUGH,
        f"in a row of {length} bits with {ones} {'one' if ones == 1 else 'ones'} a token{of} puts only {share:.5f} on "
        f"the ones, not 0.999{also}",
        "in a row of bits a token puts less than 0.999 on the ones",
    )


@item("1.7")
class TestFindOnesWeights:
    @rests_on(
        "For every row of that many bits with at least one 1 in it, each row of α puts at least 0.999 in all on "
        "the ones: one 1 among zeros, several ones, nothing but ones."
    )
    def test_one_among_zeros(self, student, draw):
        """Every token of a short row finds the only 1 in it, wherever it stands."""
        length = draw.integer(4, 9)
        for place in (0, draw.integer(1, length - 2), length - 1):
            require_found(student, row(length, [place]))

    @rests_on("In every row of α: a token that is itself a 0 must find the ones too.")
    def test_lecture(self, student):
        """Every token of 0 0 1 0 finds the 1."""
        require_found(student, row(4, [2]))

    @rests_on(
        "For every row of that many bits with at least one 1 in it, each row of α puts at least 0.999 in all on "
        "the ones: one 1 among zeros, several ones, nothing but ones."
    )
    def test_several_ones(self, student, draw):
        """Rows with several ones."""
        length = draw.integer(16, 30)
        places = draw.permutation(length).tolist()
        for count in (2, length // 2, length - 1):
            require_found(student, row(length, places[:count]))

    @rests_on(
        "For every row of that many bits with at least one 1 in it, each row of α puts at least 0.999 in all on "
        "the ones: one 1 among zeros, several ones, nothing but ones."
    )
    def test_all_ones(self, student, draw):
        """Rows of nothing but ones, the row of one bit among them."""
        for length in (1, draw.integer(2, 9)):
            require_found(student, row(length, range(length)))

    @rests_on("For any length from 1 to 100,000.")
    def test_long_rows(self, student, draw):
        """One 1 among hundreds and among thousands of zeros, and beside a single zero."""
        for length in (draw.integer(200, 900), draw.integer(5_000, 9_000), 2):
            require_found(student, row(length, [draw.integer(0, length - 1)]))

    @rests_on("For any length from 1 to 100,000.")
    def test_longest_rows(self, student, draw):
        """One 1 at either end of a row of up to 100,000 bits."""
        other = draw.integer(60_000, 90_000)
        for length, place in ((other, other - 1), (100_000, 0)):
            require_found(student, row(length, [place]))

    @rests_on("No entry is above 50 or below −50.")
    def test_entries_of_at_most_50(self, student, draw):
        """No entry is above 50 or below −50, for short rows and for the longest."""
        for length in (draw.integer(1, 9), draw.integer(60_000, 100_000)):
            largest = max(float(matrix.abs().max()) for matrix in pair_for(student, length))
            require(
                largest <= 50.0,
                f"for rows of {length} bits an entry is {largest:.5g} in size; at most 50 is allowed",
                "an entry is larger than 50",
            )
