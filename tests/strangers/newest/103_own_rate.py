# mistake: The learning rate that is handed over is not used.
# tasks: 4.5
# line: train.py:9

# ===== train.py =====


def train(model, batches, lr):
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-4)
    losses = []
    for batch in batches:
        logits = model(batch)
        loss = next_token_loss(logits, batch)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    return losses
