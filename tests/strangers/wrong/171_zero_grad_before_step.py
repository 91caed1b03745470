# mistake: zero_grad stands between backward and step, so every step sees no gradient and nothing is learned.
# after: cloneofsimo/lora#263; velog.io '@rhss10' on where zero_grad may not stand
# tasks: 4.5
# line: train.py:14
# sentence: Each step follows the gradient of its own batch alone: nothing is left over from earlier batches, nor from gradients that were there before the call.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return losses
