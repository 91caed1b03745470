# mistake: Plain SGD at a learning rate meant for Adam hardly moves, and does not reach the floor.
# after: forum threads 'transformer does not train with SGD'
# tasks: 4.5
# line: train.py:9
# sentence: It learns: on a small source with a known floor, with a learning rate at which Adam, AdamW and RMSprop with their default settings all come close to the floor, so does yours. (Plain SGD does not.)

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    result = []
    for batch in batches:
        opt.zero_grad()
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        opt.step()
        result.append(float(loss.detach()))
    return result
