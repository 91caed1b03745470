"""Part 2: several heads side by side (multihead.py)."""

import torch
from gradescope_utils.autograder_utils.decorators import number, weight
from shared import FunctionChecks, LayerChecks, LeadingDimensions, not_judged

from softmark.checks import Case, require, require_array


@number("2.1")
class TestSplitHeads(FunctionChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, h, w = sizes(draw, 3)
        return Case("multihead.split_heads", (draw(4, n, h * w), h))

    @weight(1.4)
    def test_chunks(self, student, draw, same):
        """chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on; n_heads = 1 and d work."""
        _, h, w, B = sizes(draw, 4)
        x = draw(B, 1, h * w)
        for n_heads in (h, 1, h * w):
            got = student.multihead.split_heads(x, n_heads)
            require_array(got, x)
            require(got.ndim == 4, "a dimension of size 1 is lost", category="shape")
            same(got.flatten(), x.flatten(), what="the features of one token, head by head")

    @weight(1.3)
    def test_tokens(self, student, draw, same):
        """tokens: the heads come before the tokens, and no token is mixed with another."""
        n, h, w, B = sizes(draw, 4)
        for b, i, c, e in ((B, n, h, w), (3, 3, 3, 3)):
            x = draw(b, i, c * e)
            got = student.multihead.split_heads(x, c)
            require(getattr(got, "shape", None) == (b, c, i, e), "the result is not (B, h, n, d/h)", category="shape")
            same(
                got.transpose(1, 2).flatten(2).sort(-1).values,
                x.sort(-1).values,
                axes="B n d",
                what="what each token has",
            )


@number("2.1")
class TestMergeHeads(FunctionChecks, LeadingDimensions):
    thing = 3

    def case(self, draw, weights):
        n, h, w = sizes(draw, 3)
        return Case("multihead.merge_heads", (draw(4, h, n, w),))

    @weight(1.4)
    def test_chunks(self, student, draw, same):
        """chunks: head 0's features first, then head 1's, and so on, for any number of heads."""
        _, h, w, B = sizes(draw, 4)
        for n_heads, width in ((h, w), (1, h * w), (h * w, 1)):
            x = draw(B, n_heads, 1, width)
            same(student.multihead.merge_heads(x), x.reshape(B, 1, -1), axes="B n d")

    @weight(1.3)
    def test_tokens(self, student, draw, same):
        """tokens: each gets its own features back."""
        n, h, w, B = sizes(draw, 4)
        for b, i, c, e in ((B, n, h, w), (3, 3, 3, 3)):
            x = draw(b, c, i, e)
            got = student.multihead.merge_heads(x)
            require(getattr(got, "shape", None) == (b, i, c * e), "the result is not (B, n, d)", category="shape")
            same(
                got.sort(-1).values,
                x.movedim(2, 1).reshape(b, i, -1).sort(-1).values,
                axes="B n d",
                what="what each token has, sorted",
            )


@number("2.3")
class TestHeadContributions(LayerChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, h, w = sizes(draw, 3)
        made = projections(weights, h * w)
        return Case("multihead.MultiHeadAttention.head_contributions", (draw(6, n + 2, h * w),), (h * w, h), made)

    @weight(2.5)
    def test_heads(self, student, reference, draw, weights, same):
        """heads: what each finds, in order; the dimension of the heads comes before that of the tokens."""
        n, h, w, B = sizes(draw, 4)
        x, made = draw(B, n, h * w), projections(weights, h * w) | {"W_o.weight": torch.eye(h * w)}
        same(*(layer(who, h, made).head_contributions(x) for who in (student, reference)), axes="B h n d")

    @weight(1.5)
    def test_output_matrix(self, student, draw, weights, same):
        """W^O: each head's columns of it map what the head finds to width d."""
        n, h, w, B = sizes(draw, 4)
        x, made = with_double(draw(B, n, h * w)), projections(weights, h * w)
        found = layer(student, h, made | {"W_o.weight": torch.eye(h * w)}).head_contributions(x)
        require(getattr(found, "ndim", 0) == 4, "the result is not (B, h, n, d)", category="shape")
        require_attention(found)
        same(layer(student, h, made).head_contributions(x), found @ made["W_o.weight"].T, axes="B h n d")


@number("2.2")
class TestMultiHeadAttention(LayerChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, h, w = sizes(draw, 3)
        return Case("multihead.MultiHeadAttention", (draw(6, n + 2, h * w),), (h * w, h), projections(weights, h * w))

    @weight(3.5)
    def test_heads(self, student, reference, draw, weights, same):
        """heads: each attends in its own contiguous chunk of Q, K and V; head 0 comes first."""
        # Scores in the thousands, read at the last token, W^O = I: neither scale, mask nor W^O has a say.
        n, h, w, B = sizes(draw, 4)
        for n_heads, made in ((h, projections(weights, h * w, gain=64.0)), (1, projections(weights, h * w, gain=64.0))):
            made["W_o.weight"] = torch.eye(h * w)
            x = draw(B, n, h * w)
            mine, theirs = (layer(who, n_heads, made)(x) for who in (student, reference))
            require(
                getattr(mine, "shape", None) == x.shape, "the output does not have the shape of x", category="shape"
            )
            same(mine[:, -1], theirs[:, -1], axes="B d", what="the output at the last token")

    @weight(1.5)
    def test_scale(self, student, reference, draw, weights, same):
        """scale: √(d/h), the root of a head's own width."""
        n, h, w, B = sizes(draw, 4)
        x, made = draw(B, n, h * w), projections(weights, h * w) | {"W_o.weight": torch.eye(h * w)}
        mine, theirs = (layer(who, h, made)(x) for who in (student, reference))
        same(mine[:, -1], theirs[:, -1], axes="B d", what="the output at the last token")

    @weight(2)
    def test_causal(self, student, draw, weights, same):
        """causal: in every head, a token takes in itself and the past, nothing of the future."""
        n, h, w, B = sizes(draw, 4)
        n, made = n + 2, projections(weights, h * w)
        # With W_k = −W_q every token scores itself and its past low, near −800; turned round, the future scores high.
        one = draw(B, 1, h * w)
        scores = (one @ made["W_q.weight"].T).unflatten(-1, (h, w)).square().sum(-1) / w**0.5
        x = one * (800.0 / scores.amax(dim=-1, keepdim=True)).sqrt() * (1.0 - 0.25 * draw.permutation(n)[:, None] / n)
        made["W_k.weight"] = -made["W_q.weight"]
        mha, first = layer(student, h, made), draw.integer(2, n - 1)
        not_judged(layer(student, h, made, train=True), x)  # is it masked then?
        before, after = mha(x), mha(torch.cat([x[:, :first], -x[:, first:]], dim=1))
        same(after[:, :first], before[:, :first], axes="B n d", what="the output before the changed tokens")
        other = mha(torch.cat([-x[:, :1], x[:, 1:]], dim=1))
        require(bool((other[:, -1] != before[:, -1]).any()), "the last token takes in nothing of the first")
        alike = mha(one.repeat(1, n, 1))
        same(alike, alike[:, :1].repeat(1, n, 1), axes="B n d", what="the output for tokens that are all alike")

    @weight(2)
    def test_output_matrix(self, student, draw, weights, same):
        """W^O: comes last, over all heads together."""
        n, h, w, B = sizes(draw, 4)
        x, made = with_double(draw(B, n, h * w)), projections(weights, h * w)
        heads = layer(student, h, made | {"W_o.weight": torch.eye(h * w)})(x)
        require_attention(heads)
        same(layer(student, h, made)(x), heads @ made["W_o.weight"].T, axes="B n d")


def sizes(draw, count):
    """n, h, d/h and what else a check needs: distinct, and distinct from what code may make of them."""
    return draw.sizes(count, low=2, high=6, derived=lambda n, h, w, *_: (h * w, n * h, n * w, h * h, w * w))


def projections(weights, d, gain=1.5):
    made = {"W_q.weight": weights.matrix(d, d, gain), "W_k.weight": weights.matrix(d, d, gain)}
    return made | {"W_v.weight": weights.matrix(d, d), "W_o.weight": weights.matrix(d, d)}


def with_double(x):
    return torch.cat([x, 2 * x])


def require_attention(found):
    """Of x and of 2 x: attention is not linear in x. So W^O alone, or W^O after W^V, fails."""
    single, double = found.chunk(2)
    require(bool((double != 2 * single).any()), "the heads write twice as much for 2 x: do they attend to anything?")


def layer(who, n_heads, made, **options):
    return who.multihead.MultiHeadAttention(len(made["W_q.weight"]), n_heads, weights=made, **options)
