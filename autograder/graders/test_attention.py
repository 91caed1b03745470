"""Part 1: one attention head (attention.py)."""

import math
from contextlib import suppress

import torch
from gradescope_utils.autograder_utils.decorators import number, weight
from shared import FunctionChecks, LayerChecks, LeadingDimensions, not_judged, unit

from softmark.checks import Case, StudentFailure, require, require_array


@number("1.1")
class TestSimpleAttention(FunctionChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, d = draw.sizes(2, low=3, high=7)
        return Case("attention.simple_attention", (draw(4, n, d, scale=0.5),))

    @weight(1.7)
    def test_mix(self, student, draw, same):
        """mix: a_i adds up the x_j by the softmax of the dot products x_i · x_j, unscaled."""
        B, n, d = draw.sizes(3, low=3, high=7)  # read at the last token, which sees all
        x = draw(B, n, d, scale=0.5)
        x[0, 1] = 0.0  # a score of 0 is a score like any other
        not_judged(student.attention.simple_attention.observe, x)  # is x itself overwritten?
        mixed = (torch.softmax((x @ x[:, -1:].mT).mT, dim=-1) @ x)[:, 0]
        same(student.attention.simple_attention(x)[:, -1], mixed, axes="B d", what="the last row")

    @weight(1)
    def test_past(self, student, draw, same):
        """past: token i takes in itself and the tokens before it only; a_1 = x_1, and n = 1 works."""
        B, n, d = draw.sizes(3, low=4)
        x, first = draw(B, n, d), draw.integer(2, n - 1)
        got = student.attention.simple_attention(x)
        later = student.attention.simple_attention(torch.cat([x[:, :first], draw(B, n - first, d, scale=3.0)], dim=1))
        same(later[:, :first], got[:, :first], axes="B n d", what="the output before the changed tokens")
        same(got[:, 0], x[:, 0], axes="B d", what="the first row")
        same(student.attention.simple_attention(x[:, :1]), x[:, :1], axes="B n d")
        alike = x[:, :1].repeat(1, n, 1)
        same(
            student.attention.simple_attention(alike), alike, axes="B n d", what="the mix of tokens that are all alike"
        )
        require(bool((got[:, 1:] != x[:, 1:]).any()), "nothing is mixed")
        require(bool((later[:, -1] != got[:, -1]).any()), "the last token takes in nothing of those beside it")

    @weight(0.5)
    def test_large_scores(self, student, draw, same):
        """large scores: hundreds give finite numbers, and the right ones."""
        n, d = draw.sizes(2, low=4, high=7)
        x = draw(4, n, d, scale=0.5)
        small, large = 6.0, 30.0
        x[0, 0, 0], x[0, 1:, 0] = small, large  # what the first token may not see scores far above what it may see
        x[1, 0, 0], x[1, 1:, 0] = large, small  # what later tokens see scores far above themselves
        x[2, :, 0] = large
        scores = (x @ x.mT).masked_fill(torch.ones(n, n).triu(1) > 0, -math.inf)
        same(student.attention.simple_attention(x), torch.softmax(scores, dim=-1) @ x, axes="B n d", loosen=8.0)


@number("1.5")
class TestWeightedValues(FunctionChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, m, d = draw.sizes(3, low=3)
        return Case("attention.weighted_values", (draw(4, n, m), draw(4, m, d)))

    @weight(1.6)
    def test_sum(self, student, draw, same):
        """sum: row i adds up the values by row i of the weights, also for one query and where all sizes are equal."""
        n, m, d, B = draw.sizes(4, low=3, high=6)
        for rows, keys, width in ((n, m, d), (1, m, d), (m, m, m)):
            weights, v = torch.softmax(draw(B, rows, keys), dim=-1), draw(B, keys, width)
            same(student.attention.weighted_values(weights, v), weights @ v, axes="B n d_v")

    @weight(0.6)
    def test_as_given(self, student, draw, same):
        """as given: the weights need not sum to 1."""
        n, m, d, B = draw.sizes(4, low=3, high=6)
        weights, v = draw(B, n, m), draw(B, m, d)
        same(student.attention.weighted_values(weights, v), weights @ v, axes="B n d_v")


@number("1.3")
class TestCausalMask:
    @weight(1.2)
    def test_past(self, student, draw, same):
        """past: bool, and True exactly where j ≤ i, for one token and for hundreds."""
        for n in (draw.integer(4, 9), 1, draw.integer(260, 290)):
            same(student.attention.causal_mask(n), torch.ones(n, n).tril() > 0, axes="i j", what="the mask")

    @weight(0.4)
    def test_device(self, student, draw, same):
        """device: made on `device`, also where the same length was asked for on another one before."""
        n = draw.integer(300, 320)
        for device in ("meta", "cpu"):  # "meta" holds shapes without numbers, and every machine has it
            got = student.attention.causal_mask(n, device=device)
            require(
                str(getattr(got, "device", "")) == device, f"the mask is not on the device {device}", category="device"
            )


def weights_after(masked):
    """A mask is judged by the weights it leads to, so any fill that is low enough is right."""
    require_array(masked, torch.zeros(1), "the result")
    return torch.softmax(masked, dim=-1)


def mask_with_gaps(draw, *shape):
    """A drawn mask, (..., m): every query sees two keys or more, and at least one is hidden from it."""
    *leading, m = shape
    seen = draw.tokens(m, 1)
    for size in leading:
        seen = seen.unsqueeze(-2) + torch.arange(size).unsqueeze(1)
    mask = draw(*shape) > 0
    for step, sees in ((0, True), (1, False), (2, True)):
        mask = mask.scatter(-1, (seen + step) % m, sees)
    return mask


@number("1.3")
class TestApplyMask(FunctionChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, m = draw.sizes(2, low=5)
        mask = mask_with_gaps(draw, 4, n, m)
        scores = draw(4, n, m) + 8.0 * ~mask  # what is hidden scores high: a fill that is too weak shows here at once
        return Case("attention.apply_mask", (scores, mask), judge=weights_after)

    @weight(1.4)
    def test_hide(self, student, draw, same):
        """hide: after the softmax a hidden key has weight 0, and the visible ones share 1 by their own scores."""
        n, m, B = draw.sizes(3, low=3)
        scores = draw(B, n, m)
        scores[0] = 0.0  # a score like any other
        self.judge(student, same, scores, mask_with_gaps(draw, n, m))

    @weight(0.7)
    def test_any_score(self, student, draw, same):
        """any score: the same for scores from −1000 to 1000, visible or hidden."""
        n, m, B = draw.sizes(3, low=3)
        mask = mask_with_gaps(draw, n, m)
        for low, above in ((-996.0, 1990.0), (-30.0, 0.0)):
            scores = draw(B, n, m) + low
            scores[..., ~mask] += above  # what is hidden would otherwise get all the weight
            self.judge(student, same, scores, mask)

    @weight(0.5)
    def test_broadcast(self, student, draw, same):
        """broadcast: any mask that broadcasts: one row for each sequence, one table or one row for all."""
        n, m, B = draw.sizes(3, low=3, high=6)
        scores = draw(B, n, m)
        for mask in (mask_with_gaps(draw, B, 1, m), mask_with_gaps(draw, n, m), mask_with_gaps(draw, 1, m)):
            self.judge(student, same, scores, mask)

    def judge(self, student, same, scores, mask):
        got = student.attention.apply_mask(scores, mask)
        require_array(got, scores, "the result")
        expected = torch.softmax(scores.masked_fill(~mask, -math.inf), dim=-1)
        same(weights_after(got), expected, what="the weight after the softmax")

    @weight(0.25)
    def test_gradients(self, everyday, same):
        """gradients: right, for every visible score."""
        mask = everyday.case.inputs[1]
        made = [each.grad(*everyday.case.inputs) for each in everyday.made()]
        got, expected = (outcome.by_input[0] if outcome.by_input else None for outcome in made)
        require(got is not None, "no gradient reaches the scores: is a tensor detached or made anew on the way?")
        same(got.where(mask, 0.0), expected.where(mask, 0.0), what="the gradient of the visible scores")


@number("1.6")
class TestAttend(FunctionChecks, LeadingDimensions):
    PAIR = ("the output", "the weights")

    def case(self, draw, weights):
        n, m, d_k, d_v = draw.sizes(4, low=4)
        inputs = (draw(4, n, d_k), draw(4, m, d_k), draw(4, m, d_v), mask_with_gaps(draw, 4, n, m))
        return Case("attention.attend", inputs, options={"grad_of": 0})

    @weight(1.4)
    def test_mix(self, student, draw, same):
        """mix: the output, by the softmax of the scores, first, then the weights; without a mask nothing is hidden."""
        m, B = draw.sizes(2, low=4)
        q, k, v = draw(B, 1, 1), draw(B, m, 1), draw(B, m, 1)  # of width 1, so that no scale shows
        weights = torch.softmax(q @ k.mT, dim=-1)
        same(student.attention.attend(q, k, v), (weights @ v, weights), parts=self.PAIR)

    @weight(0.8)
    def test_scale(self, student, draw, same):
        """scale: by √d_k; n, m, d_k and d_v may all differ, or all be equal."""
        for n, m, d_k, d_v in (draw.sizes(4, low=3), [5] * 4):
            q, k, v = draw(3, n, d_k), draw(3, m, d_k), draw(3, m, d_v)
            weights = torch.softmax(q @ k.mT / d_k**0.5, dim=-1)
            same(student.attention.attend(q, k, v), (weights @ v, weights), parts=self.PAIR)

    @weight(1.4)
    def test_mask(self, student, draw, same):
        """mask: hidden keys have weight 0 and the visible ones sum to 1, whatever the scores are."""
        n, m, d, d_v, B = draw.sizes(5, low=3)
        for rows, level, above in ((1, 0.0, 0.0), (n, -22.0, 0.0), (1, -22.0, 44.0)):
            mask = mask_with_gaps(draw, rows, m)
            q, k, v = torch.zeros(B, rows, d), torch.zeros(B, m, d), draw(B, m, d_v)
            q[..., 0], k[..., 0] = 22.0, level  # all scores alike: no scale shows
            k[..., 0] += above * (~mask[0])  # hidden scores far above
            weights = (mask / mask.sum(dim=-1, keepdim=True)).expand(B, rows, m)
            same(student.attention.attend(q, k, v, mask), (weights @ v, weights), parts=self.PAIR)

    @weight(0.4)
    def test_large_scores(self, student, draw, same):
        """large scores: thousands give finite results, and the right ones."""
        n, m, d, d_v, B = draw.sizes(5, low=3)
        q, k, v = draw(B, n, d), draw(B, m, d), draw(B, m, d_v)
        q[..., 0], k[..., 0] = 64.0, 64.0  # adds the same to every score, which changes no weight
        q[1:, 0, 0] = -64.0
        weights = torch.softmax(q @ k.mT / d**0.5, dim=-1)
        same(student.attention.attend(q, k, v), (weights @ v, weights), parts=self.PAIR, loosen=16.0)


@number("1.6")
class TestAttentionHead(LayerChecks, LeadingDimensions):
    uses = "attend"

    def case(self, draw, weights):
        n, d, w = draw.sizes(3, low=5)
        made = {f"{name}.weight": weights.matrix(w, d, 1.5) for name in ("W_q", "W_k", "W_v")}
        return Case("attention.AttentionHead", (draw(6, n, d),), (d, w), made)

    @weight(1.4)
    def test_projections(self, student, reference, draw, weights, same):
        """projections: q, k and v by `self.W_q`, `self.W_k` and `self.W_v`."""
        B, n, d, other = draw.sizes(4, low=3)  # read at the last token, which sees all
        for width in (other, d):  # square: so that a missing transpose shows in the numbers
            made, x = {f"{name}.weight": weights.matrix(width, d, 1.5) for name in ("W_q", "W_k", "W_v")}, draw(B, n, d)
            got, expected = (who.attention.AttentionHead(d, width, weights=made)(x) for who in (student, reference))
            require_array(got, x)
            same(got[:, -1], expected[:, -1], axes="B d", what="the last row")

    @weight(0.8)
    def test_causal(self, student, draw, weights, same):
        """causal: changing a token changes no output before it; a_1 = v_1."""
        B, n, d, w = draw.sizes(4, low=4)
        made = {f"{name}.weight": weights.matrix(w, d, 1.5) for name in ("W_q", "W_k", "W_v")}
        head, x, first = student.attention.AttentionHead(d, w, weights=made), draw(B, n, d), draw.integer(2, n - 1)
        not_judged(student.attention.AttentionHead(d, w, weights=made, train=True), x)  # is it masked then?
        got = head(x)
        later = head(torch.cat([x[:, :first], draw(B, n - first, d, scale=3.0)], dim=1))
        same(later[:, :first], got[:, :first], axes="B n d", what="the output before the changed tokens")
        other = head(torch.cat([-x[:, :1], x[:, 1:]], dim=1))
        require(bool((other[:, -1] != got[:, -1]).any()), "the last token takes in nothing of the first")


@number("1.2")
class TestAttentionScores(FunctionChecks, LeadingDimensions):
    def case(self, draw, weights):
        n, m, d_k = draw.sizes(3, low=5)
        return Case("attention.attention_scores", (draw(4, n, d_k), draw(4, m, d_k)))

    @weight(1.4)
    def test_rows(self, student, draw, same):
        """rows: query i is row i and key j is column j, also where all sizes are equal."""
        n, m, d_k, B = draw.sizes(4, low=3, high=6)
        for b, i, j, d in ((B, n, m, d_k), (n, n, n, n)):
            q, k = draw(b, i, d), draw(b, j, d)
            got, products = student.attention.attention_scores(q, k), q @ k.transpose(-2, -1)
            require_array(got, products)
            same(got / got.norm(), products / products.norm(), axes="B n m", what="the scores, up to their scale")

    @weight(1.4)
    def test_scale(self, student, draw, same):
        """scale: divided by √d_k, the root of the width of a key, for any width and any size of the scores."""
        n, m, width = draw.sizes(3)
        not_judged(student.attention.attention_scores, draw(n, width), draw(m, width))  # counts from which end?
        for d_k in (4, *draw.sizes(3, low=5), 64):
            q, k = draw(3, 1, d_k, scale=32.0), draw(3, 1, d_k, scale=32.0)  # one query and one key: rows do not count
            same(student.attention.attention_scores(q, k), (q * k).sum(-1, keepdim=True) / d_k**0.5, axes="B n m")

    @weight(0.4)
    def test_at_once(self, student, draw, same):
        """at once: 1,000 queries meet 1,000 keys within seconds. A loop over the queries alone may do, a double loop
        does not."""
        q = 2.0 * draw.tokens(2, 1, 1000, 4) - 1.0  # all of one length, and their own keys: only the time is judged
        got, products = student.attention.attention_scores(q, q), q[:, ::100] @ q.mT  # a sample: a million takes long
        require(getattr(got, "shape", None) == (1, 1000, 1000), "the scores are not (B, n, m)", category="shape")
        same(unit(got[:, ::100].flatten()), unit(products.flatten()), what="the scores, up to their scale")


@number("1.4")
class TestSoftmax(FunctionChecks, LeadingDimensions):
    """All tables but that of `rows` are symmetric, and judged by weights + their transpose: whoever sums down the
    columns loses `rows` alone."""

    thing = 1

    def case(self, draw, weights):
        n, m = draw.sizes(2, low=4)
        return Case("attention.softmax", (draw(4, n, m),))

    @weight(1.25)
    def test_rows(self, student, draw, same):
        """rows: each row, the last dimension, sums to 1 by itself, also where all sizes are equal."""
        n, m, B = draw.sizes(3, low=3, high=6)
        not_judged(student.attention.softmax, draw(m))  # whether a single row is treated as one
        for scores in (draw(n, n, n), draw(B, n, m)):
            same(student.attention.softmax(scores), torch.softmax(scores, dim=-1), axes="B n m", what="the weights")

    @weight(1.75)
    def test_shares(self, student, draw, same):
        """shares: e^score / Σ e^score."""
        self.judge(student, same, symmetric(draw, 3, draw.integer(4, 7)))

    @weight(1.6)
    def test_stable(self, student, draw, same):
        """stable: scores of any finite size, 1000 or −1000 too, also in one row or in one batch."""
        scores = symmetric(draw, 6, draw.integer(4, 7)) + torch.tensor([1e3, -1e3, 1e4, -1e2, 0.0, 1e3])[:, None, None]
        scores[4, 0, 1] = scores[4, 1, 0] = -150.0
        scores[5, 0, 1:] = scores[5, 1:, 0] = -1000.0
        scores[1].fill_diagonal_(-math.inf)  # low scores beside a −∞
        self.judge(student, same, scores, loosen=32.0)  # float32 has steps of 0.001 near 10,000

    @weight(1.6)
    def test_minus_infinity(self, student, draw, same):
        """−∞: a weight of exactly 0, and no NaN anywhere, gradients included."""
        n = draw.integer(4, 7)
        place = torch.arange(n)
        hidden = (place - place[:, None]).abs() > 1  # every token sees itself and its neighbours
        level = torch.tensor([0.0, 60.0, -40.0, -80.0])[:, None, None]  # `stable` goes further
        scores = (symmetric(draw, 4, n) + level).masked_fill(hidden, -math.inf)
        got = self.judge(student, same, scores, loosen=8.0)
        require(bool((got[:, hidden] == 0).all()), "a score of −∞ has a weight that is not exactly 0")
        with suppress(StudentFailure):  # where there is no gradient, `gradients` says so
            for gradient in student.attention.softmax.grad(scores).by_input:
                require(
                    gradient is None or bool(gradient.isfinite().all()), "a gradient is NaN beside −∞", category="nan"
                )

    def judge(self, student, same, scores, loosen=1.0):
        got, expected = student.attention.softmax(scores), torch.softmax(scores, dim=-1)
        require_array(got, expected, "the weights")
        require(got.shape == expected.shape, "the weights do not have the shape of the scores", category="shape")
        same(got + got.mT, expected + expected.mT, axes="B n m", what="the weights + their transpose", loosen=loosen)
        return got


def symmetric(draw, B, n):
    scores = draw(B, n, n)
    return (scores + scores.mT) / 2


@number("1.7")
class TestFindOnesWeights:
    """A lead is the score of a 1 minus that of a 0. Nothing else matters, and a row with a single 1 is the hardest."""

    @weight(1.5)
    def test_query(self, student, draw):
        """query: whatever bit a token holds, a 1 scores above a 0."""
        for length in (draw.integer(2, 30), draw.integer(1_000, 100_000)):
            require(
                bool((leads(*pair(student, length, query)) > 0).all()),
                f"in a row of {length} bits a 1 scores no higher than a 0",
            )

    @weight(1)
    def test_boost(self, student, draw):
        """boost: 0.999 of the attention is on the ones, in rows of up to 30 bits."""
        self.require_found(student, (1, 2, 4, draw.integer(5, 30)))

    @weight(1)
    def test_length(self, student, draw):
        """length: the same in rows of up to 100,000 bits."""
        self.require_found(student, (draw.integer(200, 9_000), draw.integer(60_000, 90_000), 100_000))

    @weight(0.5)
    def test_limit(self, student, draw):
        """limit: and no entry is above 50 or below −50."""
        for length in (draw.integer(2, 9), draw.integer(60_000, 100_000)):
            W_q, W_k = pair(student, length)
            require(bool((leads(W_q, W_k) > 0).any()), "no token scores a 1 above a 0")
            largest = max(float(matrix.abs().max()) for matrix in (W_q, W_k))
            require(
                largest <= 50.0, f"for rows of {length} bits an entry is {largest:.5g} in size; at most 50 is allowed"
            )

    def require_found(self, student, lengths):
        """By those tokens that look for ones at all: whether all do is `query`."""
        for length in lengths:
            lead = leads(*pair(student, length))
            if length == 1:
                continue  # the only bit is a 1, and gets it all
            require(bool((lead > 0).any()), "no token scores a 1 above a 0")
            found = share(lead[lead > 0].min(), length)
            require(
                found >= ENOUGH, f"in a row of {length} bits a token puts only {found:.5f} on the only 1, not 0.999"
            )


def boost(W_q, W_k, length):
    """A weak boost is known by what is asked for, and by the leads of those tokens that look for ones, whichever keys
    make them. Where none does, the size of the matrices is part of the mistake only if it is too small, long rows
    aside."""
    lead, size = leads(W_q, W_k), (W_q.T @ W_k).abs().max() / math.sqrt(2)
    if bool((lead > 0).any()):
        return [lead[lead > 0], W_q / W_q.abs().max()]
    strong = share(size, min(length, 30)) >= ENOUGH
    return [strong, *(part / part.abs().max() if strong else part for part in (W_q, W_k))]


def query(W_q, W_k, length):
    """A wrong query is known by the signs of the leads, not by their size."""
    lead = leads(W_q, W_k)
    return lead.sign() if bool((lead > 0).any()) else boost(W_q, W_k, length)


def pair(student, length, known_by=boost):
    """W_q and W_k, in float64."""
    return sound(student.attention.find_ones_weights.known_by(lambda got: known_by(*sound(got), length), length))


def sound(got):
    require(isinstance(got, tuple | list) and len(got) == 2, "the result is not a pair (W_q, W_k)", category="type")
    for name, matrix in zip(("W_q", "W_k"), got, strict=True):
        require_array(matrix, torch.zeros(2, 2), name)
        require(matrix.shape == (2, 2) and matrix.device.type == "cpu", f"{name} is not 2 × 2", category="shape")
        require(bool(torch.isfinite(matrix).all()), f"{name} has an entry that is not finite", category="nan")
    return [matrix.double() for matrix in got]


def leads(W_q, W_k):
    """By how much a 1 scores above a 0, to a token that is a 0 and to one that is a 1."""
    scores = W_q.T @ W_k / math.sqrt(2)  # [asks, is asked]: E is the identity
    return scores[:, 1] - scores[:, 0]


def share(lead, length):
    """What a single 1 gets of the attention among length − 1 zeros."""
    return float(1 / (1 + (length - 1) * torch.exp(-lead)))


ENOUGH = 0.9988
"""0.999, with room for rounding."""
