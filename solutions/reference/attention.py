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

Graded in every task:
    - Float32 and float64: what comes out has the dtype of the floats that go in, weights included. Float64 is right to
      six digits.
    - What goes in is not changed, and neither are the weights of a layer or PyTorch's settings.
    - Gradients are right, not merely there, for all floats that go in and for every weight that takes part.
    - Training and evaluation mode give the same result: nothing is dropped or drawn at random.
    - Calls are independent, for any length and batch size: do not reuse a mask or positions made for another one.

Six digits leave room for a root that PyTorch takes in float32, as `torch.sqrt(torch.tensor(d_k))` does. Make new
tensors on the device of what goes in. The grader has no GPU and checks only the device of `causal_mask`, but on a GPU
your code would fail otherwise. You may write helper functions and further methods, and import what is installed: torch,
numpy, and of Python's own modules math, itertools, functools, collections and the like (not einops).

How the tasks depend on each other:

    1.1  simple_attention            stands alone
    1.2  attention_scores            stands alone
    1.3  causal_mask, apply_mask     stand alone
    1.4  softmax                     stands alone
    1.5  weighted_values             stands alone
    1.6  attend, AttentionHead       call 1.2 to 1.5
    1.7  find_ones_weights           stands alone (its example calls attend)

Call the earlier functions instead of repeating them: a mistake in 1.2 then costs you 1.2 and nothing else.

