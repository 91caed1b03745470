"""Part 3: the transformer block (block.py)."""

from dataclasses import replace

import torch
from gradescope_utils.autograder_utils.decorators import number, weight
from shared import LayerChecks, LeadingDimensions, unit

from softmark.checks import Case, require


def norm_weights(draw, d):
    """Random γ around 0.75, and β around 0."""
    return {"gamma": 0.75 + draw(d), "beta": draw(d)}


def ffn_weights(draw, weights, d, d_ff):
    return {
        "W_1.weight": weights.matrix(d_ff, d),
        "W_1.bias": draw(d_ff),
        "W_2.weight": weights.matrix(d, d_ff),
        "W_2.bias": draw(d),
    }


@number("3.1")
class TestLayerNorm(LayerChecks, LeadingDimensions):
    thing = 1

    def case(self, draw, weights):
        n, d = draw.sizes(2, low=5)
        return Case("block.LayerNorm", (draw(4, n, d, scale=64.0),), (d,), norm_weights(draw, d))

    @weight(2)
    def test_centre(self, student, draw, same):
        """centre: each vector, by itself, loses its mean."""
        B, n, d = draw.sizes(3, low=4)
        x = draw(B, n, d, scale=64.0)
        same(
            unit(plain(student, d)(x)), unit(x - x.mean(dim=-1, keepdim=True)), axes="B n d", what="x − μ, at length 1,"
        )

    @weight(1.5)
    def test_spread(self, student, draw, same):
        """spread: divided by σ with 1/d, also near 4,000, and with one feature far from the rest."""
        n, half = draw.integer(3, 6), 33
        d = 2 * half
        sixteenths = (draw.tokens(7, n, half) + 9.0) / 16
        beside_thousands = torch.cat([sixteenths, -sixteenths], dim=-1) + 4096.0  # so that their mean is exact
        far_off = draw(n, d, scale=16.0)
        far_off[:, draw.integer(0, d - 1)] = 4096.0
        z = plain(student, d)(torch.stack([draw(n, d, scale=64.0), beside_thousands, far_off]))
        same(z.var(dim=-1, correction=0), torch.ones(3, n), axes="B n", what="the variance")

    @weight(1)
    def test_gain_and_shift(self, student, draw, same):
        """gain and shift: γ multiplies, then β is added, feature by feature."""
        B, n, d = draw.sizes(3, low=4)
        x, tuned = draw(B, n, d, scale=64.0), norm_weights(draw, d)
        z = plain(student, d)(x)
        require(bool((z != 0).any()), "with γ = 1 and β = 0 all is 0")
        same(student.block.LayerNorm(d, weights=tuned)(x), tuned["gamma"] * z + tuned["beta"], axes="B n d")

    @weight(0.5)
    def test_epsilon(self, student, draw, same):
        """ε: `self.eps`, inside the root; x = 0 gives 0."""
        B, n, half = draw.sizes(3, low=2, high=5)
        x = draw(B, n, half, scale=2.0**-14)
        x = torch.cat([x, -x], dim=-1)  # mean 0, and a variance far below ε: what is left is x / √ε
        x[0] = 0.0
        eps = draw.integer(1, 3) / 4
        same(plain(student, 2 * half, eps=eps)(x), x / eps**0.5, axes="B n d")


def plain(student, d, **options):
    """A norm with γ = 1 and β = 0."""
    return student.block.LayerNorm(d, **options, weights={"gamma": torch.ones(d), "beta": torch.zeros(d)})


