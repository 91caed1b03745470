# mistake: The gradient is cleared between backward and step: the step has nothing to follow.
# tasks: 4.5
# line: train.py:14

# ===== train.py =====


def train(model, batches, lr):
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    history = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        opt.zero_grad()
        opt.step()
        history.append(loss.item())
    return history
