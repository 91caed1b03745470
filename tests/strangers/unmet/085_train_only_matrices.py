# mistake: Only parameters of two dimensions are handed to the optimiser, so biases, γ and β are never trained. Every parameter has to be trained.
# tasks: 4.5
# line: train.py:9, 10

# ===== train.py =====


def train(model, batches, lr):
    weights = [p for p in model.parameters() if p.ndim >= 2]
    optimiser = torch.optim.AdamW(weights, lr=lr, weight_decay=0.0)
    losses: list[float] = []
    for tokens in batches:
        model.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        loss.backward()
        optimiser.step()
    return losses
