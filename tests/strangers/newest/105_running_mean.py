# mistake: The mean of all losses so far is written down, not the loss of the batch.
# tasks: 4.5
# line: train.py:17

# ===== train.py =====


def train(model, batches, lr):
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    losses, total = [], 0.0
    for step, tokens in enumerate(batches, start=1):
        loss = next_token_loss(model(tokens), tokens)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
        losses.append(total / step)
    return losses
