# mistake: lr is never passed on, so Adam always runs at 0.001.
# after: unused argument, found in code review
# tasks: 4.5
# line: train.py:10
# sentence: `lr` is passed on to it: with a tiny one the weights hardly move.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimizer = torch.optim.Adam(model.parameters())
    history = []
    for x in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(x), x)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
