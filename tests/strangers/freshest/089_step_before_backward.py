# mistake: The step is made before the gradient is there, and the gradient is cleared before the next one.
# tasks: 4.5
# line: train.py:15, 16

# ===== train.py =====


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for batch in batches:
        optimiser.zero_grad()
        logits = model(batch)
        loss = next_token_loss(logits, batch)
        optimiser.step()
        loss.backward()
        losses.append(loss.item())
    return losses
