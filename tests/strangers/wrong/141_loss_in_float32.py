# mistake: The logits are cast to float32, so float64 logits give a float32 loss.
# after: HF's ForCausalLMLoss upcast (logits.float()), which for float64 is a downcast
# tasks: 4.3
# line: lm.py:43
# sentence: Float32 and float64; the loss has the dtype and is on the device of the logits.
# takes: TransformerLM.forward 2

# ===== lm.py =====


def next_token_loss(logits: Tensor, tokens: Tensor) -> Tensor:
    if logits.shape[:-1] != tokens.shape:
        raise ValueError(
            f"logits of shape {tuple(logits.shape)} do not belong to tokens of shape {tuple(tokens.shape)}: "
            "all dimensions of the logits but the last must be those of the tokens"
        )
    logits = logits.float()  # as in the HF loss, for stability
    return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
