"""Part 3: the transformer block.

Each token has a residual stream: a vector of width d that runs through the whole network. A block reads from the
stream and adds to it, twice. First comes attention, the only part that moves information from one token to another,
then a feedforward network, which gives each token, by itself, the nonlinearity that attention lacks. What is read
is normalised first ("pre-norm"); the stream itself is never replaced, only added to. All vectors keep the width d,
so blocks stack.

Graded in every task:
    - Float32 and float64: what comes out has the dtype of the floats that go in, weights included. Float64 is right to
      six digits.
    - What goes in is not changed, and neither are the weights of a layer or PyTorch's settings.
    - Gradients are right, not merely there, for all floats that go in and for every weight that takes part.
    - Training and evaluation mode give the same result: nothing is dropped or drawn at random.
    - Calls are independent, for any length and batch size: do not reuse a mask or positions made for another one.

Make new tensors on the device of what goes in. You may write helper functions and further methods, and import what is
installed (not einops). Leave the constructors as they are.

How the tasks depend on each other:

    3.1  LayerNorm             stands alone
    3.2  FeedForward           stands alone
    3.3  TransformerBlock      uses 3.1, 3.2 and, from part 2, MultiHeadAttention

Use the given submodules instead of repeating them: a mistake in 3.1 then costs you 3.1 and nothing else.
"""

import torch
from multihead import MultiHeadAttention
from torch import Tensor, nn


class LayerNorm(nn.Module):
    """Normalise each token's vector to mean 0 and variance 1, then let γ and β tune it."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        """Given. Start with γ = 1 and β = 0, which leaves the normalised vector as it is."""
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Normalise over the features of each vector: the z-score of statistics, made tunable.

            μ  = (1/d) Σ_i x_i
            σ² = (1/d) Σ_i (x_i − μ)²
            LayerNorm(x) = γ (x − μ) / √(σ² + ε) + β

        Args:
            x: (..., d_model) vectors.

        Returns:
            (..., d_model) normalised vectors.

        Graded:
            - Over the last dimension only: each vector by itself, for any leading dimensions, none included.
            - The population variance (1/d, not 1/(d − 1)). γ = `self.gamma` multiplies, β = `self.beta` is added,
              feature by feature.
            - ε = `self.eps` stands inside the root.
            - A vector of equal numbers gives β, not NaN. In float64 a large number added to all features cancels to six
              digits, even 100 million beside features below 1.

        Not allowed: library norms (`nn.LayerNorm`, `F.layer_norm` and their relatives). Means, variances, roots and the
        length of a vector (`x.norm()`) are fine.

        Hints:
            - Some library variances divide by d − 1 unless told otherwise.
            - E[x²] − E[x]² is the same on paper, but loses its digits where the mean is large.

        Example: mean 5 and standard deviation 2.
            >>> LayerNorm(8)(torch.tensor([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])).detach()
            tensor([-1.5000, -0.5000, -0.5000, -0.5000,  0.0000,  0.0000,  1.0000,  2.0000])

        The handout's thread, at *lost*: mean 0.5 and standard deviation 2.5.
            >>> LayerNorm(4)(torch.tensor([0.0, -3.0, 4.0, 1.0])).detach()
            tensor([-0.2000, -1.4000,  1.4000,  0.2000])
        """
        # TODO 3.1 (about four lines)
        raise NotImplementedError("Task 3.1: LayerNorm.forward is not written yet")


class FeedForward(nn.Module):
    """The block's nonlinearity: out to a wider hidden layer and back, each token by itself."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        """Given. Make the two affine maps, d_model to d_ff and back, with bias."""
        super().__init__()
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        """Apply an affine map, a ReLU and a second affine map.

            FFN(x_i) = ReLU(x_i W_1ᵀ + b_1) W_2ᵀ + b_2

        Args:
            x: (..., d_model) vectors.

        Returns:
            (..., d_model).

        Graded:
            - The ReLU stands between the two maps, and nowhere else.
            - The maps are `self.W_1` and `self.W_2`, with their biases.
            - Any leading dimensions; each token by itself.

        Example: ReLU(x) + ReLU(−x) is |x|.
            >>> ffn = FeedForward(d_model=1, d_ff=2)
            >>> ffn.load_state_dict({
            ...     "W_1.weight": torch.tensor([[1.0], [-1.0]]), "W_1.bias": torch.zeros(2),
            ...     "W_2.weight": torch.tensor([[1.0, 1.0]]), "W_2.bias": torch.zeros(1)})
            <All keys matched successfully>
            >>> ffn(torch.tensor([[-3.0], [2.0]])).detach()
            tensor([[3.],
                    [2.]])

        The handout's thread, at *lost*.
            >>> W_1 = torch.tensor([[-1.0, -1.0, 1.0, 0.0], [0.0, -1.0, 1.0, 1.0], [2.0, 0.0, 0.0, -2.0],
            ...                     [0.0, 1.0, -1.0, -1.0]])
            >>> W_2 = torch.tensor([[1.0, 1.0, 0.0, 1.0], [0.0] * 4, [0.0, 0.0, -1.0, 1.0], [-1.0, -1.0, 1.0, 0.0]])
            >>> b_1, b_2 = torch.tensor([-1.0, -1.0, -1.0, 0.0]), torch.ones(4)
            >>> ffn = FeedForward(d_model=4, d_ff=4)
            >>> ffn.load_state_dict({"W_1.weight": W_1, "W_1.bias": b_1, "W_2.weight": W_2, "W_2.bias": b_2})
            <All keys matched successfully>
            >>> ffn(torch.tensor([-0.2, -1.4, 1.4, 0.2])).detach().round(decimals=3)
            tensor([ 5.,  1.,  1., -3.])
        """
        # TODO 3.2 (about two lines)
        raise NotImplementedError("Task 3.2: FeedForward.forward is not written yet")


class TransformerBlock(nn.Module):
    """One block of the stack: attention and a feedforward network, each added to the residual stream."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int) -> None:
        """Given. Make the four parts: two norms, the attention and the feedforward network."""
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = LayerNorm(d_model)
        self.ffn = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor) -> Tensor:
        """Run the residual stream through the block.

            t¹ = LayerNorm(x)
            t² = MultiHeadAttention(t¹)
            t³ = t² + x
            t⁴ = LayerNorm(t³)
            t⁵ = FFN(t⁴)
            y  = t⁵ + t³

        Args:
            x: (..., n, d_model) the stream as it comes in, n ≥ 1.

        Returns:
            (..., n, d_model): y, the stream as it goes on.

        Graded:
            - Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
              `self.norm_1` comes before `self.attention`, `self.norm_2` before `self.ffn`.
            - Causal: changing token j changes no output before j. n = 1 works.
            - Any leading dimensions.

        Not allowed: library transformer layers (`nn.TransformerEncoderLayer` and its relatives).

        Example: when neither part writes anything, the stream passes through untouched.
            >>> block = TransformerBlock(d_model=4, n_heads=2, d_ff=8)
            >>> for silent in (block.attention.W_o.weight, block.ffn.W_2.weight, block.ffn.W_2.bias):
            ...     _ = nn.init.zeros_(silent)
            >>> block(torch.tensor([[1.0, 2.0, 3.0, 4.0], [8.0, 7.0, 6.0, 5.0]])).detach()
            tensor([[1., 2., 3., 4.],
                    [8., 7., 6., 5.]])
        """
        # TODO 3.3 (about six lines)
        raise NotImplementedError("Task 3.3: TransformerBlock.forward is not written yet")
