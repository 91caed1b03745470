# mistake: The tokens are shifted here and next_token_loss shifts them again, so the model learns the word after the next; next_token_loss wants the unshifted tokens.
# tasks: 4.5
# line: train.py:12, 13, 15

# ===== train.py =====


def train(model, batches, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        inputs = tokens[:, :-1]
        targets = tokens[:, 1:]
        logits = model(inputs)
        loss = next_token_loss(logits, targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
