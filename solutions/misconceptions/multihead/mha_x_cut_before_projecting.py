NAME = "mha.x_cut_before_projecting"
SAYS = "x is cut into chunks and used unprojected; W_q, W_k and W_v are never applied."
HINT = "Which projections does your forward use? Their gradients would be missing."
SECTION = "2.2"
LOSES = ["2.2"]
MODULE = "multihead"


class MultiHeadAttention:
    def forward(self, x):
        chunks = split_heads(x, self.n_heads)
        heads, _ = attend(chunks, chunks, chunks, causal_mask(x.shape[-2], device=x.device))
        return self.W_o(merge_heads(heads))
