# mistake: zero_grad is called once before the loop: the gradients of all batches add up.
# after: thecodeforge.io/ml-ai/pytorch-training-loop; Hsintien-Ng/idinvert_pytorch-reproduced#1
# tasks: 4.5
# line: train.py:10
# sentence: Each step follows the gradient of its own batch alone: nothing is left over from earlier batches, nor from gradients that were there before the call.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    optimizer.zero_grad()
    losses = []
    for tokens in batches:
        loss = next_token_loss(model(tokens), tokens)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
