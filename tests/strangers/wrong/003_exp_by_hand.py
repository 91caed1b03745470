# mistake: The exponentials are taken of the raw scores, without the row's maximum taken off, so scores of about 90 and more overflow to inf/inf = NaN in float32.
# after: 'Implementing Softmax From Scratch: Avoiding the Numerical Stability Trap' (ai-trends.today) and many forum threads on NaN from a hand-written softmax
# tasks: 1.1
# line: attention.py:14
# sentence: Large scores (hundreds) give finite numbers.
# takes: attention_scores 3, causal_mask 3, apply_mask 3, softmax 2, weighted_values 3

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    result = []
    for i in range(n):
        total = 0.0
        acc = torch.zeros_like(x[..., 0, :])
        for j in range(i + 1):
            w = torch.exp((x[..., i, :] * x[..., j, :]).sum(-1, keepdim=True))
            acc = acc + w * x[..., j, :]
            total = total + w
        result.append(acc / total)
    return torch.stack(result, dim=-2)
