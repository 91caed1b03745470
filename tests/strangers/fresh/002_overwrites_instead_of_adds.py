# mistake: the inner loop assigns to the output row instead of adding to it, so only the last j is left
# after: loop accumulators, = for +=, office hours
# tasks: 1.1
# line: attention.py:79
# takes: attention_scores 2, causal_mask 3, apply_mask 2, softmax 4, weighted_values 3, attend 3
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    result = torch.zeros_like(x)
    for i in range(x.shape[-2]):
        dots = [(x[..., i, :] * x[..., j, :]).sum(-1) for j in range(i + 1)]
        alphas = torch.softmax(torch.stack(dots, dim=-1), dim=-1)
        for j in range(i + 1):
            result[..., i, :] = alphas[..., j, None] * x[..., j, :]
    return result
