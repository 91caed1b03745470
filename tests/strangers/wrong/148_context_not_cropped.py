# mistake: The model is shown all tokens, more than its context length once there are so many.
# after: openai/gpt-2#121, CarperAI/trlx#130; the bigram generate of Karpathy's lecture before idx_cond is added
# tasks: 4.4
# line: lm.py:60
# sentence: Sliding window: for each new token the model is shown the LAST `model.context_length` tokens so far, or all of them while there are fewer; never more.
# takes: TransformerLM.embed 2

# ===== lm.py =====


def generate(
    model: nn.Module,
    prompt: Tensor,
    n_new: int,
    temperature: float = 1.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    was = model.training
    model.eval()
    seq = prompt
    with torch.no_grad():
        for _ in range(n_new):
            logits = model(seq)[:, -1, :]
            if temperature == 0:
                nxt = torch.argmax(logits, dim=-1, keepdim=True)
            else:
                logits = logits / temperature
                if top_k is not None:
                    vals = torch.topk(logits, min(top_k, logits.size(-1)), dim=-1)[0]
                    logits = logits.masked_fill(logits < vals[:, -1, None], float("-inf"))
                nxt = torch.multinomial(torch.softmax(logits, -1), 1, generator=generator)
            seq = torch.cat([seq, nxt], dim=1)
    model.train(was)
    return seq
