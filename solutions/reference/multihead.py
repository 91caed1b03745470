"""Part 2: several heads side by side.

One head gathers by one kind of similarity. A pronoun may look for its noun, a verb for its subject: different
purposes need different heads. So the width d of the model is cut into h chunks, one for each head. Every head attends
in its own chunk, all of them at once, and the output matrix W^O writes what they found back into the stream.

Graded in every task:
    - Float32 and float64: what comes out has the dtype of the floats that go in, weights included. Float64 is right to
      six digits.
    - What goes in is not changed, and neither are the weights of a layer or PyTorch's settings.
    - Gradients are right, not merely there, for all floats that go in and for every weight that takes part.
    - Training and evaluation mode give the same result: nothing is dropped or drawn at random.
    - Calls are independent, for any length and batch size: do not reuse a mask or positions made for another one.

Make new tensors on the device of what goes in. You may write helper functions and further methods, and import what is
installed (not einops). You may keep or remove given checks, such as that of n_heads: no graded call fails them.
Leave the constructors as they are.

How the tasks depend on each other:

    2.1  split_heads, merge_heads                  stand alone
    2.2  MultiHeadAttention.forward                calls 2.1 and, from part 1, attend and causal_mask
    2.3  MultiHeadAttention.head_contributions     the same (bonus)

Call the earlier functions instead of repeating them: a mistake in part 1 then costs you nothing here.

Not allowed anywhere in this file: PyTorch's ready-made attention (`F.scaled_dot_product_attention`,
`nn.MultiheadAttention` and their relatives). A softmax of the library is fine.
"""

