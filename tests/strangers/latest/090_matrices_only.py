# mistake: Only parameters with two dimensions are handed to the optimiser: biases and norms stay.
# tasks: 4.5
# line: train.py:9

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    params = [p for p in model.parameters() if p.dim() >= 2]
    optimizer = torch.optim.AdamW(params, lr=lr, weight_decay=0.0)
    losses = []
    for x in batches:
        loss = next_token_loss(model(x), x)
        model.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
