NAME = "fill.in_place"
SAYS = "The caller's scores are overwritten."
HINT = (
    "Print the scores before and after the call. Which of your calls ends in an underscore, or assigns into the scores?"
)
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "attention"


def apply_mask(scores, mask):
    return scores.masked_fill_(~mask, -math.inf)
