# mistake: The gradients are never cleared, so each step follows the sum of all batches so far.
# tasks: 4.5
# line: train.py:13, 14

# ===== train.py =====


def train(model, batches, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
