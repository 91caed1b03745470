"""Part 1: one attention head, from a weighted sum to a head that looks only back.

A static embedding gives a word one vector, whatever stands around it. Attention makes the vector depend on the
context: token i scores the tokens it may see, turns the scores into weights α_ij that sum to 1, and adds up
vectors by these weights:

    a_i = Σ_{j≤i} α_ij v_j        α_ij = softmax over j of the score of i and j

Every token has three roles: a query (what am I looking for?), a key (what can I be found by?) and a value
(what do I hand over when I am found?). Language runs forward, so a token sees itself and its past, never the
future: that is the causal mask.

Rows are tokens: row i of a matrix belongs to token i (the lectures count from 1, Python from 0). `nn.Linear`
computes x Wᵀ, which is the second lecture's E(W^Q)ᵀ; the first lecture writes x W^Q for the same thing, with the
matrix the other way round. In a shape, `...` stands for any leading dimensions: none, one or several.

Graded in every task, with its points in each, where it makes sense there and the rest of the task works:
    - leading dimensions (0.25): none, one or several; each sequence in a batch by itself. Code for one sequence alone,
      or for exactly one batch, loses these points and no others.
    - gradients (0.25): right for every float that goes in, and for every weight that takes part.
    - dtype (0.2): float32 in, float32 out; float64 in, float64 out, with no step in float32 on the way. Six digits
      must be right, which leaves room for `torch.sqrt(torch.tensor(d_k))`.
    - inputs unchanged (0.1): so are weights and PyTorch's settings.
    - modes (0.1): a layer gives the same numbers in training and in evaluation.
    - calls (0.1): a layer's calls are independent, for any length and batch, one token too: keep no mask of an earlier
      call.

A habit that costs points in many tasks, such as code for one sequence alone, costs at most 2 in all. A mistake in an
earlier task costs nothing in a later one that calls it: call the earlier functions instead of repeating them.

    1.1  simple_attention            stands alone
    1.2  attention_scores            stands alone
    1.3  causal_mask, apply_mask     stand alone
    1.4  softmax                     stands alone
    1.5  weighted_values             stands alone
    1.6  attend, AttentionHead       call 1.2 to 1.5
    1.7  find_ones_weights           stands alone (its example calls attend)

Not allowed anywhere in this file: PyTorch's ready-made attention (`F.scaled_dot_product_attention`,
`nn.MultiheadAttention` and their relatives). A softmax of the library is fine, except in 1.4: there you write your own.

Keep the constructors. You may write helper functions and further methods, and import what is installed: torch, numpy,
and of Python's own modules math, itertools, functools, collections and the like (not einops). Make new tensors on the
device of what goes in: on a GPU your code would fail otherwise. The grader has none, and checks the device of
`causal_mask` alone.
"""

