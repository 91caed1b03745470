# mistake: Biases and norm weights are sorted into a group of their own that never reaches the optimiser, so they stay untrained.
# after: nanoGPT's configure_optimizers, half ported
# tasks: 4.5
# says: You sort the parameters into two lists: which of them does the optimiser ever see?
# line: train.py:12

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    decay_params = [p for p in model.parameters() if p.dim() >= 2]
    nodecay_params = [p for p in model.parameters() if p.dim() < 2]
    print(f"{len(decay_params)} decayed, {len(nodecay_params)} non-decayed tensors")
    optim_groups = [{"params": decay_params, "weight_decay": 0.01}]
    optimizer = torch.optim.AdamW(optim_groups, lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
