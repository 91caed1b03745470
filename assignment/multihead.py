"""Part 2: several heads side by side.

One head gathers by one kind of similarity. A pronoun may look for its noun, a verb for its subject: different
purposes need different heads. So the width d of the model is cut into h chunks, one for each head. Every head attends
in its own chunk, all of them at once, and the output matrix W^O writes what they found back into the stream.

What is graded in every task, and what you may import, stands at the head of attention.py. Keep the constructors; the
given checks of n_heads may go or stay.

    2.1  split_heads, merge_heads                  stand alone
    2.2  MultiHeadAttention.forward                calls 2.1 and, from part 1, attend and causal_mask
    2.3  MultiHeadAttention.head_contributions     the same (bonus)

Not allowed anywhere in this file: PyTorch's ready-made attention (`F.scaled_dot_product_attention`,
`nn.MultiheadAttention` and their relatives). A softmax of the library is fine.
"""

import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """Cut each token's vector into one chunk for each head.

        head c of a token = its features c·d/h up to (c+1)·d/h

    Args:
        x: (..., n, d) one vector for each token.
        n_heads: h, the number of heads; it divides d.

    Returns:
        (..., h, n, d/h).

    Graded:
        - chunks (1.4): head 0 gets the first d/h features, and so on; n_heads = 1 and n_heads = d work.
        - tokens (1.3): the heads come before the tokens, and no token is mixed with another.

    Hint: cut the last dimension in two, then move the heads. One reshape mixes up the tokens.

        >>> split_heads(torch.tensor([[0, 1, 2, 3], [4, 5, 6, 7]]), n_heads=2)
        tensor([[[0, 1],
                 [4, 5]],
        <BLANKLINE>
                [[2, 3],
                 [6, 7]]])
    """
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    # TODO 2.1 (about two lines)
    raise NotImplementedError("Task 2.1: split_heads is not written yet")


def merge_heads(x: Tensor) -> Tensor:
    """Lay the heads of each token side by side again: the way back from `split_heads`.

        merge_heads(split_heads(x, h)) = x

    Args:
        x: (..., h, n, d/h) one chunk for each head and token.

    Returns:
        (..., n, d).

    Graded:
        - chunks (1.4): head 0's features first, then head 1's, and so on, for any number of heads.
        - tokens (1.3): each token gets its own features back.

        >>> merge_heads(torch.tensor([[[0, 1], [4, 5]], [[2, 3], [6, 7]]]))
        tensor([[0, 1, 2, 3],
                [4, 5, 6, 7]])
    """
    # TODO 2.1 (about two lines)
    raise NotImplementedError("Task 2.1: merge_heads is not written yet")


class MultiHeadAttention(nn.Module):
    """Causal self-attention with several heads and the output matrix W^O."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        """Given. Make the four projections, each from d_model to d_model, without bias."""
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} cannot be cut into n_heads = {n_heads} heads of equal width")
        self.n_heads = n_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Let all heads attend, each in its own chunk, and write their findings back through W^O.

            Q = X(W^Q)ᵀ      K = X(W^K)ᵀ      V = X(W^V)ᵀ
            Z_c = softmax(Q_c K_cᵀ / √(d/h)) V_c, causal
            output = [Z_0 Z_1 … Z_{h−1}] (W^O)ᵀ

        Args:
            x: (..., n, d) one vector for each token.

        Returns:
            (..., n, d).

        Graded:
            - heads (3.5): each attends in its own chunk of Q, K and V; head 0 comes first.
            - W^O (2): `self.W_o` comes last, over all heads together.
            - causal (2): changing a token changes no output before it.
            - scale (1.5): √(d/h), the root of a head's own width.

        Hint: to `attend`, the heads are one more leading dimension.

        With W^Q = 0 every head takes plain means:

            >>> layer = MultiHeadAttention(d_model=2, n_heads=2)
            >>> for W, size in zip((layer.W_q, layer.W_v, layer.W_o), (0, 1, 2)):
            ...     _ = nn.init.eye_(W.weight).data.mul_(size)
            >>> layer(torch.tensor([[4.0, 0.0], [0.0, 2.0]])).detach()
            tensor([[8., 0.],
                    [4., 2.]])
        """
        # TODO 2.2 (about six lines)
        raise NotImplementedError("Task 2.2: MultiHeadAttention.forward is not written yet")

    def head_contributions(self, x: Tensor) -> Tensor:
        """Show what each head, by itself, writes into the residual stream (bonus).

            contribution_c = Z_c (W^O_c)ᵀ        W^O_c: head c's columns of W^O
            Σ_c contribution_c = forward(x)

        Args:
            x: (..., n, d) one vector for each token.

        Returns:
            (..., h, n, d): what head c writes for token i, at full width.

        Graded:
            - heads (2.5): what each brings home, as in 2.2; head 0 first, before the tokens.
            - W^O (1.5): each head's own columns carry its findings.

        Hint: which columns of `self.W_o.weight` meet the features of head c?

        With W^O = I each head writes into its own features:

            >>> layer = MultiHeadAttention(d_model=2, n_heads=2)
            >>> for W, size in zip((layer.W_q, layer.W_v, layer.W_o), (0, 1, 1)):
            ...     _ = nn.init.eye_(W.weight).data.mul_(size)
            >>> layer.head_contributions(torch.tensor([[4.0, 0.0], [0.0, 2.0]])).detach()
            tensor([[[4., 0.],
                     [2., 0.]],
            <BLANKLINE>
                    [[0., 0.],
                     [0., 1.]]])
        """
        # TODO 2.3 (about eight lines)
        raise NotImplementedError("Task 2.3: MultiHeadAttention.head_contributions is not written yet")
