"""Right answers about multihead.py, written in other ways."""


def merge_heads(x):
    """merge.concatenated: The heads concatenated along the last dimension."""
    return torch.cat(x.unbind(dim=-3), dim=-1)


def merge_heads(x):
    """merge.swapped_and_reshaped: swapaxes, contiguous and reshape."""
    turned = x.swapaxes(-3, -2).contiguous()
    return turned.reshape(*turned.shape[:-2], turned.shape[-2] * turned.shape[-1])


def split_heads(x, n_heads):
    """split.sliced: A loop over heads with slices written into a new tensor."""
    *leading, n, d = x.shape
    width = d // n_heads
    out = x.new_zeros(*leading, n_heads, n, width)
    for c in range(n_heads):
        out[..., c, :, :] = x[..., c * width : (c + 1) * width]
    return out


def split_heads(x, n_heads):
    """split.stacked_chunks: Chunks of the last dimension, stacked before the tokens."""
    return torch.stack(x.chunk(n_heads, dim=-1), dim=-3)


def split_heads(x, n_heads):
    """split.unfolded: Windows of width d/h along the last dimension, moved before the tokens."""
    width = x.shape[-1] // n_heads
    return x.unfold(-1, width, width).movedim(-2, -3)


def split_heads(x, n_heads):
    """split.view_and_permute: view, permute and contiguous, the leading dimensions folded into one."""
    *leading, n, d = x.shape
    folded = x.contiguous().view(-1, n, n_heads, d // n_heads).permute(0, 2, 1, 3).contiguous()
    return folded.view(*leading, n_heads, n, d // n_heads)


class MultiHeadAttention:
    """mha.einsum: Nothing of the earlier tasks is called: einsum with an axis for the heads, an additive mask,
    PyTorch's softmax.
    """

    def forward(self, x):
        n, h = x.shape[-2], self.n_heads
        q, k, v = (W(x).unflatten(-1, (h, -1)) for W in (self.W_q, self.W_k, self.W_v))
        scores = torch.einsum("...ihd,...jhd->...hij", q, k) / q.shape[-1] ** 0.5
        scores = scores + torch.full((n, n), -1e9, dtype=x.dtype, device=x.device).triu(1)
        found = torch.einsum("...hij,...jhd->...ihd", scores.softmax(dim=-1), v)
        return torch.einsum("...ihd,ohd->...io", found, self.W_o.weight.unflatten(-1, (h, -1)))


class MultiHeadAttention:
    """mha.float64_inside: All heads by einsum, in float64 inside, with −1e4 added to the future's scores."""

    def forward(self, x):
        h, d = self.n_heads, x.shape[-1]
        q, k, v = (W(x).unflatten(-1, (h, d // h)) for W in (self.W_q, self.W_k, self.W_v))
        s = torch.einsum("...ihc,...jhc->...hij", q.double(), k.double()) / (d // h) ** 0.5
        n = x.shape[-2]
        s = s - 1e4 * torch.ones(n, n, device=x.device).triu(1)
        out = torch.einsum("...hij,...jhc->...ihc", s.softmax(-1), v.double()).flatten(-2)
        return self.W_o(out.to(x.dtype))


class MultiHeadAttention:
    """mha.fused: Queries, keys and values from one product with the stacked matrices."""

    def forward(self, x):
        stacked = torch.cat([self.W_q.weight, self.W_k.weight, self.W_v.weight])
        q, k, v = (split_heads(part, self.n_heads) for part in nn.functional.linear(x, stacked).chunk(3, dim=-1))
        mask = causal_mask(x.shape[-2], device=x.device).expand(*q.shape[:-1], x.shape[-2])
        return self.W_o(merge_heads(attend(q, k, v, mask)[0]))


class MultiHeadAttention:
    """mha.loop_over_heads: One head at a time, each with its rows of the weight matrices."""

    def forward(self, x):
        width = x.shape[-1] // self.n_heads
        mask = causal_mask(x.shape[-2], device=x.device)
        found = []
        for c in range(self.n_heads):
            rows = slice(c * width, (c + 1) * width)
            q, k, v = (x @ W.weight[rows].T for W in (self.W_q, self.W_k, self.W_v))
            found.append(attend(q, k, v, mask)[0])
        return self.W_o(torch.cat(found, dim=-1))


class MultiHeadAttention:
    """mha.mask_grown: One mask is kept, made anew when a row is longer than any before, and cut to size."""

    def forward(self, x):
        n = x.shape[-2]
        if getattr(self, "mask", None) is None or self.mask.shape[0] < n:
            self.mask = causal_mask(n, device=x.device)
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, self.mask[:n, :n])[0]))


class MultiHeadAttention:
    """mha.mask_kept_in_evaluation: In evaluation mode the mask is kept and cut to length; in training mode it is made
    anew.
    """

    def forward(self, x):
        n = x.shape[-2]
        if self.training:
            mask = causal_mask(n, device=x.device)
        else:
            if getattr(self, "_kept", None) is None or self._kept.shape[0] < n or self._kept.device != x.device:
                self._kept = causal_mask(n, device=x.device)
            mask = self._kept[:n, :n]
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        return self.W_o(merge_heads(attend(q, k, v, mask)[0]))


class MultiHeadAttention:
    """mha.sum_of_contributions: forward as the sum of what the heads write, with helpers of its own."""

    def forward(self, x):
        return sum(_written(self, _heads(self, x)))

    def head_contributions(self, x):
        return torch.stack(_written(self, _heads(self, x)), dim=-3)


def _heads(layer, x):
    q, k, v = (split_heads(W(x), layer.n_heads) for W in (layer.W_q, layer.W_k, layer.W_v))
    return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]


def _written(layer, heads):
    return [
        part @ columns.T
        for part, columns in zip(heads.unbind(-3), layer.W_o.weight.chunk(layer.n_heads, dim=1), strict=True)
    ]


class MultiHeadAttention:
    """contributions.einsum: Columns of W^O by einsum; the output is not contiguous."""

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        columns = self.W_o.weight.unflatten(1, (self.n_heads, -1))
        return torch.einsum("...hnw,ohw->...nho", heads, columns).transpose(-3, -2)


class MultiHeadAttention:
    """contributions.others_silenced: All heads but one set to 0, then the usual way through W^O."""

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        each = []
        for c in range(self.n_heads):
            alone = torch.zeros_like(heads)
            alone[..., c, :, :] = heads[..., c, :, :]
            each.append(self.W_o(merge_heads(alone)))
        return torch.stack(each, dim=-3)


class MultiHeadAttention:
    """contributions.what_is_missing: What the output loses when one head is left out."""

    def head_contributions(self, x):
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        heads, _ = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))
        whole = self.W_o(merge_heads(heads))
        keep = 1 - torch.eye(self.n_heads, dtype=x.dtype, device=x.device)
        return torch.stack(
            [whole - self.W_o(merge_heads(heads * keep[c].reshape(-1, 1, 1))) for c in range(self.n_heads)], dim=-3
        )
