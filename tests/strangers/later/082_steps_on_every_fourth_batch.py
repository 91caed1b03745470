# mistake: Gradients are gathered over four batches before a step is made, instead of one step for each batch.
# after: gradient accumulation of nanoGPT's train.py (mistake over two lines)
# tasks: 4.5
# says: For six batches, how many steps does your optimiser make, and what is in .grad when it does?
# line: train.py:9, 17

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    accumulation_steps = 4
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    optimizer.zero_grad()
    losses = []
    for i, tokens in enumerate(batches):
        loss = next_token_loss(model(tokens), tokens)
        (loss / accumulation_steps).backward()
        losses.append(loss.item())
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()
    return losses
