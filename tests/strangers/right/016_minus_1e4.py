# Old GPT-2 / minGPT: masked bias of -1e4
# 1.3 1.6
# ambiguous: 1.3 says "even where the visible scores are as low as −1000. (So −1e9 would do in place of −∞…)": -1e4 obeys that, but in 1.6 "Large scores (thousands)" with visible scores below about -9900 it would not

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask.eq(0), -1e4)


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    w = attention_scores(q, k)
    if mask is not None:
        w = apply_mask(w, mask)
    w = softmax(w)
    outputs = weighted_values(w, v), w
    return outputs


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    W_q = torch.tensor([[0.0, 0.0], [1.0, 1.0]])
    W_k = torch.tensor([[0.0, 0.0], [0.0, 50.0]])
    return W_q, W_k
