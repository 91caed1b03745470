# mistake: The columns of the other heads are set to 0 in W_o.weight.data itself, which destroys the layer and every later head.
# after: in-place slip (.data for a copy)
# tasks: 2.3
# says: Print layer.W_o.weight before and after the call: is .data a copy?
# line: multihead.py:50

# ===== multihead.py =====


class MultiHeadAttention(nn.Module):

    def head_contributions(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(W(x), self.n_heads) for W in (self.W_q, self.W_k, self.W_v))
        z, _ = attend(q, k, v, causal_mask(x.shape[-2], x.device))
        breite = z.shape[-1]
        alle_koepfe = merge_heads(z)
        beitraege = []
        for kopf in range(self.n_heads):
            gewicht = self.W_o.weight.data
            gewicht[:, : kopf * breite] = 0
            gewicht[:, (kopf + 1) * breite :] = 0
            beitraege.append(alle_koepfe @ gewicht.T)
        return torch.stack(beitraege, dim=-3)
