NAME = "fill.logarithm_of_the_mask"
SAYS = "The logarithm of the mask is added: 0, or −∞."
MODULE = "attention"


def apply_mask(scores, mask):
    return scores + mask.to(scores.dtype).log()
