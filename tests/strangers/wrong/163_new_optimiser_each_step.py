# mistake: A new Adam for each batch: its averages start from nothing each time, and every step is ± lr for each weight.
# after: forum threads on optimisers created inside the loop
# tasks: 4.5
# line: train.py:11
# sentence: One optimiser serves the whole call: where single batches mislead, it averages over many.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    losses = []
    for tokens in batches:
        optimiser = torch.optim.Adam(model.parameters(), lr=lr)
        optimiser.zero_grad()
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
