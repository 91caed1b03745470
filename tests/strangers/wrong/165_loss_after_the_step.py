# mistake: The loss is measured after the step on the same batch, not before it.
# after: logging after the update, seen in reviews of training loops
# tasks: 4.5
# line: train.py:16
# sentence: The first number is the loss of the model as it was handed over.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optim = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optim.zero_grad()
        next_token_loss(model(tokens), tokens).backward()
        optim.step()
        with torch.no_grad():
            losses.append(next_token_loss(model(tokens), tokens).item())
    return losses
