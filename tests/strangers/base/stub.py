# What several answers of fresh/ and unseen/ have in common, in the stub as their authors saw it;
# see tests/strangers/pieces.py.

# ===== attention.py =====
"""Part 1: one attention head, from a weighted sum to a head that looks only back.

A static embedding gives a word one vector, whatever stands around it. Attention makes the vector depend on the
context: token i scores the tokens it may see, turns the scores into weights α_ij that sum to 1, and adds up
vectors by these weights:

    a_i = Σ_{j≤i} α_ij v_j        α_ij = softmax over j of the score of i and j

Every token plays three parts: a query (what am I looking for?), a key (what can I be found by?) and a value
(what do I hand over when I am found?). Language runs forward, so a token sees itself and its past, never the
future: that is the causal mask.

Rows are tokens: row i of a matrix belongs to token i (the lectures count from 1, Python from 0). `nn.Linear`
computes x Wᵀ, which is the second lecture's E(W^Q)ᵀ; the first lecture writes x W^Q for the same thing, with the
matrix the other way round. In a shape, `...` stands for any leading dimensions: none, one or several.

How the tasks lean on each other:

    1.1  simple_attention            stands alone
    1.2  attention_scores            stands alone
    1.3  causal_mask, apply_mask     stand alone
    1.4  softmax                     stands alone
    1.5  weighted_values             stands alone
    1.6  attend, AttentionHead       call 1.2 to 1.5
    1.7  find_ones_weights           stands alone (its example calls attend)

Call the earlier functions instead of repeating them: a mistake in 1.2 then costs you 1.2 and nothing else.
Everything is computed in the dtype that comes in; there is no need to cast anything.

Not allowed anywhere in this file: PyTorch's ready-made attention (`F.scaled_dot_product_attention`,
`nn.MultiheadAttention` and their relatives). Task 1.4 has a rule of its own.
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
        - Float32 and float64; the output has the dtype and is on the device of x.
        - x is not changed, and gradients flow back to it.

    Not allowed: PyTorch's ready-made attention. `torch.softmax` is fine in this one task; you write your own in 1.4.

    Hints:
        - Take one i at a time: which rows of x may it see?

    Example: a vector of zeros scores 0 against everything, so it takes the plain mean of what it may see.
        >>> simple_attention(torch.tensor([[3.0, 0.0], [0.0, 0.0], [0.0, 0.0]]))
        tensor([[3.0000, 0.0000],
                [1.5000, 0.0000],
                [1.0000, 0.0000]])
    """
    rows = []
    for i in range(x.shape[-2]):
        query = x[..., i, :]
        past = x[..., : i + 1, :]
        score = (past * query.unsqueeze(-2)).sum(dim=-1)
        alpha = torch.softmax(score, dim=-1)
        rows.append((alpha.unsqueeze(-1) * past).sum(dim=-2))
    return torch.stack(rows, dim=-2)


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    scores = x @ x.transpose(-2, -1)
    visible = torch.tril(torch.ones(n, n, dtype=torch.bool, device=x.device))
    scores = scores.masked_fill(~visible, -math.inf)
    return torch.softmax(scores, dim=-1) @ x


def simple_attention(x: Tensor) -> Tensor:
    out = []
    for i in range(x.shape[-2]):
        me = x[..., i : i + 1, :]
        seen = x[..., : i + 1, :]
        score = (me * seen).sum(dim=-1)
        alpha = torch.softmax(score, dim=-1)
        mixed = (alpha.unsqueeze(-1) * seen).sum(dim=-2)
        out.append(mixed)
    return torch.stack(out, dim=-2)


