# mistake: Similarity is the negative squared distance instead of the dot product.
# after: RBF attention, k-nearest-neighbour habits
# tasks: 1.1
# line: attention.py:11

# ===== attention.py =====

def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    rows = []
    for i in range(n):
        query = x[..., i : i + 1, :]
        past = x[..., : i + 1, :]
        similarity = -((query - past) ** 2).sum(dim=-1)
        weight = torch.softmax(similarity, dim=-1)
        rows.append(torch.einsum("...j,...jd->...d", weight, past))
    return torch.stack(rows, dim=-2)
