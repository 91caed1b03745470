# mistake: The list holds the running average of all losses so far; each number must be the loss of its own batch alone.
# tasks: 4.5
# line: train.py:18

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    running = 0.0
    for step, tokens in enumerate(batches, start=1):
        optimiser.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        running += loss.item()
        losses.append(running / step)
    return losses
