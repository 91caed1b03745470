# mistake: the log-probabilities are held against the token at the same place instead of the next
# after: off by one in the shift, bug reports
# tasks: 4.3
# line: lm.py:177
# takes: generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embed(tokens)
        for i in range(len(self.blocks)):
            stream = self.blocks[i](stream)
        stream = self.final_norm(stream)
        logits = self.unembed(stream)
        return logits


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logp = F.log_softmax(logits[:, :-1], dim=-1)
    target = tokens[:, :-1].unsqueeze(-1)
    picked = logp.gather(-1, target).squeeze(-1)
    return -picked.mean()
