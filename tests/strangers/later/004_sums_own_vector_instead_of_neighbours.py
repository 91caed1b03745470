# mistake: The weights multiply x_i instead of x_j in the sum, so every token just gets itself back.
# after: index typo in nested loops
# tasks: 1.1
# says: Your weights are fine; look at which vector each of them multiplies in the inner loop.
# line: attention.py:14

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    n = x.shape[-2]
    salida = torch.zeros_like(x)
    for i in range(n):
        puntos = torch.stack([(x[..., i, :] * x[..., j, :]).sum(dim=-1) for j in range(i + 1)], dim=-1)
        pesos = torch.softmax(puntos, dim=-1)
        for j in range(i + 1):
            salida[..., i, :] += pesos[..., j : j + 1] * x[..., i, :]
    return salida
