# mistake: A step is made after every fourth batch only, on the gradients of all four.
# tasks: 4.5
# line: train.py:16

# ===== train.py =====


def train(model, batches, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    optimizer.zero_grad()
    losses = []
    for step, tokens in enumerate(batches, start=1):
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        losses.append(loss.item())
        if step % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
    return losses
