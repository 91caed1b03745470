# mistake: The gradients are cleared after each step only, so what was left in .grad before the call joins the first step. Nothing may be left over from before the call.
# tasks: 4.5
# line: train.py:9, 13, 15

# ===== train.py =====


def train(model, batches, lr):
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
        losses.append(loss.item())
    return losses
