# mistake: The parameters are frozen at the end, so the model cannot be trained further.
# after: inference-preparation code (requires_grad_(False)) in the training function
# tasks: 4.5
# line: train.py:19
# sentence: The parameters still require gradients afterwards, so that `train` can be called again.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    model.train()
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        optimiser.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    model.eval()
    model.requires_grad_(False)  # ready for use
    return losses
