# mistake: The mask is made once and kept: after a first call with one token it hides nothing, after any other first call other lengths raise.
# after: facebookresearch/xformers#655 and pull 660 (mask tied to the sequence length), pull 66
# tasks: 1.6
# line: attention.py:55
# sentence: Causal: changing token j changes no output before j.
# takes: simple_attention 3, causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        if not hasattr(self, "mask"):
            self.mask = causal_mask(x.shape[-2], device=x.device)
        return attend(q, k, v, self.mask)[0]
