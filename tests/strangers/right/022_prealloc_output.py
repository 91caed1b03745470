# MATLAB habits: preallocates the result and writes row by row
# 1.1 1.3 1.7

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    out = torch.zeros_like(x)
    for i in range(x.shape[-2]):
        past = x[..., : i + 1, :]
        s = (past @ x[..., i, :].unsqueeze(-1)).squeeze(-1)
        s = s - s.max(dim=-1, keepdim=True).values
        a = s.exp() / s.exp().sum(dim=-1, keepdim=True)
        out[..., i, :] = (a.unsqueeze(-1) * past).sum(dim=-2)
    return out


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros((n, n), dtype=torch.bool, device=device)
    for i in range(n):
        mask[i, : i + 1] = True
    return mask


def apply_mask(scores: Tensor, mask: Tensor) -> Tensor:
    masked = torch.clone(scores)
    full_mask = torch.broadcast_to(mask, scores.shape)
    masked[full_mask == False] = float("-inf")  # noqa: E712
    return masked


def find_ones_weights(length: int) -> tuple[Tensor, Tensor]:
    # solve W_q * [1 0; 0 1] = [0 0; 1 1]
    E = torch.eye(2)
    Q = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
    K = torch.tensor([[0.0, 0.0], [0.0, 1.0]]) * (15.0 * math.sqrt(2) + math.sqrt(2) * math.log(length))
    return torch.linalg.solve(E, Q).T, torch.linalg.solve(E, K).T
