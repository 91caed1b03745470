# mistake: Gradients go back once for each row instead of once for the batch, and they are added, not averaged: B times the gradient.
# after: pytorch/pytorch#24898 (is the accumulated gradient a sum or a mean?), chrischoy/SpatioTemporalSegmentation#46
# tasks: 4.5
# line: train.py:16
# sentence: Each batch sends gradients through the model exactly once.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        opt.zero_grad()
        # one row at a time, to save memory
        for row in tokens:
            row = row[None]
            next_token_loss(model(row), row).backward()
        with torch.no_grad():
            loss = next_token_loss(model(tokens), tokens)
        opt.step()
        losses.append(loss.item())
    return losses
