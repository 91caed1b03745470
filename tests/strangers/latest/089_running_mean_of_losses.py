# mistake: The mean of all losses so far is noted instead of the batch's own loss.
# tasks: 4.5
# line: train.py:17

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optim = torch.optim.Adam(model.parameters(), lr=lr)
    losses, total = [], 0.0
    for step, tokens in enumerate(batches, start=1):
        optim.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optim.step()
        total += loss.item()
        losses.append(total / step)
    return losses
