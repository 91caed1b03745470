# mistake: The batches are counted by going through them, which uses up a generator before the training begins. An iterable has to be gone through once.
# tasks: 4.5
# line: train.py:9, 13

# ===== train.py =====


def train(model, batches, lr):
    n_batches = sum(1 for _ in batches)
    losses = [0.0] * n_batches
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    model.train()
    for b, tokens in enumerate(batches):
        opt.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        opt.step()
        losses[b] = float(loss.detach())
    return losses
