# mistake: The sums of the rows are laid along the columns.
# after: keepdim forgotten and repaired with the wrong unsqueeze
# tasks: 1.4
# line: attention.py:29

# ===== attention.py =====

def softmax(scores: Tensor) -> Tensor:
    largest = torch.amax(scores, dim=-1, keepdim=True)
    powers = (scores - largest).exp()
    totals = powers.sum(dim=-1)
    return powers / totals.unsqueeze(-2)
