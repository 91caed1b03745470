# Adam with amsgrad and clip_grad_value_
# 4.5
# ambiguous: "Each step follows the gradient of its own batch alone": clipped per value at 1.0, so a very large gradient keeps its signs but not its exact direction

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    adam = torch.optim.Adam(model.parameters(), lr=lr, amsgrad=True)
    out = []
    for b in batches:
        adam.zero_grad()
        l = next_token_loss(model(b), b)
        l.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 1.0)
        adam.step()
        out.append(l.item())
    return out
