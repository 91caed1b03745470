# mistake: q is divided in place, so the caller's queries change (and a leaf that needs gradients raises).
# after: fairseq-like code ("q *= self.scaling")
# tasks: 1.2
# says: The scores are right, but look at q after the call: whose tensor did that operator write into?
# line: attention.py:20

# ===== attention.py =====


def attention_scores(q: Tensor, k: Tensor) -> Tensor:
    q /= math.sqrt(k.shape[-1])
    return q @ k.transpose(-2, -1)
