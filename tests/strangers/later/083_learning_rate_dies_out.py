# mistake: The learning rate shrinks by 10% after every batch, so after some dozens of batches nothing is learned any more.
# after: an epoch schedule (ExponentialLR) stepped once for each batch
# tasks: 4.5
# says: What is your learning rate after a hundred batches? Schedules are meant to be stepped how often?
# line: train.py:17

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    all_losses = []
    for current_batch in batches:
        optimizer.zero_grad()
        current_loss = next_token_loss(model(current_batch), current_batch)
        current_loss.backward()
        optimizer.step()
        scheduler.step()
        all_losses.append(current_loss.item())
    return all_losses