def simple_attention(x: Tensor) -> Tensor:
    result = torch.zeros_like(x)
    for i in range(x.shape[-2]):
        dots = [(x[..., i, :] * x[..., j, :]).sum(-1) for j in range(i + 1)]
        alphas = torch.softmax(torch.stack(dots, dim=-1), dim=-1)
        for j in range(i + 1):
            result[..., i, :] += alphas[..., j, None] * x[..., j, :]
    return result


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    sim = torch.einsum("...id,...jd->...ij", x, x)
    future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
    sim = sim.masked_fill(future, -torch.inf)
    w = sim.softmax(-1)
    return torch.einsum("...ij,...jd->...id", w, x)


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = []
    for i in range(n):
        past = x[..., : i + 1, :]
        sims = past @ x[..., i, :, None]
        weights = torch.softmax(sims, dim=-2)
        rows.append((weights * past).sum(dim=-2))
    return torch.stack(rows, dim=-2)


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
        - Float32 and float64; the scores have the dtype and are on the device of q.
        - q and k are not changed, and gradients flow back to both.

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
    dots = torch.einsum("...id,...jd->...ij", q, k)
    return dots * k.size(-1) ** -0.5


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    pairs = q.unsqueeze(-2) * k.unsqueeze(-3)
    dots = pairs.sum(dim=-1)
    return dots / d_k**0.5


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.shape[-1]
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    d_k = k.size(-1)
    return q @ k.transpose(-2, -1) / math.sqrt(d_k)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    """Say which token may look at which: at itself and at the past, never at the future.

        mask_ij = True exactly when j ≤ i

    Args:
        n: the number of tokens, n ≥ 1.
        device: where the mask is to live; None means PyTorch's default device.

    Returns:
        (n, n) bool: True in row i, column j where query i may see key j.

    Graded:
        - The dtype is torch.bool, and True means "may see": exactly where j ≤ i, so a token always sees itself.
        - The mask is made on `device`.
        - n = 1 works.

    Not allowed: PyTorch's ready-made attention.

    Example:
        >>> causal_mask(3)
        tensor([[ True, False, False],
                [ True,  True, False],
                [ True,  True,  True]])
    """
    place = torch.arange(n, device=device)
    return place.unsqueeze(0) <= place.unsqueeze(1)


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tril(torch.ones(n, n, dtype=torch.bool, device=device))


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    allowed = torch.zeros((n, n), dtype=torch.bool, device=device)
    for row in range(n):
        allowed[row, : row + 1] = True
    return allowed


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    pos = torch.arange(n, device=device)
    query_pos = pos.unsqueeze(1)
    key_pos = pos.unsqueeze(0)
    return query_pos >= key_pos


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    """Shut out the keys that a query may not see, by giving them the score −∞.

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
        - Judged by the weights it leads to: after the softmax a hidden key has weight 0, and the visible ones share
          as before.
        - The same where the visible scores are as low as −1000. (So −1e9 would do in place of −∞. A modest number such
          as −10 would not, and neither would 0.)
        - Any mask that broadcasts to the scores, not the causal one alone.
        - Float32 and float64; the result has the dtype and is on the device of the scores.
        - Neither scores nor mask is changed. Through the softmax, gradients flow back to the visible scores, and the
          hidden ones get 0.

    Not allowed: PyTorch's ready-made attention.

    Example:
        >>> apply_mask(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[True, False], [True, True]]))
        tensor([[1., -inf],
                [3., 4.]])
    """
    hidden = torch.full_like(scores, float("-inf"))
    return torch.where(mask, scores, hidden)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    very_low = torch.finfo(scores.dtype).min
    filler = torch.full_like(scores, very_low)
    return torch.where(mask, scores, filler)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, -math.inf)


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(~mask, float("-inf"))


def softmax(scores: Tensor) -> Tensor:
    """Turn each row of scores into weights: none negative, 1 in all.

        α_ij = e^{score_ij} / Σ_j' e^{score_ij'}

    Args:
        scores: (..., m) scores; in practice (..., n, m). Entries may be −∞, but every row has one finite score at
            least.

    Returns:
        (..., m) weights. Each row (the last dimension) sums to 1.

    Graded:
        - Each row of scores becomes the weights e^score / Σ e^score.
        - Over the last dimension, for any leading dimensions.
        - Stable: scores of any finite size, 1000 or −1000 too, give finite weights.
        - A score of −∞ gives a weight of exactly 0, and no NaN anywhere, gradients included.
        - Float32 and float64; the weights have the dtype and are on the device of the scores.
        - The scores are not changed, and gradients flow back to them.

    Not allowed: a library softmax, log_softmax or logsumexp, in any spelling, and PyTorch's ready-made
    attention.

    Hints:
        - The same number taken from every score of a row leaves its weights as they are. Which number keeps every
          e^{…} at 1 or below?

    Example: the second lecture reckons with e = 3, which is the same as scores times ln 3.
        >>> softmax(torch.tensor([0.0, 0.0, 1.0, 0.0]) * math.log(3))
        tensor([0.1667, 0.1667, 0.5000, 0.1667])
        >>> softmax(torch.tensor([1000.0, 1000.0, -math.inf]))
        tensor([0.5000, 0.5000, 0.0000])

    The handout's thread reckons with e = 2.
        >>> softmax(torch.tensor([-0.5, 0.5, 0.5]) * math.log(2))
        tensor([0.2000, 0.4000, 0.4000])
    """
    largest = torch.amax(scores, dim=-1, keepdim=True)
    numerator = (scores - largest.detach()).exp()
    denominator = numerator.sum(-1, keepdim=True)
    return numerator / denominator


def softmax(scores: Tensor) -> Tensor:
    shifted = scores - scores.max(dim=-1, keepdim=True).values
    e = torch.exp(shifted)
    return e / e.sum(dim=-1, keepdim=True)


def softmax(scores: Tensor) -> Tensor:
    top = scores.amax(dim=-1, keepdim=True)
    shifted = scores - top
    numer = shifted.exp()
    denom = shifted.exp().sum(-1, keepdim=True)
    return numer / denom


