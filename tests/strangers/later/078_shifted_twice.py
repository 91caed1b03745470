# mistake: The tokens are shifted before next_token_loss, which shifts again: the model learns to predict the word after the next.
# after: nanoGPT's x, y = data[:-1], data[1:] (mistake over two lines)
# tasks: 4.5
# says: next_token_loss does a shift of its own: which word are the logits at place i held against in the end?
# line: train.py:12, 13

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        x, y = tokens[:, :-1], tokens[:, 1:]
        loss = next_token_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
