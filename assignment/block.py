"""Part 3: the transformer block.

Each token has a residual stream: a vector of width d that runs through the whole network. A block reads from it and
adds to it, twice: attention moves information between tokens, then a feedforward network works on each token by itself.
What is read is normalised first; the stream itself is only added to, and keeps its width, so blocks stack.

The rules of every task, and what is graded in all of them, stand at the head of attention.py.
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
        """Normalise each vector over its features; γ and β tune it.

            μ = (1/d) Σ_i x_i
            σ = √((1/d) Σ_i (x_i − μ)²)
            x̂ = (x − μ) / √(σ² + ε)
            LayerNorm(x) = γ x̂ + β

        Args:
            x: (..., d) vectors.

        Returns:
            (..., d).

        Graded:
            - centre (2): each vector, by itself, loses its mean.
            - spread (1.5): divided by σ, with 1/d; also where all features are near 4,000, or one is far off.
            - gain and shift (1): γ = `self.gamma`, β = `self.beta`.
            - ε (0.5): ε = `self.eps`, inside the root.

        Not allowed: library norms like `nn.LayerNorm`. `F.normalize` is fine.

        Hint: E[x²] − E[x]² loses its digits where μ is large.

            >>> LayerNorm(4)(torch.tensor([1.0, 1.0, 5.0, 5.0])).detach()
            tensor([-1.0000, -1.0000,  1.0000,  1.0000])
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
        """Give each token, by itself, a nonlinear layer: out to width d_ff and back.

            FFN(x_i) = ReLU(x_i W_1ᵀ + b_1) W_2ᵀ + b_2

        Args:
            x: (..., d) vectors.

        Returns:
            (..., d).

        Graded:
            - ReLU (1): between the two maps, and nowhere else.
            - maps (1): `self.W_1`, then `self.W_2`, with their biases; nothing else is added.

        Example: ReLU(x) + ReLU(−x) is |x|.

            >>> ffn = FeedForward(d_model=1, d_ff=2)
            >>> _ = ffn.load_state_dict({
            ...     "W_1.weight": torch.tensor([[1.0], [-1.0]]), "W_1.bias": torch.zeros(2),
            ...     "W_2.weight": torch.tensor([[1.0, 1.0]]), "W_2.bias": torch.zeros(1)})
            >>> ffn(torch.tensor([[-3.0], [2.0]])).detach()
            tensor([[3.],
                    [2.]])
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
        """Run the residual stream through one block.

            t¹ = LayerNorm(x)
            t² = MultiHeadAttention(t¹)
            t³ = t² + x
            t⁴ = LayerNorm(t³)
            t⁵ = FFN(t⁴)
            h  = t⁵ + t³

        Args:
            x: (..., n, d), the stream.

        Returns:
            (..., n, d).

        Graded:
            - attention (1.5): reads the normalised x; what it writes stays in the stream.
            - network (1.5): reads the normalised t³.
            - stream (1.25): x, then t³, is added to as it is.
            - order (1): attention first; the network reads what it wrote.
            - norms (0.75): `self.norm_1` before `self.attention`, `self.norm_2` before `self.ffn`, each once.

        Not allowed: library transformer layers like `nn.TransformerEncoderLayer`.

            >>> block = TransformerBlock(d_model=2, n_heads=1, d_ff=3)
            >>> _ = [part.data.zero_() for part in block.parameters()]
            >>> block(torch.tensor([[1.0, 2.0]])).detach()
            tensor([[1., 2.]])
        """
        # TODO 3.3 (about six lines)
        raise NotImplementedError("Task 3.3: TransformerBlock.forward is not written yet")