def softmax(scores: Tensor) -> Tensor:
    biggest = scores.max(dim=-1, keepdim=True).values
    e = torch.exp(scores - biggest)
    return e / e.sum(dim=-1, keepdim=True)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    """Add up the values by their weights: what each query takes home.

        a_i = Σ_j α_ij v_j

    Args:
        weights: (..., n, m) weights α.
        v: (..., m, d_v) values, one for each key; d_v may differ from d_k.

    Returns:
        (..., n, d_v): row i is a_i.

    Graded:
        - A sum by the weights as they are given, each query by its own row: they need not sum to 1 here.
        - Any leading dimensions, the same for weights and v.
        - Float32 and float64; the output has the dtype and is on the device of v.
        - Neither input is changed, and gradients flow back to both.

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
    return weights @ v


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    return torch.einsum("...ij,...jd->...id", weights, v)


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    mixed = sum(
        weights[..., :, j : j + 1] * v[..., j : j + 1, :]
        for j in range(v.shape[-2])
    )
    norm = weights.sum(dim=-1, keepdim=True)
    return mixed


def weighted_values(weights: Tensor, v: Tensor) -> Tensor:
    each = weights.unsqueeze(-1) * v.unsqueeze(-3)
    return each.sum(dim=-2)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention: every query looks through the keys and takes home a mix of the values.

        α = softmax(Q Kᵀ / √d_k), row by row, after the mask
        a_i = Σ_j α_ij v_j

    Args:
        q: (..., n, d_k) queries.
        k: (..., m, d_k) keys.
        v: (..., m, d_v) values.
        mask: bool, True where query i may see key j; it broadcasts to (..., n, m) and leaves every query one key
            at least. None lets every query see every key.

    Returns:
        A pair (output, weights), in this order: (..., n, d_v) and (..., n, m).

    Graded:
        - The output first, then the weights. n, m, d_k and d_v may all differ. The scaling is by d_k.
        - With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
        - Any leading dimensions, the same for q, k and v.
        - Large scores (thousands) give finite results.
        - Float32 and float64; both results have the dtype and are on the device of the inputs.
        - No input is changed, and gradients flow back from the output to q, k and v. (Whether any flow back from the
          weights is up to you.)

    Not allowed: PyTorch's ready-made attention.

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
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    raw = attention_scores(q, k)
    masked = raw if mask is None else apply_mask(raw, mask)
    alpha = softmax(masked)
    out = weighted_values(alpha, v)
    return out, alpha


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    d_k = q.shape[-1]
    logits = attention_scores(q, k)
    if mask is not None:
        logits = apply_mask(logits, mask)
    w = softmax(logits)
    result = weighted_values(w, v)
    return (result, w)


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
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - Float32 and float64; the output has the dtype and is on the device of x.
            - x is not changed; gradients flow back to it and to all three projections.

        Not allowed: PyTorch's ready-made attention.

        Hints:
            - Make the mask on the device of x: nobody grades that here, but on a GPU you would miss it.

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
        n = x.size(-2)
        queries = self.W_q(x)
        keys = self.W_k(x)
        values = self.W_v(x)
        return attend(queries, keys, values, mask=causal_mask(n, x.device))[0]

    def forward(self, x: Tensor) -> Tensor:
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)
        return output

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], device=x.device)
        output, _ = attend(q, k, v, mask)
        return output

    def forward(self, x: Tensor) -> Tensor:
        projections = (self.W_q, self.W_k, self.W_v)
        q, k, v = [project(x) for project in projections]
        visible = causal_mask(x.size(-2), device=x.device)
        return attend(q, k, v, visible)[0]


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    """Build, by hand, a W^Q and a W^K with which every token finds the ones in a row of bits.

        E = the bits as one-hot rows: 0 is (1, 0), 1 is (0, 1)
        α = softmax(E(W^Q)ᵀ (E(W^K)ᵀ)ᵀ / √2), row by row, without a mask
        Σ_{j: bit j is 1} α_ij ≥ 0.999 for every i

    Args:
        length: the number of bits in a row, from 1 to 100,000.

    Returns:
        A pair (W_q, W_k), in this order: two 2 × 2 tensors of finite floats, none larger than 50 in size. The dtype is
        free.

    Graded:
        - For every row of that many bits with at least one 1 in it, each row of α puts at least 0.999 in all on the
          ones: one 1 among zeros, several ones, nothing but ones.
        - In every row of α: a token that is itself a 0 must find the ones too.
        - For any length from 1 to 100,000. The longer the row, the more zeros share what is not on the ones.
        - The weights are used as `nn.Linear` uses them, x Wᵀ, and the scores are divided by √2, as `attend` does.
        - No entry is above 50 or below −50. Large weights saturate the softmax: it stops answering to small changes,
          and a head that starts there learns nothing.
        - Only the α they lead to is judged, so many answers are right.

    Not allowed: PyTorch's ready-made attention.

    Hints:
        - Whatever bit a token holds, its query should ask for a 1. Write down E(W^Q)ᵀ first, then read off W^Q.
        - One 1 has to outweigh length − 1 zeros. How large must its score be?

    Example: every token of 0 0 1 0 looks at the third.
        >>> W_q, W_k = find_ones_weights(4)
        >>> bits = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        >>> _, weights = attend(bits @ W_q.float().T, bits @ W_k.float().T, bits)
        >>> weights[:, 2] >= 0.999
        tensor([True, True, True, True])
    """
    # A zero scores 0 and a one scores s, so even a single one gets e^s / (e^s + length − 1).
    # With e^s = 10,000 · length that is above 0.9999; s grows only with ln(length).
    score_of_a_one = math.log(10_000 * length)
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])  # E(W^Q)ᵀ is (0, 1) in every row: all ask for a 1
    W_k = math.sqrt(2) * score_of_a_one * torch.eye(2)  # the booster; √2 undoes the division in the scores
    return W_q, W_k


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    c = 10.0
    W_q = torch.tensor([[0.0, 0.0], [c, c]])
    W_k = c * torch.eye(2)
    return W_q, W_k


# ===== multihead.py =====
"""Part 2: several heads side by side.

