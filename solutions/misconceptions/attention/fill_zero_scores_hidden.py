NAME = "fill.zero_scores_hidden"
SAYS = "A score of exactly 0 is taken for a hidden one."
HINT = "Which weight should a visible key with the score 0 get?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    kept = scores * mask
    return kept.masked_fill(kept == 0, -math.inf)
