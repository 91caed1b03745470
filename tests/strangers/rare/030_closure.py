# The step calls a closure, and the shift is made by hand.
# 4.5

# ===== train.py =====


def train(model, batches, lr):
    optimiser = torch.optim.NAdam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:

        def closure():
            optimiser.zero_grad()
            logits = model(tokens[:, :-1])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
            loss.backward()
            return loss

        losses.append(optimiser.step(closure).item())
    return losses
