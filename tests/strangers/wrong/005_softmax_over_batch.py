# mistake: The softmax runs over dimension 0: right for one sequence, but in a batch it normalises across the sequences.
# after: PetrochukM/PyTorch-NLP#2 and DEEP-PolyU/KEQA_WSDM19#2 (softmax over the wrong dimension)
# tasks: 1.1
# line: attention.py:12
# sentence: Any leading dimensions; each sequence in the batch is treated by itself.
# takes: attention_scores 2, apply_mask 2, softmax 2

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    outputs = []
    for i in range(x.shape[-2]):
        visible = x[..., : i + 1, :]
        scores = torch.sum(visible * x[..., i : i + 1, :], dim=-1)
        weights = torch.softmax(scores, dim=0)
        outputs.append(torch.sum(weights[..., None] * visible, dim=-2))
    return torch.stack(outputs, dim=-2)
