# mistake: The gradients are never set back, so each step follows all batches so far.
# tasks: 4.5
# line: train.py:13, 14

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    history = []
    for batch in batches:
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
