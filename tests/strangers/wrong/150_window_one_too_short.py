# mistake: The window holds context_length − 1 tokens, 'to leave room for the new one'.
# after: max_length against max_new_tokens fencepost errors in generation code
# tasks: 4.4
# line: lm.py:62
# sentence: Sliding window: for each new token the model is shown the LAST `model.context_length` tokens so far, or all of them while there are fewer; never more.
# takes: TransformerLM.embed 2, next_token_loss 3

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    training = model.training
    model.eval()
    tokens = prompt.clone()
    limit = model.context_length
    with torch.no_grad():
        for _ in range(n_new):
            # leave room for the new token
            window = tokens[:, -(limit - 1) :] if limit > 1 else tokens[:, -1:]
            logits = model(window)[:, -1]
            if temperature == 0:
                new = logits.argmax(-1, keepdim=True)
            else:
                k = logits.size(-1) if top_k is None else min(top_k, logits.size(-1))
                values, indices = torch.topk(logits, k, dim=-1)
                choice = torch.multinomial(F.softmax(values / temperature, dim=-1), 1, generator=generator)
                new = indices.gather(1, choice)
            tokens = torch.cat([tokens, new], dim=1)
    model.train(training)
    return tokens
