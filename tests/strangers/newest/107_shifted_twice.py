# mistake: Inputs and targets are shifted, and `next_token_loss` shifts again.
# tasks: 4.5
# line: train.py:13

# ===== train.py =====


def train(model, batches, lr):
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        inputs, targets = tokens[:, :-1], tokens[:, 1:]
        loss = next_token_loss(model(inputs), targets)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
