# mistake: Only parameters with two or more dimensions go to the optimiser, so biases, gammas and betas stay as they were; every parameter must be trained.
# tasks: 4.5
# line: train.py:9, 10

# ===== train.py =====


def train(model, batches, lr):
    matrices = [p for p in model.parameters() if p.dim() >= 2]
    optimizer = torch.optim.AdamW(matrices, lr=lr, weight_decay=0.01)
    losses = []
    for tokens in batches:
        model.zero_grad()
        logits = model(tokens)
        loss = next_token_loss(logits, tokens)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
