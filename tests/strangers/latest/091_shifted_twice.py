# mistake: The text is shifted here and once more by next_token_loss.
# tasks: 4.5
# line: train.py:13

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    record = []
    for tokens in batches:
        inputs, targets = tokens[:, :-1], tokens[:, 1:]
        loss = next_token_loss(model(inputs), targets)
        opt.zero_grad()
        loss.backward()
        opt.step()
        record.append(loss.item())
    return record
