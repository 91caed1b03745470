"""Right answers about attention.py, written in other ways."""


def simple_attention(x):
    """simple.by_later_tasks: Written with the functions of the later tasks, the scaling undone beforehand."""
    scores = attention_scores(x * math.sqrt(x.shape[-1]), x)
    return weighted_values(softmax(apply_mask(scores, causal_mask(x.shape[-2], x.device))), x)


def simple_attention(x):
    """simple.double_loop: Two loops over tokens and a running sum, with the largest score taken away by hand."""
    out = torch.zeros_like(x)
    for i in range(x.shape[-2]):
        scores = [(x[..., i, :] * x[..., j, :]).sum(-1, keepdim=True) for j in range(i + 1)]
        top = torch.stack(scores).amax(dim=0)
        exps = [torch.exp(score - top) for score in scores]
        out[..., i, :] = sum(exps[j] * x[..., j, :] for j in range(i + 1)) / sum(exps)
    return out


def simple_attention(x):
    """simple.float64_inside: Computed in float64, with −1e4 added to the future's scores."""
    y = x.double()
    n = x.shape[-2]
    scores = y @ y.mT
    scores = scores - 1e4 * torch.ones(n, n, dtype=torch.float64, device=x.device).triu(1)
    return (scores.softmax(dim=-1) @ y).to(x.dtype)


def simple_attention(x):
    """simple.largest_seen_score: All scores at once, exponentials of what is seen, shifted by the largest
    seen score.
    """
    scores = torch.einsum("...id,...jd->...ij", x, x)
    seen = torch.ones_like(scores, dtype=torch.bool).tril()
    top = torch.where(seen, scores, torch.finfo(x.dtype).min).amax(dim=-1, keepdim=True)
    exps = torch.exp(torch.where(seen, scores - top, torch.zeros_like(scores))) * seen
    return torch.einsum("...ij,...jd->...id", exps / exps.sum(dim=-1, keepdim=True), x)


def simple_attention(x):
    """simple.masked_matrix: All scores at once, the future filled with −∞, and PyTorch's softmax."""
    n = x.shape[-2]
    future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
    return torch.softmax((x @ x.mT).masked_fill(future, -math.inf), dim=-1) @ x


def simple_attention(x):
    """simple.online: Softmax on the way: one key after the other, scaled anew whenever a larger score comes."""
    rows = []
    for i in range(x.shape[-2]):
        top = torch.full_like(x[..., i, 0], -math.inf)
        total, mixed = torch.zeros_like(top), torch.zeros_like(x[..., i, :])
        for j in range(i + 1):
            score = (x[..., i, :] * x[..., j, :]).sum(dim=-1)
            new = torch.maximum(top, score.detach())
            old, now = torch.exp(top - new), torch.exp(score - new)
            total = total * old + now
            mixed = mixed * old.unsqueeze(-1) + now.unsqueeze(-1) * x[..., j, :]
            top = new
        rows.append(mixed / total.unsqueeze(-1))
    return torch.stack(rows, dim=-2)


def simple_attention(x):
    """simple.requires_grad: A result that requires a gradient even when x does not."""
    x = x.clone().requires_grad_()
    n = x.shape[-2]
    future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
    return torch.softmax((x @ x.mT).masked_fill(future, -math.inf), dim=-1) @ x


def attention_scores(q, k):
    """scores.baddbmm: Leading dimensions folded into one, then torch.baddbmm with its own scale."""
    leading, n, m, d_k = q.shape[:-2], q.shape[-2], k.shape[-2], k.shape[-1]
    queries, keys = q.reshape(-1, n, d_k), k.reshape(-1, m, d_k)
    empty = torch.zeros(queries.shape[0], n, m, dtype=q.dtype, device=q.device)
    scores = torch.baddbmm(empty, queries, keys.transpose(1, 2), beta=0, alpha=1 / math.sqrt(d_k))
    return scores.reshape(*leading, n, m)


def attention_scores(q, k):
    """scores.einsum: Scores by einsum, scaled afterwards."""
    return torch.einsum("...nd,...md->...nm", q, k) * k.shape[-1] ** -0.5


def attention_scores(q, k):
    """scores.float64_inside: Computed in float64, given back in the dtype of q."""
    return (q.double() @ k.double().mT / k.shape[-1] ** 0.5).to(q.dtype)


def attention_scores(q, k):
    """scores.fourth_roots: Queries and keys each carry the fourth root of d_k."""
    root = math.sqrt(math.sqrt(q.shape[-1]))
    return (q / root) @ (k / root).transpose(-1, -2)


def attention_scores(q, k):
    """scores.loop_over_queries: One query at a time, stacked."""
    d_k = k.shape[-1]
    rows = [(q[..., i : i + 1, :] * k).sum(dim=-1) / d_k**0.5 for i in range(q.shape[-2])]
    return torch.stack(rows, dim=-2)