import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    """Mix every token with those before it, by plain similarity: the lecture's simplified attention.

        score(x_i, x_j) = x_i · x_j
        α_ij = softmax of score(x_i, x_j) over all j ≤ i
        a_i  = Σ_{j≤i} α_ij x_j

    Args:
        x: (..., n, d) one vector for each token.

    Returns:
        (..., n, d).

    Graded:
        - mix (1.7): by these weights; there is no √d_k.
        - past (1): only tokens j ≤ i, itself included; a_1 = x_1, and n = 1 works.
        - large scores (0.5): scores in the hundreds work.

    Loops are welcome. `x[..., i, :]` is row i of every sequence, `x[i]` of one sequence alone.

        >>> simple_attention(torch.tensor([[3.0, 0.0], [0.0, 0.0]]))
        tensor([[3.0000, 0.0000],
                [1.5000, 0.0000]])
    """
    # BEGIN SOLUTION 1.1 (about eight lines)
    outputs = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]  # (..., i+1, d)  x_1 … x_i
        current = x[..., i : i + 1, :]  # (..., 1, d)
        scores = (current * seen).sum(dim=-1)  # (..., i+1)  x_i · x_j
        alpha = torch.softmax(scores, dim=-1)  # (..., i+1)
        outputs.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))  # (..., d)  a_i
    return torch.stack(outputs, dim=-2)  # (..., n, d)
    # END SOLUTION


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    """Score every query against every key, before mask and softmax.

        score_ij = q_i · k_j / √d_k

    Args:
        q: (..., n, d_k) queries.
        k: (..., m, d_k) keys; m may differ from n.

    Returns:
        (..., n, m) scores.

    Graded:
        - rows (1.4): query i is row i and key j is column j, also where all sizes are equal.
        - scale (1.4): divided by √d_k, the root of the width of a key; nothing is capped.
        - at once (0.4): 1,000 queries meet 1,000 keys within 5 seconds: no double loop.

    Hint: one matrix product does all n · m dot products.

        >>> one = torch.tensor([[3.0, 4.0, 0.0, 0.0]])
        >>> attention_scores(one, one)
        tensor([[12.5000]])
    """
    # BEGIN SOLUTION 1.2 (about two lines)
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (..., n, d_k) @ (..., d_k, m) -> (..., n, m)
    # END SOLUTION


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    """Say which token may look at which: at itself and the past, never the future.

        mask_ij = True exactly when j ≤ i

    Args:
        n: the number of tokens, n ≥ 1.
        device: where to make the mask; None means PyTorch's default.

    Returns:
        (n, n) bool: True where query i may see key j.

    Graded:
        - past (1.2): torch.bool, True exactly where j ≤ i, for one token and for hundreds.
        - device (0.4): made on `device` ("cpu", or "meta", which holds no numbers).

        >>> causal_mask(3)
        tensor([[ True, False, False],
                [ True,  True, False],
                [ True,  True,  True]])
    """
    # BEGIN SOLUTION 1.3 (about one line)
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()  # (n, n)
    # END SOLUTION


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    """Hide the keys that a query may not see.

        masked_ij = score_ij where mask_ij is True, else −∞

    Args:
        scores: (..., n, m) scores.
        mask: bool, True where query i may see key j; every row leaves a key visible.

    Returns:
        (..., n, m), judged by the weights that a softmax makes of them.

    Graded:
        - hide (1.4): a hidden key has weight 0, and the visible ones share 1 by their own scores.
        - any score (0.7): the same for visible and hidden scores from −1000 to 1000.
        - broadcast (0.5): any mask that broadcasts: one for each sequence, or for all queries.

    Instead of −∞ a hidden score may be −10,000, or lowered by 10,000.

        >>> apply_mask(torch.tensor([[1.0, 2.0]]), torch.tensor([[True, False]]))
        tensor([[1., -inf]])
    """
    # BEGIN SOLUTION 1.3 (about one line)
    return scores.masked_fill(~mask, -math.inf)  # (..., n, m)
    # END SOLUTION


