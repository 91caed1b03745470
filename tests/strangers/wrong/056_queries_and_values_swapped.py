# mistake: The arguments are passed in the order v, k, q: values ask, and queries are taken home.
# after: the (values, keys, query) argument order of Aladdin Persson's popular transformer tutorial, called with the other order
# tasks: 1.6
# line: attention.py:58
# sentence: Causal: changing token j changes no output before j. n = 1 works: then a_1 = v_1.
# takes: attention_scores 2, apply_mask 2, attend 2, find_ones_weights 2

# ===== attention.py =====


class AttentionHead(nn.Module):

    def forward(self, x: Tensor) -> Tensor:
        n = x.size(-2)
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        output, _ = attend(v, k, q, causal_mask(n, device=x.device))
        return output