def attention_scores(q, k):
    """scores.root_as_tensor: The root is taken of a float32 tensor, as many tutorials do."""
    return q @ k.transpose(-2, -1) / torch.sqrt(torch.tensor(k.shape[-1]))


def attention_scores(q, k):
    """scores.scaled_queries: The queries are scaled before the product, in a new tensor."""
    q = q / math.sqrt(q.size(-1))
    return torch.matmul(q, k.mT)


def apply_mask(scores, mask):
    """fill.added: A mask of 0 and −∞ is made and added to the scores."""
    shut_out = torch.zeros(mask.shape, dtype=scores.dtype, device=scores.device)
    shut_out[~mask] = -math.inf
    return scores + shut_out


def apply_mask(scores, mask):
    """fill.added_large_number: A large negative number is added to hidden scores; their gradient is not 0 by itself,
    but their weight is.
    """
    return scores + (1.0 - mask.to(scores.dtype)) * -1e9


def apply_mask(scores, mask):
    """fill.below_the_smallest: Hidden scores get a number far below the smallest of all."""
    return torch.where(mask, scores, scores.detach().amin() - 2000.0)


def apply_mask(scores, mask):
    """fill.logarithm_of_the_mask: The logarithm of the mask is added: 0, or −∞."""
    return scores + mask.to(scores.dtype).log()


def apply_mask(scores, mask):
    """fill.minus_a_billion: Hidden keys get −1e9."""
    return scores.masked_fill(mask == 0, -1e9)


def apply_mask(scores, mask):
    """fill.minus_ten_thousand: A finite fill that is low enough for scores of −1000."""
    return scores.masked_fill(~mask, -10_000.0)


def apply_mask(scores, mask):
    """fill.smallest_number: Hidden keys get the smallest number of the dtype."""
    return scores.masked_fill(mask.logical_not(), torch.finfo(scores.dtype).min)


def apply_mask(scores, mask):
    """fill.where: Hidden keys by torch.where, the mask expanded first."""
    return torch.where(mask.expand(scores.shape), scores, torch.tensor(-math.inf, dtype=scores.dtype))


def causal_mask(n, device=None):
    """mask.compared_positions: The mask from comparing positions."""
    position = torch.arange(n, device=device)
    return position[:, None] >= position


def causal_mask(n, device=None):
    """mask.kept_by_length_and_device: Masks are kept for later calls, one for each length and device."""
    key = (n, str(device))
    if key not in _KEPT:
        _KEPT[key] = torch.ones(n, n, dtype=torch.bool, device=device).tril()
    return _KEPT[key]


_KEPT = {}


def causal_mask(n, device=None):
    """mask.nested_lists: The mask from nested Python lists."""
    return torch.tensor([[j <= i for j in range(n)] for i in range(n)], device=device)


def causal_mask(n, device=None):
    """mask.not_upper: The mask as everything that is not above the diagonal."""
    return ~torch.triu(torch.ones((n, n), device=device), diagonal=1).bool()


def softmax(scores):
    """softmax.float64_inside: Computed in float64 and cast back."""
    wide = scores.double()
    exps = torch.exp(wide - wide.max(dim=-1, keepdim=True).values)
    return (exps / exps.sum(dim=-1, keepdim=True)).to(scores.dtype)


def softmax(scores):
    """softmax.gradient_through_the_max: The maximum is not detached; its gradient cancels."""
    top, _ = scores.max(dim=-1, keepdim=True)
    exps = (scores - top).exp()
    return exps / exps.sum(-1, keepdim=True)


def softmax(scores):
    """softmax.largest_visible: The largest finite score is taken off, and −∞ gets its 0 apart."""
    hidden = scores == -math.inf
    top = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).amax(dim=-1, keepdim=True).detach()
    exps = torch.where(hidden, torch.zeros_like(scores), torch.exp(scores - top))
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.own_helpers: Two helper functions, and sums by einsum."""
    return _share(_without_largest(scores).exp())


def _without_largest(scores):
    return scores - scores.amax(dim=-1, keepdim=True)


def _share(parts):
    return torch.einsum("...m,...->...m", parts, 1 / parts.sum(dim=-1))


def softmax(scores):
    """softmax.row_by_row: A loop over rows, with Python's max."""
    rows = scores.reshape(-1, scores.shape[-1])
    out = []
    for row in rows:
        exps = (row - max(row.tolist())).exp()
        out.append(exps / exps.sum())
    return torch.stack(out).reshape(scores.shape)


def softmax(scores):
    """softmax.small_epsilon: A harmless 1e-9 in the denominator."""
    exps = torch.exp(scores - scores.amax(-1, True))
    return exps / (exps.sum(-1, True) + 1e-9)


def softmax(scores):
    """softmax.through_logarithms: The logarithm of the sum is taken off the scores, by hand."""
    top = scores.amax(dim=-1, keepdim=True)
    log_sum = top + (scores - top).exp().sum(dim=-1, keepdim=True).log()
    return (scores - log_sum).exp()


