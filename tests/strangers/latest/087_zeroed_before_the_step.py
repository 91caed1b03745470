# mistake: The gradients are set back between backward and step, so the step has nothing to follow.
# tasks: 4.5
# line: train.py:15

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        losses.append(float(loss))
        opt.zero_grad()
        opt.step()
    return losses
