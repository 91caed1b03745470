# mistake: The running mean is recorded instead of each batch's own loss.
# after: running_loss of the PyTorch CIFAR-10 tutorial
# tasks: 4.5
# line: train.py:18
# sentence: each is the loss of its own batch alone, not a mean or sum.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    losses: list[float] = []
    running = 0.0
    for step, tokens in enumerate(batches, start=1):
        optimizer.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        running += loss.item()
        losses.append(running / step)
    return losses
