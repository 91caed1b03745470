# mistake: lr is not passed on, so the optimiser uses its own default.
# tasks: 4.5
# line: train.py:9

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.AdamW(model.parameters())
    history = []
    for batch in batches:
        opt.zero_grad()
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        opt.step()
        history.append(float(loss))
    return history