Not allowed anywhere in this file: PyTorch's ready-made attention (`F.scaled_dot_product_attention`,
`nn.MultiheadAttention` and their relatives). A softmax of the library is fine, except in 1.4: there you write your own.
"""

import math

import torch
from torch import Tensor, nn


def simple_attention(x: Tensor) -> Tensor:
    """Mix every token with the tokens before it, by plain similarity: the lecture's simplified attention.

        score(x_i, x_j) = x_i · x_j
        α_ij = softmax of score(x_i, x_j) over all j ≤ i
        a_i  = Σ_{j≤i} α_ij x_j

    There is no √d_k here, and there are no weight matrices. Loops are welcome.

    Args:
        x: (..., n, d) one vector for each of n tokens, n ≥ 1.

    Returns:
        (..., n, d): row i is a_i.

    Graded:
        - Row i is a_i, by the equations above.
        - Token i uses the tokens j ≤ i only, itself included. So a_1 = x_1, and n = 1 works.
        - Any leading dimensions; each sequence in the batch is treated by itself.
        - Large scores (hundreds) give finite numbers.

    Not allowed: PyTorch's ready-made attention. `torch.softmax` is fine.

    Hints:
        - Take one i at a time: which rows of x may it see?
        - `x[..., i, :]` is row i, with whatever dimensions stand in front: of one sequence (n, d), and of each sequence
          of a batch (B, n, d). `x[i]` is row i of one sequence alone. Code for one sequence alone loses only the entry
          on leading dimensions.

    Example: a vector of zeros scores 0 against everything, so it takes the plain mean of what it may see.
        >>> simple_attention(torch.tensor([[3.0, 0.0], [0.0, 0.0], [0.0, 0.0]]))
        tensor([[3.0000, 0.0000],
                [1.5000, 0.0000],
                [1.0000, 0.0000]])
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
    """Score every query against every key, before the mask and the softmax.

        score_ij = q_i · k_j / √d_k

    Args:
        q: (..., n, d_k) queries.
        k: (..., m, d_k) keys; m may differ from n.

    Returns:
        (..., n, m) scores: query i in row i, key j in column j.

    Graded:
        - Scaled by √d_k, the square root of the width of a key (not of n, m or a whole model's width).
        - Query i is row i and key j is column j, also where all sizes are equal.
        - Any leading dimensions, the same for q and k.

    Not allowed: PyTorch's ready-made attention.

    Hints:
        - One matrix product does all n · m dot products at once. Only the last two dimensions take part in it.

    Example: 3·3 + 4·4 = 25, divided by √4.
        >>> one = torch.tensor([[3.0, 4.0, 0.0, 0.0]])
        >>> attention_scores(one, one)
        tensor([[12.5000]])

    The handout's thread: what *lost* asks for, and the keys of *a*, *girl* and *lost*.
        >>> q = torch.tensor([[1.0, 1.0, -1.0, 0.0]])
        >>> k = torch.tensor([[1.0, -1.0, 1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, 1.0, -1.0, 1.0]])
        >>> attention_scores(q, k)
        tensor([[-0.5000,  0.5000,  0.5000]])
    """
    # BEGIN SOLUTION 1.2 (about two lines)
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (..., n, d_k) @ (..., d_k, m) -> (..., n, m)
    # END SOLUTION


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    """Say which token may look at which: at itself and at the past, never at the future.

        mask_ij = True exactly when j ≤ i

    Args:
        n: the number of tokens, n ≥ 1.
        device: where to make the mask; None means PyTorch's default device.

    Returns:
        (n, n) bool: True in row i, column j where query i may see key j. (The masks of `nn.MultiheadAttention` mean
        the opposite: True hides.)

    Graded:
        - The dtype is torch.bool, and True means "may see": exactly where j ≤ i, so a token always sees itself.
        - The mask is made on `device`. (The grader asks for "cpu" and for "meta", which holds no numbers.)
        - n = 1 works.

    Not allowed: PyTorch's ready-made attention.

    Example:
        >>> causal_mask(3)
        tensor([[ True, False, False],
                [ True,  True, False],
                [ True,  True,  True]])
    """
    # BEGIN SOLUTION 1.3 (about one line)
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()  # (n, n)
    # END SOLUTION


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    """Hide the keys that a query may not see: give them the score −∞.

        masked_ij = score_ij   where mask_ij is True
        masked_ij = −∞         where mask_ij is False

    Args:
        scores: (..., n, m) scores.
        mask: bool, True where query i may see key j. It broadcasts to the shape of the scores: (n, m) serves every
            sequence, (B, 1, n, m) has one mask for each sequence of a batch and serves all its heads. Every row
            leaves at least one key visible.

    Returns:
        (..., n, m) masked scores; visible scores are as they were.

    Graded:
        - Judged by the weights it leads to: after the softmax a hidden key has weight 0, and the visible ones share 1
          by their own scores.
        - The same for all scores from −1000 to 1000, visible or hidden. (So −10,000 or lower would do in place of −∞,
          or added to the score. A modest number such as −10 would not, and neither would 0.)
        - Any mask that broadcasts to the scores, not the causal one alone.

    Not allowed: PyTorch's ready-made attention.

    Example:
        >>> apply_mask(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[True, False], [True, True]]))
        tensor([[1., -inf],
                [3., 4.]])
    """
    # BEGIN SOLUTION 1.3 (about one line)
    return scores.masked_fill(~mask, -math.inf)  # (..., n, m)
    # END SOLUTION


