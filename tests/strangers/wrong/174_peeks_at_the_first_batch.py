# mistake: next(iter(batches)) takes the first batch out of a generator: it is never trained on. Lists are fine.
# after: forum threads on next(iter(loader)) and exhausted generators
# tasks: 4.5
# line: train.py:9
# sentence: Exactly one optimiser step for each batch, in the order they come, one pass.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    first = next(iter(batches), None)
    if first is None:
        return []
    with torch.no_grad():
        model(first)  # fails early if the shapes are wrong
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
