# mistake: A token does not see itself: the comparison is strict.
# tasks: 1.3
# line: attention.py:28

# ===== attention.py =====


def causal_mask(n, device=None):
    place = torch.arange(n, device=device)
    return place.unsqueeze(1) > place.unsqueeze(0)
