# mistake: The loop runs over the number of queries, so with more keys than queries the last values are left out. It has to run over all m keys.
# tasks: 1.5
# line: attention.py:48, 50

# ===== attention.py =====


def weighted_values(weights, v):
    count = weights.shape[-2]
    output = 0
    for j in range(count):
        share = weights[..., :, j].unsqueeze(-1)
        value = v[..., j, :].unsqueeze(-2)
        output = output + share * value
    return output
