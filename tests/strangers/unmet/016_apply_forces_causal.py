# mistake: The given mask is cut to its lower triangle first. Any mask has to be applied as it is, not the causal one alone.
# tasks: 1.3
# line: attention.py:35

# ===== attention.py =====


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    n, m = scores.shape[-2:]
    causal = torch.ones(n, m, dtype=torch.bool, device=scores.device).tril()
    visible = mask & causal
    bias = torch.zeros_like(scores).masked_fill(~visible, float("-inf"))
    return scores + bias
