NAME = "scores.cosine"
SAYS = "The vectors are brought to length 1 first, which makes the scores cosines."
HINT = "What happens to your score when q is made twice as long? And to q · k?"
SECTION = "1.2"
LOSES = ["1.2"]
MODULE = "attention"


def attention_scores(q, k):
    q = q / q.norm(dim=-1, keepdim=True)
    k = k / k.norm(dim=-1, keepdim=True)
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])
