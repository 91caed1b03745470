# powers of 2 in place of powers of e, divided by their 1-norm
# 1.4

# ===== attention.py =====


def softmax(scores: Tensor) -> Tensor:
    largest = scores.detach().sort(dim=-1, descending=True).values[..., :1]
    powers = torch.exp2((scores - largest) / math.log(2))
    return nn.functional.normalize(powers, p=1.0, dim=-1)
