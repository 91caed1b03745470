# mistake: The loop that fills the mask starts at 1, so the first token may see nothing, not even itself.
# after: loop over a wrong range, own invention
# tasks: 1.3
# says: Print your mask for n = 1 and say what the first token may see.
# line: attention.py:28

# ===== attention.py =====


def causal_mask(n: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(n, n, dtype=torch.bool, device=device)
    for i in range(1, n):
        mask[i, : i + 1] = True
    return mask
