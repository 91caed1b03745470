# mistake: next(iter(batches)) looks at the first batch to check it; a generator then starts at the second (and no batches raise).
# after: "sanity check" of a data loader
# tasks: 4.5
# says: Hand over a generator of five batches: how many losses do you give back, and who took the missing one?
# line: train.py:9

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    sample = next(iter(batches))
    assert sample.dim() == 2, "expected (B, n) tokens"
    optim = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for batch in batches:
        optim.zero_grad()
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        optim.step()
        losses.append(float(loss))
    return losses
