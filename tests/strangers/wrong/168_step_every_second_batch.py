# mistake: Gradients of two batches are gathered before each step, so there are half as many steps as batches.
# after: pytorch/pytorch#24898 (update every N batches), gradient-accumulation recipes
# tasks: 4.5
# line: train.py:16
# sentence: Exactly one optimiser step for each batch, in the order they come, one pass.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for i, tokens in enumerate(batches):
        loss = next_token_loss(model(tokens), tokens)
        if i % 2 == 0:
            optimiser.zero_grad()
        loss.backward()
        if i % 2 == 1:
            optimiser.step()
        losses.append(loss.item())
    return losses
