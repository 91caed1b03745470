"""Part 3: the transformer block (block.py).

The public and the hidden checks are these same functions on different numbers and sizes. Gains and biases differ from
norm to norm and from feature to feature, so that a norm left out, swapped or used twice cannot hide. The ground is the
everyday case: one batch, float32.
"""

import torch
from block_weights import block_weights, ffn_weights, model_sizes, norm_weights
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
)

from softmark.checks import by_pattern, item, one_at_a_time, rests_on


def norms(student, reference, weights, d_model, dtype="float32", **options):
    """The student's layer norm and the reference's, with the same γ and β."""
    made = norm_weights(weights, d_model)
    return [who.block.LayerNorm(d_model, **options, weights=made, dtype=dtype) for who in (student, reference)]


LARGE_NUMBER = (
    "In float64 a large number added to all features cancels to six digits, even 100 million beside features below 1."
)


@item("3.1")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestLayerNorm:
    @rests_on(
        "The population variance (1/d, not 1/(d − 1)). γ = `self.gamma` multiplies, β = `self.beta` is added, "
        "feature by feature."
    )
    def test_values(self, student, reference, draw, weights, same):
        """γ (x − μ) / √(σ² + ε) + β, over the features of each vector by itself."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d)
        x = draw(B, n, d, scale=4096.0)  # so large that ε does not show; it has checks of its own
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(
        "The population variance (1/d, not 1/(d − 1)). γ = `self.gamma` multiplies, β = `self.beta` is added, "
        "feature by feature."
    )
    def test_worked_example(self, student, same):
        """Mean 5 and standard deviation 2, as in the stub."""
        x = torch.tensor([[[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]]])
        fresh = {"gamma": torch.ones(8), "beta": torch.zeros(8)}
        scores = torch.tensor([[[-1.5, -0.5, -0.5, -0.5, 0.0, 0.0, 1.0, 2.0]]])
        same(student.block.LayerNorm(8, weights=fresh)(x), scores, axes="B n d")

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same norm on one token, on a longer row, on a shorter one and on another batch: each call by itself."""
        d = draw.integer(4, 9)
        mine, theirs = norms(student, reference, weights, d)
        for x in other_lengths(draw, d):
            same(mine(x * 4096.0), theirs(x * 4096.0), axes="B n d")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the norm gives the same numbers."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d, train=True)
        x = draw(B, n, d, scale=64.0)  # ε does not show, and a little noise does
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(
        "The population variance (1/d, not 1/(d − 1)). γ = `self.gamma` multiplies, β = `self.beta` is added, "
        "feature by feature."
    )
    def test_one_large_feature(self, student, reference, draw, weights, same):
        """A feature far above all others stays so: nothing is capped."""
        B, n = draw.sizes(2, low=4)
        d = draw.integer(60, 70)
        mine, theirs = norms(student, reference, weights, d)
        x = draw(B, n, d, scale=16.0)
        x[..., draw.integer(0, d - 1)] = 4096.0
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(
        "Over the last dimension only: each vector by itself, for any leading dimensions, none included.",
        habit="leading dimensions",
    )
    def test_leading_dimensions(self, student, reference, draw, weights, same):
        """Any leading dimensions: a single vector, a row of vectors, a batch of batches."""
        B, C, n, d = draw.sizes(4, low=4, high=7)
        mine, theirs = norms(student, reference, weights, d)
        for leading, axes in (((), "d"), ((n,), "n d"), ((B, C, n), "B C n d")):
            x = draw(*leading, d, scale=4096.0)
            same(mine(x), theirs(x), axes=axes)

    @rests_on("ε = `self.eps` stands inside the root.")
    def test_small_vectors(self, student, reference, draw, weights, same):
        """Vectors of size 0.001, whose variance is smaller than ε: ε stands inside the root, and is 1e-5."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d)
        x = draw(B, n, d, scale=1e-3)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("ε = `self.eps` stands inside the root.")
    def test_eps_of_the_module(self, student, reference, draw, weights, same):
        """ε is the module's own `self.eps`, also when it was made with another one."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d, eps=draw.integer(1, 3) / 4)
        x = draw(B, n, d)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("A vector of equal numbers gives β, not NaN.")
    def test_equal_features(self, student, reference, draw, weights, same):
        """A vector of equal numbers gives β, not NaN."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d)
        x = draw(B, n, 1).expand(B, n, d).clone()
        x[0] = 0.0
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(LARGE_NUMBER)
    def test_large_offset(self, student, reference, draw, weights, same):
        """In float64, a large number added to all features of a vector cancels."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d, dtype="float64")
        # more digits than float32 has, beside that number
        x = draw(B, n, d, scale=4096.0, dtype="float64") + draw(B, n, d, dtype="float64")
        x += 2.0**23 * (draw.tokens(2, B, n, 1) + 1)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(LARGE_NUMBER)
    def test_small_features_beside_a_large_number(self, student, reference, draw, weights, same):
        """In float64, features below 1 keep their variance when 67,108,864 is added to each."""
        B, n, half = draw.sizes(3, low=2, high=5)
        mine, theirs = norms(student, reference, weights, 2 * half, dtype="float64")
        # Sixteenths that cancel in pairs: every mean is exact. Beside 2^52 nothing is kept of their squares, so
        # E[x²] − E[x]² is exactly 0, in whatever order it is added up.
        sixteenths = (draw.tokens(7, B, n, half) + 9).double() / 16
        x = torch.cat([sixteenths, -sixteenths], dim=-1)[..., draw.permutation(2 * half)] + 2.0**26
        same(mine(x), theirs(x), axes="B n d", loosen=64.0)  # ε hardly shows, and that does not count here

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """Float64 in, float64 out, to float64's precision."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d, dtype="float64")
        x = draw(B, n, d, scale=4096.0, dtype="float64")
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients reach x, γ and β."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = norms(student, reference, weights, d)
        x = draw(B, n, d, scale=4096.0)
        same_gradients(same, mine.grad(x), theirs.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw, weights):
        """Normalising does not change x."""
        B, n, d = draw.sizes(3, low=4)
        require_unchanged(student.block.LayerNorm(d, weights=norm_weights(weights, d)).observe(draw(B, n, d)))


def networks(student, reference, weights, d_model, d_ff, dtype="float32", train=False):
    """The student's feedforward network and the reference's, with the same weights."""
    made = ffn_weights(weights, d_model, d_ff)
    return [
        who.block.FeedForward(d_model, d_ff, weights=made, dtype=dtype, train=train) for who in (student, reference)
    ]


@item("3.2")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestFeedForward:
    @rests_on("The ReLU stands between the two maps, and nowhere else.")
    def test_values(self, student, reference, draw, weights, same):
        """A ReLU between two affine maps."""
        B, n, d, d_ff = draw.sizes(4, low=4)
        mine, theirs = networks(student, reference, weights, d, d_ff)
        x = draw(B, n, d)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("The ReLU stands between the two maps, and nowhere else.")
    def test_worked_example(self, student, same):
        """ReLU(x) + ReLU(−x) is |x|, as in the stub."""
        weights = {
            "W_1.weight": torch.tensor([[1.0], [-1.0]]),
            "W_1.bias": torch.zeros(2),
            "W_2.weight": torch.tensor([[1.0, 1.0]]),
            "W_2.bias": torch.zeros(1),
        }
        x = torch.tensor([[[-3.0], [2.0]]])
        same(student.block.FeedForward(1, 2, weights=weights)(x), x.abs(), axes="B n d")

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same network on one token, on a longer row, on a batch of one, on another: each call by itself."""
        d, d_ff = draw.sizes(2, low=4)
        mine, theirs = networks(student, reference, weights, d, d_ff)
        for x in other_lengths(draw, d):
            same(mine(x), theirs(x), axes="B n d")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the network gives the same numbers."""
        B, n, d, d_ff = draw.sizes(4, low=4)
        mine, theirs = networks(student, reference, weights, d, d_ff, train=True)
        x = draw(B, n, d)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("The ReLU stands between the two maps, and nowhere else.")
    def test_large_numbers(self, student, reference, draw, weights, same):
        """What is above 0 passes the ReLU as it is, however large."""
        B, n, d, d_ff = draw.sizes(4, low=4)
        mine, theirs = networks(student, reference, weights, d, d_ff)
        x = draw(B, n, d, scale=64.0)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Any leading dimensions; each token by itself.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, weights, same):
        """Any leading dimensions: a single vector, a row of vectors, a batch of batches."""
        B, C, n, d, d_ff = draw.sizes(5, high=6)
        mine, theirs = networks(student, reference, weights, d, d_ff)
        for leading, axes in (((), "d"), ((n,), "n d"), ((B, C, n), "B C n d")):
            x = draw(*leading, d)
            same(mine(x), theirs(x), axes=axes)

    @rests_on("The maps are `self.W_1` and `self.W_2`, with their biases.")
    def test_equal_widths(self, student, reference, draw, weights, same):
        """The right numbers also where d_ff equals d_model, and a transpose does not show in the shape."""
        B, n, d = draw.sizes(3, low=4)
        mine, theirs = networks(student, reference, weights, d, d)
        x = draw(B, n, d)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """Float64 in, float64 out, to float64's precision."""
        B, n, d, d_ff = draw.sizes(4, low=4)
        mine, theirs = networks(student, reference, weights, d, d_ff, dtype="float64")
        x = draw(B, n, d, dtype="float64")
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients reach x and both maps."""
        B, n, d, d_ff = draw.sizes(4, low=4)
        mine, theirs = networks(student, reference, weights, d, d_ff)
        x = draw(B, n, d)
        same_gradients(same, mine.grad(x), theirs.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw, weights):
        """The network does not change x."""
        B, n, d, d_ff = draw.sizes(4)
        network = student.block.FeedForward(d, d_ff, weights=ffn_weights(weights, d, d_ff))
        require_unchanged(network.observe(draw(B, n, d)))


def blocks(student, reference, weights, size, dtype="float32", train=False):
    """The student's block and the reference's, with the same weights."""
    made = block_weights(weights, size.d_model, size.d_ff)
    return [
        who.block.TransformerBlock(size.d_model, size.n_heads, size.d_ff, weights=made, dtype=dtype, train=train)
        for who in (student, reference)
    ]


@item("3.3")
@one_at_a_time("one sequence (n, d)", dims=2, habit="leading dimensions")
class TestTransformerBlock:
    @rests_on(
        "Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not. `self.norm_1` "
        "comes before `self.attention`, `self.norm_2` before `self.ffn`."
    )
    def test_values(self, student, reference, draw, weights, same):
        """The six equations: norm, attention, add, norm, feedforward network, add."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size)
        x = draw(size.batch, size.n, size.d_model)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.")
    def test_silent_parts(self, student, draw, weights, same):
        """When neither part writes anything, the stream passes through untouched."""
        size = model_sizes(draw)
        made = block_weights(weights, size.d_model, size.d_ff)
        for silent in ("attention.W_o.weight", "ffn.W_2.weight", "ffn.W_2.bias"):
            made[silent] = torch.zeros_like(made[silent])
        x = draw(size.batch, size.n, size.d_model)
        mine = student.block.TransformerBlock(size.d_model, size.n_heads, size.d_ff, weights=made)
        same(mine(x), x, axes="B n d")

    @rests_on(CALLS, habit="calls")
    def test_other_lengths(self, student, reference, draw, weights, same):
        """The same block on one token, on a longer row, on a shorter one and on another batch: each call by itself."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size)
        for x in other_lengths(draw, size.d_model):
            same(mine(x), theirs(x), axes="B n d")

    @rests_on(MODES, habit="modes")
    @by_pattern
    def test_training_mode(self, student, reference, draw, weights, same):
        """In training mode the block gives the same numbers."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size, train=True)
        x = draw(size.batch, size.n, size.d_model)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.")
    def test_large_stream(self, student, reference, draw, weights, same):
        """What is added to the stream is read through the norms, however large the stream is."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size)
        x = draw(size.batch, size.n, size.d_model, scale=16.0)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Any leading dimensions.", habit="leading dimensions")
    def test_leading_dimensions(self, student, reference, draw, weights, same):
        """Any leading dimensions: a single sequence, a batch of batches."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size)
        for leading, axes in (((), "n d"), ((2, size.batch), "B C n d")):
            x = draw(*leading, size.n, size.d_model)
            same(mine(x), theirs(x), axes=axes)

    @rests_on("n = 1 works.")
    def test_one_token(self, student, reference, draw, weights, same):
        """A sequence of one token works."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size)
        x = draw(size.batch, 1, size.d_model)
        same(mine(x), theirs(x), axes="B n d")

    @rests_on("Causal: changing token j changes no output before j.")
    def test_causal(self, student, draw, weights, same):
        """Changing token j changes no output before j."""
        size = model_sizes(draw)
        made = block_weights(weights, size.d_model, size.d_ff)
        mine = student.block.TransformerBlock(size.d_model, size.n_heads, size.d_ff, weights=made)
        x, other = draw(size.batch, size.n, size.d_model), draw(size.batch, size.n, size.d_model)
        require_causal(same, mine, x, other, draw.integer(1, size.n - 1))

    @rests_on(DTYPES, habit="dtypes")
    def test_float64(self, student, reference, draw, weights, same):
        """Float64 in, float64 out, to float64's precision."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size, dtype="float64")
        x = draw(size.batch, size.n, size.d_model, dtype="float64")
        same(mine(x), theirs(x), axes="B n d")

    @rests_on(GRADIENTS)
    def test_gradients(self, student, reference, draw, weights, same):
        """Gradients reach x and every parameter of all four parts."""
        size = model_sizes(draw)
        mine, theirs = blocks(student, reference, weights, size)
        x = draw(size.batch, size.n, size.d_model)
        same_gradients(same, mine.grad(x), theirs.grad(x), "x")

    @rests_on(UNCHANGED, habit="in place")
    def test_input_unchanged(self, student, draw, weights):
        """The block adds to the stream without changing x in place."""
        size = model_sizes(draw)
        made = block_weights(weights, size.d_model, size.d_ff)
        mine = student.block.TransformerBlock(size.d_model, size.n_heads, size.d_ff, weights=made)
        require_unchanged(mine.observe(draw(size.batch, size.n, size.d_model)))
