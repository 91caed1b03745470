# mistake: Only parameters with two dimensions are handed to the optimiser; norms and biases are never trained.
# tasks: 4.5
# line: train.py:9, 10, 11

# ===== train.py =====


def train(model, batches, lr):
    decay = [p for p in model.parameters() if p.dim() >= 2]
    groups = [{"params": decay, "weight_decay": 0.01}]
    optimizer = torch.optim.AdamW(groups, lr=lr)
    losses = []
    for tokens in batches:
        model.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
