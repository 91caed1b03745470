NAME = "contributions.output_cut"
SAYS = "The finished output is cut into chunks, one for each head; but W^O has mixed the heads by then."
HINT = "A chunk of the output is written by all heads together. At which point are the heads still apart?"
SECTION = "2.3"
LOSES = ["2.3"]
MODULE = "multihead"


class MultiHeadAttention:
    def head_contributions(self, x):
        chunks = split_heads(self.forward(x), self.n_heads)
        place = torch.eye(self.n_heads, dtype=x.dtype, device=x.device)
        wide = place.unsqueeze(1).unsqueeze(-1) * chunks.unsqueeze(-2)
        return wide.flatten(-2)