import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """Cut each token's vector into one chunk for each head.

        head c of token i = features c · d/h up to (c + 1) · d/h of x_i        (c = 0 … h − 1)

    Args:
        x: (..., n, d) one vector for each token.
        n_heads: h, the number of heads; it divides d (a given check raises an error if it does not).

    Returns:
        (..., h, n, d/h): the heads come before the tokens.

    Graded:
        - Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.
        - Any leading dimensions. n_heads = 1 and n_heads = d work.

    Not allowed: PyTorch's ready-made attention.

    Hints:
        - Two steps: first cut the last dimension in two, then move the heads. A single reshape to the final shape
          gives the right shape and mixes up the tokens.

    Example: two tokens of width 4 and two heads.
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
    # BEGIN SOLUTION 2.1 (about two lines)
    chunks = x.unflatten(-1, (n_heads, d // n_heads))  # (..., n, d) -> (..., n, h, d/h)
    return chunks.transpose(-3, -2)  # (..., h, n, d/h)
    # END SOLUTION


def merge_heads(x: Tensor) -> Tensor:
    """Lay the heads of each token side by side again: the way back from `split_heads`.

        merge_heads(split_heads(x, h)) = x

    Args:
        x: (..., h, n, d/h) one chunk for each head and token.

    Returns:
        (..., n, d): for each token head 0's features, then head 1's, and so on.

    Graded:
        - It undoes `split_heads` exactly, for any number of heads: side by side, head 0 first.
        - Any leading dimensions.

    Not allowed: PyTorch's ready-made attention.

    Example:
        >>> merge_heads(torch.tensor([[[0, 1], [4, 5]], [[2, 3], [6, 7]]]))
        tensor([[0, 1, 2, 3],
                [4, 5, 6, 7]])
    """
    # BEGIN SOLUTION 2.1 (about two lines)
    chunks = x.transpose(-3, -2)  # (..., h, n, d/h) -> (..., n, h, d/h)
    return chunks.flatten(-2)  # (..., n, d)
    # END SOLUTION


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
            A_c = softmax(Q_c K_cᵀ / √(d/h)), causal: the weights of head c
            Z_c = A_c V_c: what head c brings home
            output = [Z_0 Z_1 … Z_{h−1}] (W^O)ᵀ

        Args:
            x: (..., n, d_model) one vector for each token, n ≥ 1.

        Returns:
            (..., n, d_model).

        Graded:
            - Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width.
              The projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last.
            - Causal in every head: changing token j changes no output before j. n = 1 and n_heads = 1 work.
            - Any leading dimensions.

        Not allowed: PyTorch's ready-made attention.

        Hints:
            - To `attend`, the heads are one more leading dimension.

        Example: with W^Q = 0 every score is 0, so every head takes the plain mean of what it may see.
            >>> layer = MultiHeadAttention(d_model=2, n_heads=2)
            >>> layer.load_state_dict({
            ...     "W_q.weight": torch.zeros(2, 2), "W_k.weight": torch.eye(2),
            ...     "W_v.weight": torch.eye(2), "W_o.weight": 2 * torch.eye(2)})
            <All keys matched successfully>
            >>> layer(torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])).detach()
            tensor([[2.0000, 0.0000],
                    [2.0000, 0.0000],
                    [1.3333, 0.6667],
                    [1.5000, 0.5000]])

        The handout's thread, *a girl lost*, with two heads.
            >>> x = torch.tensor([[1.0, 1.0, -1.0, -1.0], [1.0, -1.0, 1.0, -1.0], [-1.0, -1.0, 1.0, 1.0]])
            >>> W_q = torch.tensor([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0] * 4])
            >>> W_k = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0],
            ...                     [0.0, 0.0, 1.0, 0.0]])
            >>> W_v = torch.tensor([[0.0, 0.0, 1.0, -1.0], [0.0, -1.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0],
            ...                     [0.0, -2.0, 0.0, 0.0]])
            >>> W_o = torch.tensor([[0.0, 0.0, 0.0, 1.0], [-1.0, -1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 1.0],
            ...                     [0.0, 0.0, 1.0, 0.0]])
            >>> layer = MultiHeadAttention(d_model=4, n_heads=2)
            >>> layer.load_state_dict({
            ...     "W_q.weight": W_q, "W_k.weight": 0.5**0.5 * torch.tensor(2.0).log() * W_k,
            ...     "W_v.weight": W_v, "W_o.weight": W_o})
            <All keys matched successfully>
            >>> (10 * layer(x)).round().int()
            tensor([[-20,  10, -40, -10],
                    [  0, -10,   0, -10],
                    [ 10, -20,  30,   0]], dtype=torch.int32)
        """
        # BEGIN SOLUTION 2.2 (about six lines)
        q = split_heads(self.W_q(x), self.n_heads)  # (..., n, d) -> (..., h, n, d/h)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)  the same for every head
        heads, _ = attend(q, k, v, mask)  # (..., h, n, d/h)
        return self.W_o(merge_heads(heads))  # (..., n, d)
        # END SOLUTION

    def head_contributions(self, x: Tensor) -> Tensor:
        """Show what each head, by itself, writes into the residual stream (bonus).

            contribution_c = Z_c (W^O_c)ᵀ        W^O_c = the columns of W^O that belong to head c
            Σ_c contribution_c = forward(x)

        Every head moves information from other tokens into the current one. W^O is linear, so the layer's output is
        the sum of what its heads write, and you can look at each head alone.

        Args:
            x: (..., n, d_model) one vector for each token, n ≥ 1.

        Returns:
            (..., h, n, d_model): what head c writes for token i, at full width.

        Graded:
            - Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
            - Any leading dimensions. n = 1 and n_heads = 1 work.

        Not allowed: PyTorch's ready-made attention.

        Hints:
            - Which columns of `self.W_o.weight` meet the features of head c, once the heads lie side by side?

        Example: two heads of width 1, and W^O = I lets each write into its own feature only.
            >>> layer = MultiHeadAttention(d_model=2, n_heads=2)
            >>> layer.load_state_dict({
            ...     "W_q.weight": torch.zeros(2, 2), "W_k.weight": torch.eye(2),
            ...     "W_v.weight": torch.eye(2), "W_o.weight": torch.eye(2)})
            <All keys matched successfully>
            >>> layer.head_contributions(torch.tensor([[1.0, 0.0], [0.0, 1.0]])).detach()
            tensor([[[1.0000, 0.0000],
                     [0.5000, 0.0000]],
            <BLANKLINE>
                    [[0.0000, 0.0000],
                     [0.0000, 0.5000]]])
        """
        # BEGIN SOLUTION 2.3 (about eight lines)
        q = split_heads(self.W_q(x), self.n_heads)  # (..., h, n, d/h)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)
        heads, _ = attend(q, k, v, mask)  # (..., h, n, d/h)
        # W_o.weight is (d_out, d_in): its columns, cut as the heads are, give one small matrix for each head.
        W_o_by_head = split_heads(self.W_o.weight, self.n_heads)  # (h, d, d/h)
        return heads @ W_o_by_head.transpose(-2, -1)  # (..., h, n, d/h) @ (h, d/h, d) -> (..., h, n, d)
        # END SOLUTION
