# mistake: The list holds the mean of all losses so far. Each number has to be the loss of its own batch alone.
# tasks: 4.5
# line: train.py:18, 19

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    history = []
    total = 0.0
    for step, batch in enumerate(batches, start=1):
        optimizer.zero_grad(set_to_none=True)
        logits = model(batch)
        loss = next_token_loss(logits, batch)
        loss.backward()
        optimizer.step()
        total += loss.item()
        history.append(total / step)
    return history