def softmax(scores: Tensor) -> Tensor:
    """Turn each row of scores into weights: none negative, 1 in all.

        α_j = e^{score_j} / Σ_j' e^{score_j'}

    Args:
        scores: (..., m); every row has a finite one.

    Returns:
        (..., m) weights.

    Graded:
        - shares (1.75): e^score / Σ e^score.
        - rows (1.25): over the last dimension, also where all sizes are equal.
        - stable (1.6): any finite scores, 1000 and −1000 in one row too, or beside −∞.
        - −∞ (1.6): a weight of exactly 0, and no NaN anywhere, gradients included.

    Not allowed: library softmax, log_softmax, logsumexp, logaddexp.

    Hint: the same number taken off a whole row changes no weight. Which would help?

    The second lecture's example, with e = 3:

        >>> softmax(torch.tensor([0.0, 0.0, 1.0, 0.0]) * math.log(3))
        tensor([0.1667, 0.1667, 0.5000, 0.1667])
    """
    # BEGIN SOLUTION 1.4 (about three lines)
    # The shift cancels out of the fraction, and so it needs no gradient of its own.
    largest = scores.amax(dim=-1, keepdim=True).detach()  # (..., 1)  finite: one key is always visible
    exps = torch.exp(scores - largest)  # (..., m)  between 0 and 1; e^{−∞} is exactly 0
    return exps / exps.sum(dim=-1, keepdim=True)  # (..., m)
    # END SOLUTION


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    """Add up the values by their weights: what each query takes home.

        a_i = Σ_j α_ij v_j

    Args:
        weights: (..., n, m) weights α.
        v: (..., m, d_v) values.

    Returns:
        (..., n, d_v).

    Graded:
        - sum (1.6): row i by row i of the weights, also for one query and where all sizes are equal.
        - as given (0.6): the weights need not sum to 1.

    The bits 0 0 1 0; a plain mean would give (3/4, 1/4):

        >>> bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        >>> weighted_values(torch.tensor([[1 / 6, 1 / 6, 1 / 2, 1 / 6]]), bits)
        tensor([[0.5000, 0.5000]])
    """
    # BEGIN SOLUTION 1.5 (about one line)
    return weights @ v  # (..., n, m) @ (..., m, d_v) -> (..., n, d_v)
    # END SOLUTION


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention: every query takes home a mix of the values.

        α = softmax(Q Kᵀ / √d_k), row by row, after the mask
        a_i = Σ_j α_ij v_j

    Args:
        q, k, v: (..., n, d_k) queries, (..., m, d_k) keys, (..., m, d_v) values.
        mask: bool, as in `apply_mask`; None hides nothing.

    Returns:
        A tuple (output, weights): (..., n, d_v) and (..., n, m).

    Graded:
        - mix (1.4): the values by the softmax of the scores; the output comes first.
        - mask (1.4): hidden keys have weight 0, visible ones sum to 1, whatever the scores are.
        - scale (0.8): by √d_k, also where all sizes differ, or none.
        - large scores (0.4): thousands give the right results.

    Gradients are those of the output.

    The second lecture's booster of 10 finds the 1 in 0 0 1 0:

        >>> bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        >>> round(attend(bits[2:3], 10 * bits, bits)[1][0, 2].item(), 5)
        0.99746
    """
    # BEGIN SOLUTION 1.6 (about five lines)
    scores = attention_scores(q, k)  # (..., n, m)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)  # (..., n, m)
    return weighted_values(weights, v), weights  # (..., n, d_v), (..., n, m)
    # END SOLUTION


class AttentionHead(nn.Module):
    """One causal self-attention head: every token is a query, a key and a value at once."""

    def __init__(self, d_model: int, d_head: int) -> None:
        """Given. Make the three projections, each from d_model to d_head, without bias."""
        super().__init__()
        self.W_q = nn.Linear(d_model, d_head, bias=False)
        self.W_k = nn.Linear(d_model, d_head, bias=False)
        self.W_v = nn.Linear(d_model, d_head, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Let every token gather from itself and its past what it is looking for.

            Q = X(W^Q)ᵀ      K = X(W^K)ᵀ      V = X(W^V)ᵀ
            a_i = Σ_{j≤i} α_ij v_j

        Args:
            x: (..., n, d_model) one vector for each token.

        Returns:
            (..., n, d_head): the output alone.

        Graded:
            - projections (1.4): q, k and v by `self.W_q`, `self.W_k` and `self.W_v`.
            - causal (0.8): changing a token changes no output before it; a_1 = v_1.

        With W^Q = 0 every token takes the plain mean of what it may see:

            >>> head = AttentionHead(d_model=2, d_head=2)
            >>> _ = nn.init.zeros_(head.W_q.weight), nn.init.eye_(head.W_v.weight)
            >>> head(torch.tensor([[4.0, 0.0], [0.0, 2.0]])).detach()
            tensor([[4., 0.],
                    [2., 1.]])
        """
        # BEGIN SOLUTION 1.6 (about four lines)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)  # each (..., n, d_head)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)
        output, _ = attend(q, k, v, mask)  # (..., n, d_head)
        return output
        # END SOLUTION


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    """Build, by hand, a W^Q and a W^K with which every token of a row of bits finds the ones.

        E = the bits as rows: 0 is (1, 0), 1 is (0, 1)
        α = softmax(E(W^Q)ᵀ (E(W^K)ᵀ)ᵀ / √2), no mask
        Σ_{j: bit j is 1} α_ij ≥ 0.999 for every i

    Args:
        length: 1 to 100,000 bits, at least one a 1.

    Returns:
        (W_q, W_k), two 2 × 2 tensors of any dtype.

    Graded:
        - query (1.5): whatever bit a token holds, a 1 scores above a 0.
        - boost (1): 0.999, in rows of up to 30 bits.
        - length (1): 0.999, in rows of up to 100,000 bits.
        - limit (0.5): no entry above 50 or below −50.

    Hint: write down E(W^Q)ᵀ first.

        >>> W_q, W_k = find_ones_weights(4)
        >>> bits = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
        >>> attend(bits @ W_q.float().T, bits @ W_k.float().T, bits)[1][:, 1] > 0.9988
        tensor([True, True])
    """
    # BEGIN SOLUTION 1.7 (about four lines)
    # A zero scores 0 and a one scores s, so even a single one gets e^s / (e^s + length − 1).
    # With e^s = 10,000 · length that is above 0.9999; s grows only with ln(length).
    score_of_a_one = math.log(10_000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])  # E(W^Q)ᵀ is (0, 1) in every row: all ask for a 1
    W_k = math.sqrt(2) * score_of_a_one * torch.eye(2)  # the booster; √2 undoes the division in the scores
    return W_q, W_k
    # END SOLUTION
