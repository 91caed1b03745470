# mistake: The list holds tensors instead of Python floats.
# after: thecodeforge.io/ml-ai/pytorch-training-loop (logging loss tensors instead of loss.item())
# tasks: 4.5
# line: train.py:16
# sentence: The numbers are floats (not tensors), and finite; each is the loss of its own batch alone, not a mean or sum.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.detach())
    return losses
