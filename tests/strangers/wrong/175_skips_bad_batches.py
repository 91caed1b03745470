# mistake: Batches whose loss is above twice the best so far are skipped, so there is not one step for each batch.
# after: loss-spike skipping in training recipes
# tasks: 4.5
# line: train.py:15
# sentence: Exactly one optimiser step for each batch, in the order they come, one pass.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses, best = [], float("inf")
    for tokens in batches:
        optimizer.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        losses.append(loss.item())
        if loss.item() > 2 * best:
            continue  # a bad batch: do not learn from it
        best = min(best, loss.item())
        loss.backward()
        optimizer.step()
    return losses