def weighted_values(weights, v):
    """values.broadcast_sum: Every weight times every value, then a sum over the keys."""
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(dim=-2)


def weighted_values(weights, v):
    """values.einsum: Values by einsum."""
    return torch.einsum("...nm,...md->...nd", weights, v)


def weighted_values(weights, v):
    """values.turned_and_back: The transposed product, turned back: the output is not contiguous."""
    return (v.transpose(-2, -1) @ weights.transpose(-2, -1)).transpose(-2, -1)


def attend(q, k, v, mask=None):
    """attend.float64_inside: Computed in float64 with einsum and a fill of −1e4."""
    s = torch.einsum("...nd,...md->...nm", q.double(), k.double()) / math.sqrt(k.size(-1))
    if mask is not None:
        s = s.masked_fill(mask.logical_not(), -1e4)
    w = s.softmax(-1)
    return (w @ v.double()).to(v.dtype), w.to(v.dtype)


def attend(q, k, v, mask=None):
    """attend.full_mask: Without a mask, one that shows everything is made; the result is a list."""
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device)
    weights = softmax(apply_mask(attention_scores(q, k), mask))
    return [weighted_values(weights, v), weights]


def attend(q, k, v, mask=None):
    """attend.online: One key after the other, with a running maximum and a running sum."""
    m = k.shape[-2]
    top = q.new_full((*q.shape[:-1], 1), -1e30)
    total = torch.zeros_like(top)
    out = q.new_zeros((*q.shape[:-1], v.shape[-1]))
    raw = []
    for j in range(m):
        score = (q * k[..., j : j + 1, :]).sum(dim=-1, keepdim=True) / math.sqrt(k.shape[-1])
        if mask is not None:
            score = torch.where(mask[..., j : j + 1], score, -1e30)
        raw.append(score)
        new = torch.maximum(top, score.detach())
        old, now = torch.exp(top - new), torch.exp(score - new)
        if mask is not None:
            now = now * mask[..., j : j + 1]
        total = total * old + now
        out = out * old + now * v[..., j : j + 1, :]
        top = new
    weights = torch.exp(torch.cat(raw, dim=-1) - top) / total
    return out / total, weights


def attend(q, k, v, mask=None):
    """attend.weights_detached: The weights are handed out for looking at only: detached."""
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights.detach()


def attend(q, k, v, mask=None):
    """attend.written_out: Nothing of the earlier tasks is called; everything is written out here."""
    scores = torch.einsum("...id,...jd->...ij", q, k) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == False, torch.finfo(scores.dtype).min)  # noqa: E712
    scores = scores - scores.amax(dim=-1, keepdim=True)
    weights = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)
    return weights @ v, weights


class AttentionHead:
    """head.fused: Queries, keys and values from one product with the stacked matrices, in a class of its own."""

    def forward(self, x):
        parts = _Projected(self, x)
        future = torch.triu(torch.full((x.shape[-2],) * 2, -1e9, dtype=x.dtype, device=x.device), 1)
        weights = torch.softmax(parts.q @ parts.k.mT / parts.k.shape[-1] ** 0.5 + future, dim=-1)
        return weights @ parts.v


class _Projected:
    def __init__(self, head, x):
        stacked = torch.cat([head.W_q.weight, head.W_k.weight, head.W_v.weight])
        self.q, self.k, self.v = (x @ stacked.T).chunk(3, dim=-1)


class AttentionHead:
    """head.loop_over_tokens: One token at a time, over the slice it may see, so that no mask is needed."""

    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        rows = []
        for i in range(x.shape[-2]):
            rows.append(attend(q[..., i : i + 1, :], k[..., : i + 1, :], v[..., : i + 1, :])[0])
        return torch.cat(rows, dim=-2)


class AttentionHead:
    """head.mask_kept_by_length: Masks are kept for later calls, one for each length."""

    def forward(self, x):
        masks = self.__dict__.setdefault("masks", {})
        n = x.shape[-2]
        if n not in masks:
            masks[n] = causal_mask(n, device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), masks[n])[0]


def find_ones_weights(length):
    """ones.boost_in_the_queries: The boost sits in W_q, in float64, and is just enough."""
    boost = math.sqrt(2) * math.log(1000 * length)
    W_q = torch.tensor([[0, 0], [boost, boost]], dtype=torch.float64)
    return W_q, torch.eye(2, dtype=torch.float64)


def find_ones_weights(length):
    """ones.one_boost_for_all: One boost for all: 40 is enough for any row of up to 100,000 bits."""
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, 40.0]])


def find_ones_weights(length):
    """ones.zeros_pushed_away: Zeros get a key that points away from the query; integers will do."""
    boost = 20 + length.bit_length()
    return torch.tensor([[-1, -1], [1, 1]]), torch.tensor([[boost, 0], [0, boost]])