@number("3.2")
class TestFeedForward(LayerChecks, LeadingDimensions):
    thing = 1

    def case(self, draw, weights):
        n, d, d_ff = draw.sizes(3, low=5)
        return Case("block.FeedForward", (draw(4, n, d),), (d, d_ff), ffn_weights(draw, weights, d, d_ff))

    @weight(1)
    def test_relu(self, student, draw, weights, same):
        """ReLU: between the two maps, and nowhere else."""
        B, n, half, d_ff = draw.sizes(4, low=4)
        d = 2 * half
        made = ffn_weights(draw, weights, d, d_ff) | {"W_1.bias": torch.zeros(d_ff), "W_2.bias": torch.zeros(d)}
        x = torch.cat([draw(B, n, half, scale=64.0), torch.zeros(B, n, half)], dim=-1)
        hidden = torch.relu(x @ made["W_1.weight"].T)
        y = student.block.FeedForward(d, d_ff, weights=made)(x)
        # compared where x is 0, so that a residual added here by mistake fails `maps` alone
        same(y[..., half:], (hidden @ made["W_2.weight"].T)[..., half:], axes="B n d")

    @weight(1)
    def test_maps(self, student, draw, weights, same):
        """maps: `self.W_1`, then `self.W_2`, with their biases, and nothing else is added."""
        B, n, d = draw.sizes(3, low=4)
        made = ffn_weights(draw, weights, d, d)  # square, so that a missing transpose shows in the numbers
        x = draw(B, n, d).abs()  # with large biases no ReLU has anything to do, wherever it stands
        made["W_1.bias"] += 8.0
        made["W_2.bias"] += 64.0
        y = (x @ made["W_1.weight"].T + made["W_1.bias"]) @ made["W_2.weight"].T + made["W_2.bias"]
        same(student.block.FeedForward(d, d, weights=made)(x) - 64.0, y - 64.0, axes="B n d")


@number("3.3")
class TestTransformerBlock(LayerChecks, LeadingDimensions):
    """Weights of zero silence a part: W_o = 0 for attention, W_2 = 0 and b_2 = 0 for the network."""

    def case(self, draw, weights):
        n, h, w, d_ff = draw.sizes(4, low=2, high=7)
        n += 2
        return Case(
            "block.TransformerBlock", (draw(4, n, h * w),), (h * w, h, d_ff), block_weights(draw, weights, h * w, d_ff)
        )

    @weight(1.5)
    def test_attention(self, everyday, same):
        """attention: it reads the normalised x, and what it writes stays in the stream."""
        same(*wrote(everyday, alike, "attention"), axes="B n d", what="what attention writes", loosen=4.0)

    @weight(1.25)
    def test_stream(self, everyday, same):
        """stream: x, then t³, is added to as it is; where nobody writes, x comes out."""
        (x,) = everyday.case.inputs
        same(stream(everyday, everyday.student, drawn), x, axes="B n d")
        require(
            not torch.equal(stream(everyday, everyday.student, drawn, "attention", "network"), x), "nobody ever writes"
        )

    @weight(1.5)
    def test_network(self, everyday, same):
        """network: it reads its input normalised; here t³ = x."""
        same(*wrote(everyday, alike, "network"), axes="B n d", what="what the network writes", loosen=4.0)

    @weight(1)
    def test_order(self, everyday, same):
        """order: attention first; the network reads what it wrote."""
        same(*wrote(everyday, alike, "attention", "network"), axes="B n d", what="what the network writes", loosen=4.0)

    @weight(0.75)
    def test_norms(self, everyday, same):
        """norms: `self.norm_1` before attention, `self.norm_2` before the network, each once."""
        for part in ("attention", "network"):
            same(*wrote(everyday, drawn, part), axes="B n d", what=f"what the {part} writes", loosen=4.0)


def wrote(everyday, norms, *parts):
    """[the student's, the reference's]: what the last of these parts adds to the stream."""
    sides = (everyday.student, everyday.reference)
    return [stream(everyday, who, norms, *parts) - stream(everyday, who, norms, *parts[:-1]) for who in sides]


def stream(everyday, who, norms, *parts):
    """One side's output where only these parts write: "attention", "network"."""
    silent = () if "attention" in parts else ("attention.W_o.weight",)
    silent += () if "network" in parts else ("ffn.W_2.weight", "ffn.W_2.bias")
    weights = everyday.case.weights.items()
    made = {name: torch.zeros_like(part) if name in silent else norms(name, part) for name, part in weights}
    return replace(everyday.case, weights=made).made(who)(*everyday.case.inputs)


def drawn(name, part):
    return part


def alike(name, part):
    """Both norms get γ = 1 and β = 0, so that swapping them does not show here."""
    return torch.full_like(part, name.endswith("gamma")) if name.startswith("norm") else part


def block_weights(draw, weights, d, d_ff):
    """Two norms that differ, and parts that write about equally much."""
    made = {f"norm_{i}.{name}": part for i in (1, 2) for name, part in norm_weights(draw, d).items()}
    made |= {f"attention.{name}.weight": weights.matrix(d, d, gain=1.5) for name in ("W_q", "W_k", "W_v", "W_o")}
    return made | {f"ffn.{name}": part for name, part in ffn_weights(draw, weights, d, d_ff).items()}
