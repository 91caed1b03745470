# mistake: Every batch gets a new optimiser, which remembers nothing.
# tasks: 4.5
# line: train.py:9

# ===== train.py =====


def one_step(model, tokens, lr):
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    opt.zero_grad()
    loss = next_token_loss(model(tokens), tokens)
    loss.backward()
    opt.step()
    return loss.item()


def train(model, batches, lr):
    return [one_step(model, tokens, lr) for tokens in batches]
