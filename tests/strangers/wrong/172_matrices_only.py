# mistake: The second parameter group (biases and norms) was forgotten, so they are never trained.
# after: nanoGPT's configure_optimizers, copied by half
# tasks: 4.5
# line: train.py:11
# sentence: Every parameter is trained, in place: `model` itself is the trained model afterwards.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    # weight decay for the matrices only, as in nanoGPT
    decay = [p for p in model.parameters() if p.dim() >= 2]
    optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}], lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
