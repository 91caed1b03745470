# mistake: The loss is measured after the step made on the batch.
# tasks: 4.5
# line: train.py:16

# ===== train.py =====


def train(model, batches, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr)
    losses = []
    for tokens in batches:
        optimizer.zero_grad()
        next_token_loss(model(tokens), tokens).backward()
        optimizer.step()
        with torch.no_grad():
            losses.append(next_token_loss(model(tokens), tokens).item())
    return losses
