# mistake: Places are counted so that the last token always has the last place; only a row of full length is right.
# after: left-padding / position_ids bugs in generation code (cf. vllm-project/vllm pull 2088, input positions)
# tasks: 4.1
# line: lm.py:27
# sentence: The two vectors are added; places are counted from 0, in every row of the batch alike.
# takes: next_token_loss 2, generate 2

# ===== lm.py =====


class TransformerLM(nn.Module):

    def embed(self, tokens: Tensor) -> Tensor:
        n = tokens.shape[-1]
        if n > self.context_length:
            raise ValueError(f"a row of {n} tokens is longer than the context length of {self.context_length}")
        first = self.context_length - n
        places = torch.arange(first, self.context_length, device=tokens.device)
        return self.token_embedding(tokens) + self.position_embedding(places)
