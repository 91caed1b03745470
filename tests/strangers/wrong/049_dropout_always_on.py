# mistake: F.dropout is on unless training=False is passed, so a tenth of the weights is dropped at random in every call.
# after: karpathy/nanoGPT pull 240; delip/PyTorchNLPBook#28
# tasks: 1.6
# line: attention.py:42
# sentence: With a mask, hidden keys have weight 0 and the visible ones still sum to 1; without one, nothing is hidden.
# takes: simple_attention 3, causal_mask 2, softmax 2, weighted_values 2

# ===== attention.py =====


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = torch.nn.functional.dropout(softmax(scores), p=0.1)
    return weighted_values(weights, v), weights