One head gathers by one kind of similarity. A pronoun may want its noun, a verb its subject: different purposes
want different heads. So the width d of the model is cut into h chunks, one for each head; every head attends in
its own chunk, all of them at once, and the output matrix W^O writes what they found back into the stream.

How the tasks lean on each other:

    2.1  split_heads, merge_heads                  stand alone
    2.2  MultiHeadAttention.forward                calls 2.1 and, from part 1, attend and causal_mask
    2.3  MultiHeadAttention.head_contributions     the same (bonus)

Call the earlier functions instead of repeating them: a mistake in part 1 then costs you nothing here.

Not allowed anywhere in this file: PyTorch's ready-made attention (`F.scaled_dot_product_attention`,
`nn.MultiheadAttention` and their relatives).
"""

import torch  # noqa: F401 (the examples use it, and so may you)
from attention import attend, causal_mask
from torch import Tensor, nn


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """Cut each token's vector into one chunk for each head.

        head c of token i = features c · d/h up to (c + 1) · d/h of x_i        (c = 0 … h − 1)

    Args:
        x: (..., n, d) one vector for each token.
        n_heads: h, the number of heads; it divides d (a given check says so when it does not).

    Returns:
        (..., h, n, d/h): the heads come before the tokens.

    Graded:
        - Contiguous chunks: head 0 gets the first d/h features, head 1 the next d/h, and so on.
        - Any leading dimensions. n_heads = 1 and n_heads = d work.
        - The dtype and the device of x. x is not changed, and gradients flow back to it.

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
    chunks = x.reshape(*x.shape[:-1], n_heads, d // n_heads)
    return chunks.transpose(-3, -2)


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    x = x.reshape(*x.shape[:-1], n_heads, d // n_heads)
    return x.transpose(-3, -2)


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    d = x.shape[-1]
    if d % n_heads != 0:
        raise ValueError(f"a width of {d} cannot be cut into {n_heads} heads of equal width")
    pieces = x.chunk(n_heads, dim=-1)
    return torch.stack(pieces, dim=-3)


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
        - The dtype and the device of x. x is not changed, and gradients flow back to it.

    Not allowed: PyTorch's ready-made attention.

    Example:
        >>> merge_heads(torch.tensor([[[0, 1], [4, 5]], [[2, 3], [6, 7]]]))
        tensor([[0, 1, 2, 3],
                [4, 5, 6, 7]])
    """
    x = x.transpose(-3, -2)
    return x.reshape(*x.shape[:-2], x.shape[-2] * x.shape[-1])


def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(-3, -2).flatten(start_dim=-2)


def merge_heads(x: Tensor) -> Tensor:
    return torch.cat(x.unbind(dim=-3), dim=-1)


def merge_heads(x: Tensor) -> Tensor:
    *lead, h, n, width = x.shape
    return x.transpose(-2, -3).reshape(*lead, n, h * width)


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
            A_c = softmax(Q_c K_cᵀ / √d_k) V_c, causal, for each head c, with d_k = d/h
            output = [A_0 A_1 … A_{h−1}] (W^O)ᵀ

        Args:
            x: (..., n, d_model) one vector for each token, n ≥ 1.

        Returns:
            (..., n, d_model).

        Graded:
            - Each head works on its own contiguous chunk of Q, K and V and scales by √(d/h), its own width.
              The projections are `self.W_q`, `self.W_k`, `self.W_v` and `self.W_o`; W^O comes last.
            - Causal in every head: changing token j changes no output before j. n = 1 and n_heads = 1 work.
            - Any leading dimensions.
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - Float32 and float64; the output has the dtype and is on the device of x.
            - x is not changed; gradients flow back to it and to all four projections.

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
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(q, k, v, mask)
        return self.W_o(merge_heads(heads))

    def forward(self, x: Tensor) -> Tensor:
        Q, K, V = self.W_q(x), self.W_k(x), self.W_v(x)
        n, d = x.shape[-2:]
        width = d // self.n_heads
        mask = causal_mask(n, device=x.device)
        found = []
        for c in range(self.n_heads):
            part = slice(c * width, (c + 1) * width)
            found.append(attend(Q[..., part], K[..., part], V[..., part], mask)[0])
        return self.W_o(torch.cat(found, dim=-1))

    def forward(self, x: Tensor) -> Tensor:
        width = x.shape[-1] // self.n_heads
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], x.device)
        found = []
        for c in range(self.n_heads):
            own = slice(c * width, (c + 1) * width)
            a, _ = attend(q[..., own], k[..., own], v[..., own], mask)
            found.append(a)
        return self.W_o(torch.cat(found, dim=-1))

    def head_contributions(self, x: Tensor) -> Tensor:
        """Show what each head, by itself, writes into the residual stream (bonus).

            contribution_c = A_c (W^O_c)ᵀ        W^O_c = the columns of W^O that belong to head c
            Σ_c contribution_c = forward(x)

        Every head moves information from other tokens into the current one. As W^O is linear, the layer's output
        is the sum of what its heads write, and so each head can be looked at alone.

        Args:
            x: (..., n, d_model) one vector for each token, n ≥ 1.

        Returns:
            (..., h, n, d_model): what head c writes for token i, at full width.

        Graded:
            - Each head's own contribution, in the order of the heads; their sum over the heads is `forward(x)`.
            - Any leading dimensions. n = 1 and n_heads = 1 work.
            - Float32 and float64; the output has the dtype and is on the device of x.
            - x is not changed; gradients flow back to it and to all four projections.

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
        q = split_heads(self.W_q(x), self.n_heads)
        k = split_heads(self.W_k(x), self.n_heads)
        v = split_heads(self.W_v(x), self.n_heads)
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        d = x.shape[-1]
        w = self.W_o.weight.T.reshape(self.n_heads, d // self.n_heads, d)
        return heads @ w

    def head_contributions(self, x: Tensor) -> Tensor:
        width = x.shape[-1] // self.n_heads
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        mask = causal_mask(x.shape[-2], x.device)
        written = []
        for c in range(self.n_heads):
            own = slice(c * width, (c + 1) * width)
            a, _ = attend(q[..., own], k[..., own], v[..., own], mask)
            written.append(torch.einsum("...ne,de->...nd", a, self.W_o.weight[:, own]))
        return torch.stack(written, dim=-3)

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        return heads @ split_heads(self.W_o.weight, self.n_heads).transpose(-2, -1)

    def head_contributions(self, x: Tensor) -> Tensor:
        qkv = [split_heads(layer(x), self.n_heads) for layer in (self.W_q, self.W_k, self.W_v)]
        heads, _ = attend(*qkv, causal_mask(x.shape[-2], device=x.device))
        columns = self.W_o.weight.chunk(self.n_heads, dim=1)
        parts, total = [], 0
        for a_c, w_c in zip(heads.unbind(dim=-3), columns):
            piece = a_c @ w_c.T
            total = total + piece
            parts.append(piece)
        return torch.stack(parts, dim=-3)


# ===== block.py =====
"""Part 3: the transformer block.

Each token has a residual stream: a vector of width d that runs through the whole network. A block reads from the
stream and adds to it, twice. First attention, the only part that moves information from one token to another;
then a feedforward network, which gives each token, by itself, the nonlinearity that attention lacks. What is read
is normalised first ("pre-norm"); the stream itself is only ever added to. All vectors keep the width d, so blocks
stack.

How the tasks lean on each other:

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
            - A vector of equal numbers gives β, not NaN. In float64 a large number added to all features cancels, even
              100 million beside features below 1.
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - Float32 and float64; the output has the dtype and is on the device of x.
            - x is not changed; gradients flow back to it, to γ and to β.

        Not allowed: library norms (`nn.LayerNorm`, `F.layer_norm` and their relatives). Means, variances and roots
        are fine.

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
        mean = x.mean(dim=-1, keepdim=True)
        centred = x - mean
        var = (centred**2).mean(dim=-1, keepdim=True)
        return self.gamma * centred / torch.sqrt(var + self.eps) + self.beta

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(-1, keepdim=True)
        sigma2 = x.var(-1, keepdim=True, correction=0)
        z = (x - mu) * torch.rsqrt(sigma2 + self.eps)
        return z * self.gamma + self.beta

    def forward(self, x: Tensor) -> Tensor:
        d = x.shape[-1]
        mean = x.sum(dim=-1, keepdim=True) / d
        diff = x - mean
        variance = (diff * diff).sum(dim=-1, keepdim=True) / d
        out = diff / (variance + self.eps).sqrt()
        out = out * self.gamma
        out = out + self.beta
        return out

    def forward(self, x: Tensor) -> Tensor:
        mu = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mu) / torch.sqrt(var + self.eps) + self.beta


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
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - Float32 and float64; the output has the dtype and is on the device of x.
            - x is not changed; gradients flow back to it and to both maps.

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
        return self.W_2(torch.relu(self.W_1(x)))

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.W_1(x)
        hidden = hidden.clamp(min=0)
        return self.W_2(hidden)

    def forward(self, x: Tensor) -> Tensor:
        act = nn.functional.relu
        wide = self.W_1(x)
        wide = act(wide)
        narrow = self.W_2(wide)
        return narrow


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
            h  = t⁵ + t³

        Args:
            x: (..., n, d_model) the stream as it comes in, n ≥ 1.

        Returns:
            (..., n, d_model): h, the stream as it goes on.

        Graded:
            - Pre-norm: what the two parts read is normalised; what is added to (x, then t³) is not.
              `self.norm_1` comes before `self.attention`, `self.norm_2` before `self.ffn`.
            - Causal: changing token j changes no output before j. n = 1 works.
            - Any leading dimensions.
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - Float32 and float64; the output has the dtype and is on the device of x.
            - x is not changed; gradients flow back to it and to every parameter.

        Not allowed: library transformer layers (`nn.TransformerEncoderLayer` and its relatives).

        Example: when neither part writes anything, the stream passes through untouched.
            >>> block = TransformerBlock(d_model=4, n_heads=2, d_ff=8)
            >>> for silent in (block.attention.W_o.weight, block.ffn.W_2.weight, block.ffn.W_2.bias):
            ...     _ = nn.init.zeros_(silent)
            >>> block(torch.tensor([[1.0, 2.0, 3.0, 4.0], [8.0, 7.0, 6.0, 5.0]])).detach()
            tensor([[1., 2., 3., 4.],
                    [8., 7., 6., 5.]])
        """
        t1 = self.norm_1(x)
        t2 = self.attention(t1)
        t3 = t2 + x
        t4 = self.norm_2(t3)
        t5 = self.ffn(t4)
        return t5 + t3

    def forward(self, x: Tensor) -> Tensor:
        stream = x + self.attention(self.norm_1(x))
        return stream + self.ffn(self.norm_2(stream))


# ===== lm.py =====
"""Part 4: a language model.

A language model answers one question: given w_1 … w_i, how likely is each word to come next? A sentence's
probability is the product of these answers:

    P(w_1 … w_n) = Π_i P(w_i | w_1 … w_{i−1})

The model embeds each token together with its place, sends the vectors through a stack of blocks and reads off, at
every place, one number (a logit) for each word of the vocabulary; a softmax over them would be the probabilities.
Every place is causal, so one pass gives n predictions at once. To generate, predict, draw a word, append it, and
go on; the model sees the last `context_length` words at most.

How the tasks lean on each other:

    4.1  TransformerLM.embed        stands alone
    4.2  TransformerLM.forward      calls 4.1 and, from part 3, TransformerBlock and LayerNorm
    4.3  next_token_loss            stands alone
    4.4  generate                   calls the model, whichever one it is given
    4.5  train                      in train.py: calls the model and 4.3

Call the earlier functions instead of repeating them: a mistake in 4.1 then costs you 4.1 and nothing else.
"""

import torch
import torch.nn.functional as F
from block import LayerNorm, TransformerBlock
from torch import Tensor, nn


class TransformerLM(nn.Module):
    """A causal language model: embeddings, a stack of transformer blocks, a final norm and the unembedding."""

    def __init__(
        self, vocab_size: int, context_length: int, d_model: int, n_heads: int, n_layers: int, d_ff: int
    ) -> None:
        """Given. Make the parts, and start both embeddings small (PyTorch's own start slows training down)."""
        super().__init__()
        self.context_length = context_length
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context_length, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads, d_ff) for _ in range(n_layers))
        self.final_norm = LayerNorm(d_model)
        self.unembed = nn.Linear(d_model, vocab_size, bias=False)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def embed(self, tokens: Tensor) -> Tensor:
        """Give every token the vector of its word plus the vector of its place.

            x_i = token_embedding(w_i) + position_embedding(i)        (i = 0 … n − 1)

        Args:
            tokens: (B, n) int64 word numbers, 1 ≤ n ≤ context_length. A given check refuses a longer row.

        Returns:
            (B, n, d_model).

        Graded:
            - The two vectors are added; places are counted from 0, in every row of the batch alike.
            - n = 1 and n = context_length work.
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - The dtype of the embeddings; float32 and float64.
            - tokens are not changed; gradients flow back to both embeddings.

        Example:
            >>> model = TransformerLM(vocab_size=2, context_length=3, d_model=2, n_heads=1, n_layers=1, d_ff=4)
            >>> _ = model.token_embedding.load_state_dict({"weight": torch.tensor([[10.0, 20.0], [30.0, 40.0]])})
            >>> _ = model.position_embedding.load_state_dict({
            ...     "weight": torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])})
            >>> model.embed(torch.tensor([[1, 0, 0]])).detach()
            tensor([[[31., 42.],
                     [13., 24.],
                     [15., 26.]]])

        The handout's thread, *a girl lost*.
            >>> model = TransformerLM(vocab_size=4, context_length=4, d_model=4, n_heads=2, n_layers=1, d_ff=4)
            >>> _ = model.token_embedding.load_state_dict({"weight": torch.tensor([
            ...     [0.0, 1.0, -1.0, 0.0], [1.0, -1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, -1.0]])})
            >>> _ = model.position_embedding.load_state_dict({"weight": torch.tensor([
            ...     [1.0, 0.0, 0.0, -1.0], [0.0, 0.0, 1.0, -1.0], [0.0, -1.0, 1.0, 0.0], [1.0, -1.0, 0.0, 0.0]])})
            >>> model.embed(torch.tensor([[0, 1, 2]])).detach()
            tensor([[[ 1.,  1., -1., -1.],
                     [ 1., -1.,  1., -1.],
                     [-1., -1.,  1.,  1.]]])
        """
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        words = self.token_embedding(tokens)
        places = self.position_embedding.weight[:n]
        return words + places

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        places = torch.arange(n, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(places)

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        words = self.token_embedding(tokens)
        return words + self.position_embedding.weight[:n]

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        vectors = self.token_embedding(tokens)
        index = torch.arange(n, device=tokens.device).expand(tokens.shape)
        return vectors + self.position_embedding(index)

    def forward(self, tokens: Tensor) -> Tensor:
        """Predict, at every place, the word that comes next.

            H⁰ = embed(tokens)
            Hˡ = block_l(Hˡ⁻¹)        l = 1 … n_layers
            logits = LayerNorm(Hᴸ) Uᵀ        U = the unembedding's weight

        Args:
            tokens: (B, n) int64 word numbers, 1 ≤ n ≤ context_length.

        Returns:
            (B, n, vocab_size) logits: those at place i predict the word at place i + 1. No softmax.

        Graded:
            - Every block, in order; then `self.final_norm`; then `self.unembed`.
            - Causal: changing token j changes no logits before j.
            - n = 1 and n = context_length work. Rows of the batch do not touch each other.
            - Every call is by itself, for any length and batch size: nothing is kept of one for the next.
            - Float32 and float64; logits have the dtype of the weights and are on the device of the tokens.
            - tokens are not changed; gradients flow back to every parameter.

        Not allowed: library transformer layers (`nn.TransformerEncoder`, `nn.TransformerEncoderLayer` and their
        relatives).

        Example: one number for each place and word; a change in the last token changes nothing before it.
            >>> model = TransformerLM(vocab_size=5, context_length=8, d_model=4, n_heads=2, n_layers=2, d_ff=8)
            >>> logits = model(torch.tensor([[0, 1, 2], [0, 1, 4]]))
            >>> logits.shape
            torch.Size([2, 3, 5])
            >>> torch.allclose(logits[0, :2], logits[1, :2])
            True
        """
        x = self.embed(tokens)
        for layer in self.blocks:
            x = layer(x)
        hidden = self.final_norm(x)
        return self.unembed(hidden)

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embed(tokens)
        for layer in self.blocks:
            stream = layer(stream)
        stream = self.final_norm(stream)
        logits = self.unembed(stream)
        return logits

    def forward(self, tokens: Tensor) -> Tensor:
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.unembed(self.final_norm(h))


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    """Measure how surprised the model is by each next word, on average.

        loss = mean over all rows and all i = 1 … n − 1 of −log P(w_{i+1} | w_1 … w_i)
        P(· | w_1 … w_i) = softmax(logits at place i)

    Args:
        logits: (B, n, vocab_size) as `TransformerLM.forward` gives them for `tokens`.
        tokens: (B, n) int64, n ≥ 2. They are the text itself, not shifted: the shift is yours to do.

    Returns:
        A tensor without dimensions: the loss in nats (natural logarithm), ready for `.backward()`.

    Graded:
        - The logits at place i are held against token i + 1. The last place predicts nothing that is known, and the
          first token is predicted by nothing: neither counts.
        - The mean over all B · (n − 1) predictions, each with the same weight.
        - Stable: logits near 1000 or −1000 give a finite loss and finite gradients. Logits hundreds apart too: a
          model that is sure and wrong pays its full price, neither infinity nor a capped one.
        - Float32 and float64; the loss has the dtype and is on the device of the logits.
        - Neither input is changed; gradients flow back to the logits.

    Library cross-entropy is fine here: the shift is the point.

    Example: a model that knows nothing about four words pays ln 4 for each. One that is sure of the right next
    words, 2 after 0 and 1 after 2, pays nothing.
        >>> tokens = torch.tensor([[0, 2, 1]])
        >>> next_token_loss(torch.zeros(1, 3, 4), tokens)
        tensor(1.3863)
        >>> sure = 1000.0 * F.one_hot(torch.tensor([[2, 1, 3]]), num_classes=4)
        >>> next_token_loss(sure, tokens).item() < 1e-6
        True

    The handout's thread, *a girl lost her*: each right word has probability 1/2, and ln 2 = 0.6931.
        >>> logits = torch.tensor([[[1.0, 2.0, 0.0, 0.0], [1.0, 0.0, 2.0, 0.0], [1.0, 0.0, 0.0, 2.0], [0.0] * 4]])
        >>> next_token_loss(torch.tensor(2.0).log() * logits, torch.tensor([[0, 1, 2, 3]]))
        tensor(0.6931)
    """
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logp = F.log_softmax(logits[:, :-1], dim=-1)
    target = tokens[:, 1:].unsqueeze(-1)
    picked = logp.gather(-1, target).squeeze(-1)
    return -picked.mean()


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    predictions = logits[:, :-1, :].reshape(-1, logits.shape[-1])
    targets = tokens[:, 1:].reshape(-1)
    return F.cross_entropy(predictions, targets)


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    log_p = torch.log_softmax(logits[:, :-1], dim=-1)
    right = tokens[:, 1:].unsqueeze(-1)
    return -log_p.gather(-1, right).mean()


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Continue each row of the prompt, one word at a time, each word drawn from the model's own prediction.

        w_{i+1} ~ softmax(logits at the last place / temperature), among the top_k words

    Args:
        model: maps (B, n) int64 tokens to (B, n, vocab_size) logits for any n up to `model.context_length`.
        prompt: (B, n) int64, n ≥ 1; it may be longer than the context length.
        n_new: how many tokens to add to each row; 0 adds none.
        temperature: 0 or more. Below 1 sharpens the distribution, above 1 flattens it; 0 is greedy: always the word
            with the largest logit.
        top_k: draw among the top_k words with the largest logits only, 1 or more. None means all words, and so does
            a number above the vocabulary size.
        generator: a source of random numbers for the draws, so that a run can be repeated; None uses PyTorch's own.

    Returns:
        (B, n + n_new) int64 tokens on the device of the prompt: first the prompt as it was, then the new tokens.

    Graded:
        - Sliding window: for each new token the model is shown the LAST `model.context_length` tokens so far, or all
          of them while there are fewer; never more.
        - Each new token is appended before the next is predicted, and each row of the batch is drawn by itself, from
          its own logits.
        - The prompt comes first, then n_new new tokens. n_new = 0 gives the prompt back.
        - Words are drawn with the probabilities softmax(logits / temperature); at temperature 1 that is
          softmax(logits). How random numbers are used is not judged, with or without a generator.
        - A low temperature makes the distribution sharper and a high one flatter, by just that amount.
        - With top_k, every word outside the top_k has probability 0, and the others are scaled to sum to 1. top_k = 1
          is greedy; top_k at or above the vocabulary means all words.
        - temperature = 0 is greedy and needs no random numbers, with or without top_k.
        - Where several words tie for the top_k-th place, or for the largest logit, either choice is right.
        - No gradient is recorded: the model is called with gradients switched off, and the parameters' `.grad` stay
          as they were.
        - `model.training` is the same after the call as before, True or False. Which mode the model is in while it
          generates is up to you.
        - Neither the prompt nor the model's weights are changed.

    Hints:
        - A word whose logit is −∞ is never drawn.
        - `torch.multinomial` draws one sample from each row of a table of probabilities.

    Example: a toy model that always counts up, of words 0 to 4.
        >>> class CountUp(nn.Module):
        ...     context_length = 3
        ...     def forward(self, tokens):
        ...         return 9.0 * F.one_hot((tokens + 1) % 5, num_classes=5)
        >>> generate(CountUp(), torch.tensor([[0, 1], [3, 3]]), n_new=5, temperature=0)
        tensor([[0, 1, 2, 3, 4, 0, 1],
                [3, 3, 4, 0, 1, 2, 3]])
    """
    was_training = model.training
    model.eval()
    tokens = prompt  # (B, n), one column longer after each step
    with torch.no_grad():
        for _ in range(n_new):
            window = tokens[:, -model.context_length :]  # (B, at most context_length)
            logits = model(window)[:, -1]  # (B, vocab)  the last place predicts the new word
            if top_k is not None and top_k < logits.shape[-1]:
                smallest_kept = logits.topk(top_k).values[:, -1:]  # (B, 1)
                logits = logits.masked_fill(logits < smallest_kept, float("-inf"))
            if temperature == 0:
                new = logits.argmax(dim=-1, keepdim=True)  # (B, 1)
            else:
                probabilities = torch.softmax(logits / temperature, dim=-1)  # (B, vocab)
                new = torch.multinomial(probabilities, num_samples=1, generator=generator)  # (B, 1)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(was_training)
    return tokens


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    tokens = prompt
    with torch.no_grad():
        for _ in range(n_new):
            last = model(tokens[:, -model.context_length :])[:, -1]
            if temperature == 0:
                new = last.argmax(dim=-1, keepdim=True)
            else:
                if top_k is not None and top_k < last.shape[-1]:
                    kept = last.topk(top_k, dim=-1)
                    last = torch.full_like(last, float("-inf")).scatter(-1, kept.indices, kept.values)
                new = torch.multinomial(F.softmax(last / temperature, dim=-1), 1, generator=generator)
            tokens = torch.cat([tokens, new], dim=1)
    return tokens.clone()
