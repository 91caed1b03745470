# mistake: The gradients are emptied only after each step, so the first step also follows what was left in .grad from before the call; nothing may be left over.
# tasks: 4.5
# line: train.py:12, 15, 17

# ===== train.py =====


def train(model, batches, lr):
    history = []
    optimiser = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    for batch in batches:
        loss = next_token_loss(model(batch), batch)
        history.append(float(loss.detach()))
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
    return history
