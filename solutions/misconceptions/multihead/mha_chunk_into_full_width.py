NAME = "mha.chunk_into_full_width"
SAYS = "A projection is given one head's chunk of width d/h, but it takes the full width d."
HINT = "All four projections are d wide. Before which step are the heads still together, and after which again?"
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        chunks = split_heads(x, self.n_heads)
        mask = causal_mask(x.shape[-2], device=x.device)
        heads, _ = attend(self.W_q(chunks), self.W_k(chunks), self.W_v(chunks), mask)
        return self.W_o(merge_heads(heads))
