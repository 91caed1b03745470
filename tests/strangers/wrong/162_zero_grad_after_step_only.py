# mistake: Gradients are cleared only after a step, so what lay in .grad before the call goes into the first step.
# after: SharifiZarchi/Introduction_to_Machine_Learning#55, inyeoplee77/SAGPool#15, EdwardRaff/Inside-Deep-Learning#20
# tasks: 4.5
# line: train.py:15
# sentence: nothing is left over from earlier batches, nor from gradients that were there before the call.

# ===== train.py =====


def train(model: nn.Module, batches: Iterable[Tensor], lr: float) -> list[float]:
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    out = []
    for batch in batches:
        loss = next_token_loss(model(batch), batch)
        loss.backward()
        opt.step()
        opt.zero_grad()
        out.append(loss.item())
    return out
