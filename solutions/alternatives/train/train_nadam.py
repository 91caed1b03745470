NAME = "train.nadam"
SAYS = "NAdam."
MODULE = "train"


def train(model, batches, lr):
    opt = torch.optim.NAdam(model.parameters(), lr)
    out = []
    for b in iter(batches):
        model.zero_grad(set_to_none=False)
        loss = next_token_loss(model(b), b)
        loss.backward()
        opt.step()
        out.append(loss.detach().cpu().numpy().item())
    return out
