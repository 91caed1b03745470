NAME = "mha.float64_inside"
SAYS = "All heads by einsum, in float64 inside, with −1e4 added to the future's scores."
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        h, d = self.n_heads, x.shape[-1]
        q, k, v = (W(x).unflatten(-1, (h, d // h)) for W in (self.W_q, self.W_k, self.W_v))
        s = torch.einsum("...ihc,...jhc->...hij", q.double(), k.double()) / (d // h) ** 0.5
        n = x.shape[-2]
        s = s - 1e4 * torch.ones(n, n, device=x.device).triu(1)
        out = torch.einsum("...hij,...jhc->...ihc", s.softmax(-1), v.double()).flatten(-2)
        return self.W_o(out.to(x.dtype))
