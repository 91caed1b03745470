# Asks autograd for the gradients and hands them to the optimiser.
# 4.5

# ===== train.py =====


def train(model, batches, lr):
    weights = [p for p in model.parameters() if p.requires_grad]
    adam = torch.optim.Adam(weights, lr=lr)

    def step(tokens):
        loss = next_token_loss(model(tokens), tokens)
        for weight, slope in zip(weights, torch.autograd.grad(loss, weights, allow_unused=True)):
            weight.grad = slope
        adam.step()
        return loss.item()

    return [step(tokens) for tokens in batches]
