# mistake: The gradients are cleared only after each step, so what was in .grad before the call goes into the first step.
# after: wrong place of zero_grad, copied from a loop that started clean
# tasks: 4.5
# says: Suppose somebody called backward() on this model before train: what does your first step follow?
# line: train.py:15

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    history: list[float] = []
    for batch in batches:
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
        history.append(loss.item())
    return history