def softmax(scores: Tensor) -> Tensor:
    """Turn each row of scores into weights: none negative, 1 in all.

        α_ij = e^{score_ij} / Σ_j' e^{score_ij'}

    Args:
        scores: (..., m) scores; in practice (..., n, m). Entries may be −∞, but every row has at least one finite
            score.

    Returns:
        (..., m) weights. Each row (the last dimension) sums to 1.

    Graded:
        - Each row of scores becomes the weights e^score / Σ e^score.
        - Over the last dimension, for any leading dimensions.
        - Stable: scores of any finite size, 1000 or −1000 too, give finite weights.
        - A score of −∞ gives a weight of exactly 0 (1e-30 is not 0), and no NaN anywhere, gradients included.

    Not allowed: a library softmax, log_softmax, logsumexp or logaddexp, in any spelling, and PyTorch's ready-made
    attention.

    Hints:
        - If you subtract the same number from every score of a row, its weights stay the same. Which number keeps
          every e^{…} at 1 or below?

    Example: the second lecture calculates with e = 3, which is the same as scores times ln 3.
        >>> softmax(torch.tensor([0.0, 0.0, 1.0, 0.0]) * math.log(3))
        tensor([0.1667, 0.1667, 0.5000, 0.1667])
        >>> softmax(torch.tensor([1000.0, 1000.0, -math.inf]))
        tensor([0.5000, 0.5000, 0.0000])

    The handout's thread calculates with e = 2.
        >>> softmax(torch.tensor([-0.5, 0.5, 0.5]) * math.log(2))
        tensor([0.2000, 0.4000, 0.4000])
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
        v: (..., m, d_v) values, one for each key; d_v may differ from d_k.

    Returns:
        (..., n, d_v): row i is a_i.

    Graded:
        - The values are added up by the weights as they are given, each query by its own row; the weights need not sum
          to 1 here.
        - Any leading dimensions, the same for weights and v.

    Not allowed: PyTorch's ready-made attention.

    Example: the bits 0 0 1 0 as one-hot values. A plain mean would give (3/4, 1/4).
        >>> bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        >>> weighted_values(torch.tensor([[1 / 6, 1 / 6, 1 / 2, 1 / 6]]), bits)
        tensor([[0.5000, 0.5000]])

    The handout's thread: *lost* takes this much from *a*, *girl* and itself.
        >>> v = torch.tensor([[0.0, -2.0, -1.0, -2.0], [2.0, 2.0, -1.0, 2.0], [0.0, 2.0, 1.0, 2.0]])
        >>> weighted_values(torch.tensor([[0.2, 0.4, 0.4]]), v)
        tensor([[ 0.8000,  1.2000, -0.2000,  1.2000]])
    """
    # BEGIN SOLUTION 1.5 (about one line)
    return weights @ v  # (..., n, m) @ (..., m, d_v) -> (..., n, d_v)
    # END SOLUTION


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention: every query looks through the keys and takes home a mix of the values.

        α = softmax(Q Kᵀ / √d_k), row by row, after the mask
        a_i = Σ_j α_ij v_j

    Args:
        q: (..., n, d_k) queries.
        k: (..., m, d_k) keys.
        v: (..., m, d_v) values.
        mask: bool, True where query i may see key j; it broadcasts to (..., n, m) and leaves every query at
            least one key. None lets every query see every key.

    Returns:
        A plain tuple (output, weights), in this order: (..., n, d_v) and (..., n, m).

    Graded:
        - The output first, then the weights. n, m, d_k and d_v may all differ. The scores are divided by √d_k.
        - With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
        - Any leading dimensions, the same for q, k and v.
        - Large scores (thousands) give finite results.

    Gradients flow back from the output. Whether they also flow back from the weights is up to you.

    Not allowed: PyTorch's ready-made attention. `torch.softmax` is fine, but you have written your own already.

    Example: the second lecture's booster, W^K = 10·I, finds the 1 in the bits 0 0 1 0. (On raw scores it would
    give 0.99986; here they are divided by √2 first.) In 0 0 0 0 there is nothing to find.
        >>> bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        >>> looking_for_one = torch.tensor([[0.0, 1.0]])
        >>> output, weights = attend(looking_for_one, 10 * bits, bits)
        >>> round(weights[0, 2].item(), 5)
        0.99746
        >>> zeros = torch.tensor([[1.0, 0.0]] * 4)
        >>> attend(looking_for_one, 10 * zeros, zeros)
        (tensor([[1., 0.]]), tensor([[0.2500, 0.2500, 0.2500, 0.2500]]))
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
            x: (..., n, d_model) one vector for each token, n ≥ 1.

        Returns:
            (..., n, d_head): row i is a_i.

        Graded:
            - Causal: changing token j changes no output before j. n = 1 works: then a_1 = v_1.
            - The projections are `self.W_q`, `self.W_k` and `self.W_v`.
            - Any leading dimensions.

        Not allowed: PyTorch's ready-made attention.

        Hints:
            - `causal_mask` takes the device of x.

        Example: with W^Q = 0 every score is 0, so token i takes the plain mean of the values up to i.
            >>> head = AttentionHead(d_model=2, d_head=2)
            >>> head.load_state_dict({
            ...     "W_q.weight": torch.zeros(2, 2), "W_k.weight": torch.eye(2), "W_v.weight": torch.eye(2)})
            <All keys matched successfully>
            >>> head(torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])).detach()
            tensor([[1.0000, 0.0000],
                    [1.0000, 0.0000],
                    [0.6667, 0.3333],
                    [0.7500, 0.2500]])

        The handout's thread, *a girl lost*: the last row is a_3.
            >>> x = torch.tensor([[1.0, 1.0, -1.0, -1.0], [1.0, -1.0, 1.0, -1.0], [-1.0, -1.0, 1.0, 1.0]])
            >>> W_q = torch.tensor([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0] * 4])
            >>> W_k = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0],
            ...                     [0.0, 0.0, 1.0, 0.0]])
            >>> W_v = torch.tensor([[0.0, 0.0, 1.0, -1.0], [0.0, -1.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0],
            ...                     [0.0, -2.0, 0.0, 0.0]])
            >>> head = AttentionHead(d_model=4, d_head=4)
            >>> head.load_state_dict({
            ...     "W_q.weight": W_q, "W_k.weight": math.log(2) * W_k, "W_v.weight": W_v})
            <All keys matched successfully>
            >>> head(x).detach()
            tensor([[ 0.0000, -2.0000, -1.0000, -2.0000],
                    [ 0.6667, -0.6667, -1.0000, -0.6667],
                    [ 0.8000,  1.2000, -0.2000,  1.2000]])
        """
        # BEGIN SOLUTION 1.6 (about four lines)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)  # each (..., n, d_head)
        mask = causal_mask(x.shape[-2], device=x.device)  # (n, n)
        output, _ = attend(q, k, v, mask)  # (..., n, d_head)
        return output
        # END SOLUTION


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    """Build, by hand, a W^Q and a W^K with which every token finds the ones in a row of bits.

        E = the bits as one-hot rows: 0 is (1, 0), 1 is (0, 1)
        α = softmax(E(W^Q)ᵀ (E(W^K)ᵀ)ᵀ / √2), row by row, without a mask
        Σ_{j: bit j is 1} α_ij ≥ 0.999 for every i

    Args:
        length: the number of bits in a row, from 1 to 100,000.

    Returns:
        A plain tuple (W_q, W_k), in this order: two 2 × 2 tensors of finite numbers. Any dtype will do,
        also integers: the grader uses them in float64.

    Graded:
        - For every row of that many bits with at least one 1 in it, each row of α puts at least 0.999 in all on the
          ones: one 1 among zeros, several ones, nothing but ones.
        - In every row of α: a token that is itself a 0 must find the ones too.
        - For any length from 1 to 100,000. The longer the row, the more zeros share what is not on the ones.
        - No entry is above 50 or below −50. Large weights saturate the softmax: it hardly responds to small changes,
          and a head that starts there learns next to nothing.

    The weights are used as `nn.Linear` uses them, x Wᵀ, and the scores are divided by √2, as `attend` does. Only the
    resulting α is judged, so many answers are right, also one that reaches 0.999 exactly, up to rounding.

    Not allowed: PyTorch's ready-made attention.

    Hints:
        - Whatever bit a token holds, its query should ask for a 1. Write down E(W^Q)ᵀ first, then read off W^Q.
        - One 1 has to outweigh length − 1 zeros. How large must its score be?

    Example: every token of 0 0 1 0 looks at the third.
        >>> W_q, W_k = find_ones_weights(4)
        >>> bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        >>> _, weights = attend(bits @ W_q.float().T, bits @ W_k.float().T, bits)
        >>> weights[:, 2] > 0.9988
        tensor([True, True, True, True])
    """
    # BEGIN SOLUTION 1.7 (about four lines)
    # A zero scores 0 and a one scores s, so even a single one gets e^s / (e^s + length − 1).
    # With e^s = 10,000 · length that is above 0.9999; s grows only with ln(length).
    score_of_a_one = math.log(10_000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])  # E(W^Q)ᵀ is (0, 1) in every row: all ask for a 1
    W_k = math.sqrt(2) * score_of_a_one * torch.eye(2)  # the booster; √2 undoes the division in the scores
    return W_q, W_k
    # END SOLUTION
