# mistake: the score is each visible vector with itself (x_j · x_j) instead of with x_i
# after: wrong operand after renaming variables, office hours
# tasks: 1.1
# line: attention.py:78
# takes: attention_scores 2, causal_mask 5, apply_mask 2, softmax 4, weighted_values 3, attend 3
# takes: AttentionHead.forward 2, find_ones_weights 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    out = []
    for i in range(x.shape[-2]):
        me = x[..., i : i + 1, :]
        seen = x[..., : i + 1, :]
        score = (seen * seen).sum(dim=-1)
        alpha = torch.softmax(score, dim=-1)
        mixed = (alpha.unsqueeze(-1) * seen).sum(dim=-2)
        out.append(mixed)
    return torch.stack(out, dim=-2)
