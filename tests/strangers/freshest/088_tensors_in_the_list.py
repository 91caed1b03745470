# mistake: The list holds tensors instead of Python floats.
# tasks: 4.5
# line: train.py:14

# ===== train.py =====


def train(model, batches, lr):
    optim = torch.optim.NAdam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optim.zero_grad(set_to_none=True)
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.detach().clone())
        loss.backward()
        optim.step()
    return losses
