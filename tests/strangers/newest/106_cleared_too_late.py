# mistake: The gradient is cleared after each step only: what was there before the call counts in the first one.
# tasks: 4.5
# line: train.py:14, 16

# ===== train.py =====


def train(model, batches, lr):
    losses = []
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
    return losses
