# recursion: the rest of the sequence first, then its last token
# 1.1

# ===== attention.py =====


def simple_attention(x: Tensor) -> Tensor:
    def last_row(prefix):
        weights = torch.softmax(torch.einsum("...jd,...d->...j", prefix, prefix[..., -1, :]), -1)
        return torch.einsum("...j,...jd->...d", weights, prefix).unsqueeze(-2)

    if x.shape[-2] == 1:
        return x.clone()
    return torch.cat((simple_attention(x[..., :-1, :]), last_row(x)), -2)
