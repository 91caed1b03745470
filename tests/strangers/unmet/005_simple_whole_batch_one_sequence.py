# mistake: All sequences of the batch are laid end to end and treated as one, so the second sequence looks into the first. Each sequence has to be treated by itself.
# tasks: 1.1
# line: attention.py:9, 14

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    shape = x.shape
    tokens = x.reshape(-1, shape[-1])
    total = tokens.shape[0]
    answer = []
    for i in range(total):
        scores = []
        for j in range(0, i + 1):
            scores.append(torch.dot(tokens[i], tokens[j]))
        weights = torch.softmax(torch.stack(scores), dim=0)
        a = torch.zeros_like(tokens[i])
        for j in range(0, i + 1):
            a = a + weights[j] * tokens[j]
        answer.append(a)
    return torch.stack(answer).reshape(shape)
