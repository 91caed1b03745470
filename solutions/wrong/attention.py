"""Known wrong answers about attention.py."""


def simple_attention(x):
    """simple.copy_mixes_what_is_mixed: The results are written over a copy of x that later tokens still read, so they
    mix what is mixed already.
    Hint: Which x_j should the third token see: the original ones, or those already mixed? What does your copy hold?
    """
    mixed = x.clone()
    for i in range(x.shape[-2]):
        seen = mixed[..., : i + 1, :].clone()  # ←
        alpha = torch.softmax((mixed[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        mixed[..., i, :] = (alpha.unsqueeze(-1) * seen).sum(dim=-2)  # ←
    return mixed


def simple_attention(x):
    """simple.divides_by_the_sum: The scores are divided by their sum, without the exponential.
    Hint: A score can be negative. Can a weight? Which part of the softmax makes sure of that?
    """
    scores = (x @ x.transpose(-2, -1)).tril()
    return scores / scores.sum(dim=-1, keepdim=True) @ x  # ←


def simple_attention(x):
    """simple.first_axis_is_tokens: The first dimension is taken for the tokens, which is right only without leading
    dimensions.
    Hint: Try an x of shape (2, 5, 3): two sequences of five tokens. Which dimension does your loop run over, counted
    from the end?
    """
    rows = []
    for i in range(x.shape[0]):  # ←
        scores = torch.stack([(x[i] * x[j]).sum() for j in range(i + 1)])  # ←
        alpha = torch.softmax(scores, dim=0)
        rows.append(sum(alpha[j] * x[j] for j in range(i + 1)))
    return torch.stack(rows)


def simple_attention(x):
    """simple.first_left_out: The first token is left out of every later mix.
    Hint: Look at where the sum begins: j = 1 is the first token, which Python counts as 0.
    """
    rows = [x[..., 0, :]]
    for i in range(1, x.shape[-2]):
        seen = x[..., 1 : i + 1, :]  # ←
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)


def simple_attention(x):
    """simple.float32_buffer: The result is collected in a new tensor with PyTorch's default dtype, float32, whatever
    the dtype of x.
    Hint: Compare the dtype of your output with that of x when x is float64. Which tensor in your code is made without a
    dtype?
    """
    out = torch.zeros(x.shape)  # ←
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        out[..., i, :] = (alpha.unsqueeze(-1) * seen).sum(dim=-2)
    return out


def simple_attention(x):
    """simple.hidden_scores_zero: The scores of future tokens are set to 0, and a score of 0 still gets a weight.
    Hint: What does the softmax make of a score of 0: nothing, or e^0?
    """
    return torch.softmax((x @ x.transpose(-2, -1)).tril(), dim=-1) @ x  # ←


def simple_attention(x):
    """simple.itself_only_once: From the second token on, token i mixes the tokens before it, but not itself.
    Hint: Look at the end of the sum: j ≤ i, not j < i.
    """
    rows = [x[..., 0, :]]
    for i in range(1, x.shape[-2]):
        seen = x[..., :i, :]  # ←
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)


def simple_attention(x):
    """simple.leaves_itself_out: Token i mixes the tokens before it, but not itself.
    Hint: Look at the end of the sum: j ≤ i, not j < i. What is left for the first token otherwise?
    """
    rows = [torch.zeros_like(x[..., 0, :])]
    for i in range(1, x.shape[-2]):
        seen = x[..., :i, :]  # ←
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        rows.append((alpha.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)


def simple_attention(x):
    """simple.looks_forward: Token i mixes itself with the tokens after it instead of those before it.
    Hint: Compare the first row with the last one: which of the two should equal its own x, and which should see the
    whole sequence?
    """
    past = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).tril(-1)  # ←
    return torch.softmax((x @ x.transpose(-2, -1)).masked_fill(past, -math.inf), dim=-1) @ x


def simple_attention(x):
    """simple.mask_after_softmax: The future is cut away after the softmax, so the weights that are left do not sum to
    1.
    Hint: Add up the weights of the first token: it sees only itself, so what should its weight be?
    """
    return torch.softmax(x @ x.transpose(-2, -1), dim=-1).tril() @ x  # ←


def simple_attention(x):
    """simple.mixes_itself: The weights multiply x_i instead of x_j, so nothing is mixed and x comes back.
    Hint: In Σ_j α_ij x_j, which of the two indices runs? Your output equals the input.
    """
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    alpha = torch.softmax((x @ x.transpose(-2, -1)).masked_fill(hidden, -math.inf), dim=-1)
    return alpha.sum(dim=-1, keepdim=True) * x  # ←


def simple_attention(x):
    """simple.mixes_what_is_mixed: The results are written over x while later tokens still need the original vectors.
    Hint: Print x before and after the call. Which x_j should the third token see: the original ones, or those already
    mixed?
    """
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :].clone()
        alpha = torch.softmax((x[..., i : i + 1, :] * seen).sum(dim=-1), dim=-1)
        x[..., i, :] = (alpha.unsqueeze(-1) * seen).sum(dim=-2)  # ←
    return x


def simple_attention(x):
    """simple.no_gradient: The numbers are right, but they are taken out of PyTorch on the way, so no gradient flows
    back.
    Hint: Where do tensors become plain numbers, or stop being tracked, before the result is built?
    """
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    alpha = torch.softmax((x @ x.transpose(-2, -1)).masked_fill(hidden, -math.inf), dim=-1)
    return torch.tensor((alpha @ x).tolist(), dtype=x.dtype)  # ←


def simple_attention(x):
    """simple.no_softmax: The raw scores are used as weights, without a softmax.
    Hint: Add up the weights of one token. What should the sum be?
    """
    return (x @ x.transpose(-2, -1)).tril() @ x  # ←


def simple_attention(x):
    """simple.one_max_for_the_sequence: One largest score is taken for the whole sequence, so the exponentials of a
    token with low scores are all 0.
    Hint: Let one token be ten times as long as another. Whose largest score is subtracted from the scores of the short
    one?
    """
    scores = x @ x.transpose(-2, -1)
    exps = torch.exp(scores - scores.amax(dim=(-2, -1), keepdim=True)).tril()  # ←
    return exps / exps.sum(dim=-1, keepdim=True) @ x


def simple_attention(x):
    """simple.overflows: The exponentials overflow when scores are large.
    Hint: e^710 is infinite even in float64, and infinity divided by infinity is NaN. What can you subtract from every
    score without changing a weight?
    """
    exps = torch.exp(x @ x.transpose(-2, -1)).tril()  # ←
    return exps / exps.sum(dim=-1, keepdim=True) @ x


def simple_attention(x):
    """simple.plain_mean: Every token it may see counts the same: a plain mean, without scores.
    Hint: Which tokens should weigh more: those similar to x_i, or all alike? Where does x_i itself enter your weights?
    """
    n = x.shape[-2]
    return torch.ones(n, n, dtype=x.dtype).tril() @ x / torch.arange(1, n + 1).unsqueeze(-1).to(x.dtype)  # ←


def simple_attention(x):
    """simple.renormalised: The future is cut away after the softmax and the rest scaled up to 1: where a hidden score
    is far above the visible ones, nothing is left to scale.
    Hint: Let the second token be ten times as long as the first. What is left of the first one's weight before you
    scale it up?
    """
    weights = torch.softmax(x @ x.transpose(-2, -1), dim=-1).tril()  # ←
    return weights / weights.sum(dim=-1, keepdim=True) @ x


def simple_attention(x):
    """simple.scaled: The scores are divided by √d, which simple attention does not do.
    Hint: Read the definition of the score in this task again, and compare it with the one in task 1.2.
    """
    n, d = x.shape[-2:]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    scores = x @ x.transpose(-2, -1) / math.sqrt(d)  # ←
    return torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1) @ x


def simple_attention(x):
    """simple.sees_future: Every token mixes in the tokens after it too.
    Hint: The sum runs over j ≤ i. What should the first row be, when its token may see nothing but itself?
    """
    return torch.softmax(x @ x.transpose(-2, -1), dim=-1) @ x  # ←


def simple_attention(x):
    """simple.shifted_by_first_score: The first score of each row is subtracted from all of them instead of the largest
    one, so a later, longer token makes the exponential overflow.
    Hint: Let the second token be ten times as long as the first. Which of its scores is the largest?
    """
    scores = x @ x.transpose(-2, -1)
    exps = torch.exp(scores - scores[..., :1]).tril()  # ←
    return exps / exps.sum(dim=-1, keepdim=True) @ x


def simple_attention(x):
    """simple.shifted_by_own_score: The score of a token with itself is subtracted from its scores instead of the
    largest one, so an earlier, longer token makes the exponential overflow.
    Hint: Let the first token be ten times as long as the second. Which of the second one's scores is the largest?
    """
    scores = x @ x.transpose(-2, -1)
    own = (x * x).sum(dim=-1, keepdim=True)
    exps = torch.exp(scores - own).tril()  # ←
    return exps / exps.sum(dim=-1, keepdim=True) @ x


def simple_attention(x):
    """simple.softmax_over_batch: The softmax runs over dimension 0, which in a batch holds the sequences: they share
    their weights with each other.
    Hint: Give the same sequence alone and in a batch. Does its result change?
    """
    rows = []
    for i in range(x.shape[-2]):
        seen = x[..., : i + 1, :]
        scores = (seen * x[..., i : i + 1, :]).sum(dim=-1)
        weights = torch.softmax(scores, dim=0)
        rows.append((weights.unsqueeze(-1) * seen).sum(dim=-2))
    return torch.stack(rows, dim=-2)


def simple_attention(x):
    """simple.softmax_over_queries: The softmax runs over the queries i instead of the keys j.
    Hint: Fix one token i and add up its weights over everything it may see: is that 1?
    """
    n = x.shape[-2]
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    return torch.softmax((x @ x.transpose(-2, -1)).masked_fill(hidden, -math.inf), dim=-2) @ x  # ←


def simple_attention(x):
    """simple.strictly_before: Token i sees the tokens j < i only, so the first one sees nothing and becomes NaN.
    Hint: j ≤ i includes j = i. What is left for the first token otherwise?
    """
    before = torch.ones(x.shape[-2], x.shape[-2], dtype=torch.bool).tril(-1)  # ←
    scores = (x @ x.transpose(-2, -1)).masked_fill(~before, -math.inf)
    return torch.softmax(scores, dim=-1) @ x


def simple_attention(x):
    """simple.masked_softmax_over_batch: The softmax of the masked scores runs over the first dimension, which in a
    batch is that of the sequences.
    Hint: Which dimension of the scores stands for the tokens j that are added up? Count it from the end.
    """
    n = x.shape[-2]
    scores = (x @ x.transpose(-2, -1)).masked_fill(torch.ones(n, n).triu(1) > 0, -math.inf)
    return torch.softmax(scores, dim=0) @ x  # ←


def simple_attention(x):
    """simple.zero_scores_hidden: A score of exactly 0 is taken for a hidden one.
    Hint: Which score does a vector of zeros have, with itself and with the others?
    """
    scores = (x @ x.transpose(-2, -1)).tril()
    return torch.softmax(scores.masked_fill(scores == 0, -math.inf), dim=-1) @ x  # ←


def attention_scores(q, k):
    """scale.by_d_k: The scores are divided by d_k instead of its square root.
    Hint: For (3, 4, 0, 0) against itself the stub says 12.5. Which number divides 25 there?
    """
    return q @ k.transpose(-2, -1) / k.shape[-1]  # ←


def attention_scores(q, k):
    """scale.by_first_axis: The scale reads the first dimension, which is the batch or the number of queries, not the
    width.
    Hint: Count the dimensions from the end: which one holds the features of a key?
    """
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[0])  # ←


def attention_scores(q, k):
    """scale.by_root_of_m: The scores are divided by the root of the number of keys, not of the width of a key.
    Hint: Which dimension of k does your scale read? More keys should not change the score of any one of them.
    """
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])  # ←


def attention_scores(q, k):
    """scale.by_root_of_n: The scores are divided by the root of the number of queries, not of the width of a key.
    Hint: Which dimension of q does your scale read? Try q with 2 rows and with 7: the same query against the same key
    should score the same.
    """
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-2])  # ←


def attention_scores(q, k):
    """scale.by_second_axis: The scale is the root of the size of dimension 1, which is d_k only where there is no
    batch.
    Hint: Print the number under your root for a batch. Which size is it?
    """
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[1])


def attention_scores(q, k):
    """scale.half_of_d_k: The power 1/2 is worked out as a power of 1, then halved: ** binds tighter than /.
    Hint: Work out 9 ** 1/2 in a Python prompt. Is it 3?
    """
    return q @ k.transpose(-2, -1) / k.shape[-1] ** 1 / 2  # ←


def attention_scores(q, k):
    """scale.hard_coded: The scale is a fixed number, right for one width only.
    Hint: Try keys of width 4 and of width 64. What has to change between the two?
    """
    return q @ k.transpose(-2, -1) / 8.0  # ←


def attention_scores(q, k):
    """scale.missing: The scores are not divided by √d_k.
    Hint: Look at the size of the scores when d_k grows: dot products of wide vectors are large. What keeps them in
    range?
    """
    return q @ k.transpose(-2, -1)  # ←


def attention_scores(q, k):
    """scale.multiplied: The scores are multiplied by √d_k instead of divided by it.
    Hint: Should wide keys give larger scores or scores of the same size? Try the stub's example.
    """
    return q @ k.transpose(-2, -1) * math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scale.rounded_root: The root of d_k is rounded down to a whole number.
    Hint: Print your scale for d_k = 4 and for d_k = 5. Should they be equal?
    """
    return q @ k.transpose(-2, -1) / math.isqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.already_softmax: The softmax is applied already; this task asks for the scores before it.
    Hint: Do your scores sum to 1 in each row? Which task turns scores into weights?
    """
    return torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1]), dim=-1)  # ←


def attention_scores(q, k):
    """scores.always_float32: The scores come out in float32 even when q and k are float64.
    Hint: Compare the dtype of your result with the dtype of q. Is anything cast?
    """
    return q.float() @ k.float().transpose(-2, -1) / math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.axes_one_and_two: With several leading dimensions, dimensions 1 and 2 are swapped; there they are not the
    tokens and the width.
    Hint: Try a q and k with heads as well as a batch. Can you count the dimensions from the other end?
    """
    turned = k.t() if k.dim() == 2 else k.transpose(1, 2)
    return q @ turned / math.sqrt(k.shape[-1])


def attention_scores(q, k):
    """scores.capped: Large scores are capped.
    Hint: What is the score of two long vectors that point the same way?
    """
    return (q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])).clamp(-50.0, 50.0)  # ←


def attention_scores(q, k):
    """scores.changes_q: The scores are right, but q is scaled in place, so the caller's queries change.
    Hint: Print q before and after the call. Which operator in your code writes into an existing tensor?
    """
    q /= math.sqrt(k.shape[-1])  # ←
    return q @ k.transpose(-2, -1)


def attention_scores(q, k):
    """scores.cosine: The vectors are brought to length 1 first, which makes the scores cosines.
    Hint: What happens to your score when q is made twice as long? And to q · k?
    """
    q = q / q.norm(dim=-1, keepdim=True)  # ←
    k = k / k.norm(dim=-1, keepdim=True)
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])


def attention_scores(q, k):
    """scores.double_loop: Every query is scored against every key in a loop of its own, which takes far too long for
    long rows.
    Hint: Ask with 1,000 queries and 1,000 keys: how often does your inner line run? One matrix product does all of it.
    """
    scores = q.new_zeros(*q.shape[:-1], k.shape[-2])
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            scores[..., i, j] = (q[..., i, :] * k[..., j, :]).sum(dim=-1) / math.sqrt(k.shape[-1])
    return scores


def attention_scores(q, k):
    """scores.keys_as_rows: Rows and columns are swapped: key j stands in row j, where query i belongs.
    Hint: With 2 queries and 5 keys the result is (2, 5). Which shape is yours?
    """
    return k @ q.transpose(-2, -1) / math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.no_gradient: The scores are right, but no gradient flows back to q and k.
    Hint: Is the product computed where PyTorch does not keep track, or from detached tensors?
    """
    return q.detach() @ k.detach().transpose(-2, -1) / math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.no_transpose: q is multiplied by k as it is, so features meet keys instead of features.
    Hint: Write the shapes of both factors side by side: which two sizes meet in the middle?
    """
    return q @ k / math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.reverses_every_axis: .T reverses all dimensions instead of swapping the last two, so batches break.
    Hint: Print k.shape and the shape of what you multiply by, for a k of shape (2, 5, 3).
    """
    return q @ k.T / math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.swaps_first_axes: The first two dimensions are swapped, which are the right ones only without leading
    dimensions.
    Hint: Counted from which end do the keys and their features keep their place, however many dimensions come before?
    """
    return q @ k.transpose(0, 1) / math.sqrt(k.shape[-1])  # ←


def attention_scores(q, k):
    """scores.three_dimensions_only: Dimensions 1 and 2 are swapped, which are the right ones only with exactly one
    leading dimension.
    Hint: Try a q and k without any leading dimension, and with two. Can you count from the other end?
    """
    return q @ k.transpose(1, 2) / math.sqrt(k.shape[-1])  # ←


def apply_mask(scores, mask):
    """fill.adds_the_mask: The mask is added to the scores as 0 and 1, which hardly hides anything.
    Hint: By how much does a hidden score differ from a visible one after your step? By how much should it?
    """
    return scores + mask.to(scores.dtype)  # ←


def apply_mask(scores, mask):
    """fill.always_causal: The mask passed in is ignored; a causal one is always applied.
    Hint: Pass a mask that hides the first key from everyone. Does your result show it?
    """
    n, m = scores.shape[-2:]
    return scores.masked_fill(torch.ones(n, m, dtype=torch.bool).triu(1), -math.inf)  # ←


def apply_mask(scores, mask):
    """fill.drops_hidden: The hidden scores are dropped, so the result loses its shape.
    Hint: Print the shape before and after. What should stand where a key is hidden?
    """
    return scores.masked_select(mask)  # ←


def apply_mask(scores, mask):
    """fill.first_mask_for_all: Of several masks only the first is used, for every sequence of the batch.
    Hint: Give two sequences different masks. Are different keys hidden from them?
    """
    while mask.dim() > 2:
        mask = mask[0]
    return scores.masked_fill(~mask, -math.inf)


def apply_mask(scores, mask):
    """fill.in_place: The caller's scores are overwritten.
    Hint: Print the scores before and after the call. Which of your calls ends in an underscore, or assigns into the
    scores?
    """
    return scores.masked_fill_(~mask, -math.inf)  # ←


def apply_mask(scores, mask):
    """fill.infinity_times_zero: −∞ is multiplied by 0 for the visible keys, and that is NaN, not 0.
    Hint: What is 0 · ∞ in floating point? Look at what your mask adds to a visible score.
    """
    return scores + (~mask).to(scores.dtype) * -math.inf  # ←


def apply_mask(scores, mask):
    """fill.inverted: The visible keys are shut out and the hidden ones kept.
    Hint: Take a mask with a single True: which key should be left? Which entries does your fill choose?
    """
    return scores.masked_fill(mask, -math.inf)  # ←


def apply_mask(scores, mask):
    """fill.inverted_finite: The visible keys get a huge negative score and the hidden ones are kept.
    Hint: Take a mask with a single True: which key should be left? Which entries does your fill choose?
    """
    return scores.masked_fill(mask, -1e9)  # ←


def apply_mask(scores, mask):
    """fill.large_positive: Hidden keys get a huge positive score instead of a huge negative one.
    Hint: Which end of the scale does the softmax ignore? Look at the sign of the fill.
    """
    return scores.masked_fill(~mask, 1e9)  # ←


def apply_mask(scores, mask):
    """fill.minus_fifty: Hidden keys get the score −50, which leaks where visible scores are that low.
    Hint: Let all visible scores be −1000. Which key is the largest then?
    """
    return scores.masked_fill(~mask, -50.0)  # ←


def apply_mask(scores, mask):
    """fill.minus_hundred: Hidden keys get the score −100, which leaks where visible scores are that low.
    Hint: Let all visible scores be −1000. Which key is the largest then?
    """
    return scores.masked_fill(~mask, -100.0)  # ←


def apply_mask(scores, mask):
    """fill.minus_ten: Hidden keys get a score such as −10, which leaks as soon as visible scores are low too.
    Hint: Let all visible scores be −30. Which key is the largest then?
    """
    return scores.masked_fill(~mask, -10.0)  # ←


def apply_mask(scores, mask):
    """fill.minus_thousand: Hidden keys get the score −1000, which leaks where visible scores are that low.
    Hint: The stub names visible scores of −1000. How far below them does your fill lie?
    """
    return scores.masked_fill(~mask, -1000.0)  # ←


def apply_mask(scores, mask):
    """fill.minus_thousand_added: Hidden scores are lowered by 1000, which leaks where they are that far above the
    visible ones.
    Hint: The stub names visible scores of −1000. What is left of a hidden score of 0 beside them?
    """
    return scores + torch.zeros_like(scores).masked_fill(~mask, -1000.0)


def apply_mask(scores, mask):
    """fill.needs_full_shape: The mask is used as an index, so it works only in the full shape of the scores and does
    not broadcast.
    Hint: Try a (5, 7) mask on scores of shape (2, 3, 5, 7). What does indexing need that broadcasting does not?
    """
    masked = scores.clone()
    masked[~mask] = -math.inf  # ←
    return masked


def apply_mask(scores, mask):
    """fill.not_assigned: The scores come back as they were: the masked ones are made, but not kept.
    Hint: `masked_fill` gives a new tensor and leaves the old one alone. Which of the two do you return?
    """
    scores.masked_fill(~mask, -math.inf)  # ←
    return scores


def apply_mask(scores, mask):
    """fill.plus_infinity: Hidden keys get +∞ instead of −∞.
    Hint: Check the sign of the fill: e^{+∞} is not 0.
    """
    return scores.masked_fill(~mask, math.inf)  # ←


def apply_mask(scores, mask):
    """fill.zero: Hidden keys get the score 0 (or nearly), which the softmax turns into a weight all the same.
    Hint: e^0 = 1. Which score has e^score = 0?
    """
    return scores * mask  # ←


def apply_mask(scores, mask):
    """fill.zero_scores_hidden: A score of exactly 0 is taken for a hidden one.
    Hint: Which weight should a visible key with the score 0 get?
    """
    kept = scores * mask
    return kept.masked_fill(kept == 0, -math.inf)  # ←


def causal_mask(n, device=None):
    """mask.bytes: The mask is made of the bytes 0 and 1 (uint8); it should be bool.
    Hint: Print the dtype of your mask. For bytes, ~1 is 254.
    """
    return torch.ones(n, n, dtype=torch.uint8, device=device).tril()


def causal_mask(n, device=None):
    """mask.device_ignored: The mask is always made on the default device; `device` is ignored.
    Hint: Where in your function is the argument `device` used?
    """
    return torch.ones(n, n, dtype=torch.bool).tril()  # ←


def causal_mask(n, device=None):
    """mask.diagonal_hidden: A token may not see itself: the diagonal is False.
    Hint: j ≤ i includes j = i. What could the first token look at otherwise?
    """
    return torch.ones(n, n, dtype=torch.bool, device=device).tril(-1)  # ←


def causal_mask(n, device=None):
    """mask.floats: The mask is made of the floats 0 and 1; it should be bool.
    Hint: Print the dtype of your mask. What would ~mask do to a float?
    """
    return torch.ones(n, n, device=device).tril()  # ←


def causal_mask(n, device=None):
    """mask.four_dimensions: The mask has dimensions for batch and heads in front; it should be (n, n).
    Hint: Compare the mask's shape with the one in the stub. Who brings it to the shape of the scores?
    """
    return torch.ones(1, 1, n, n, dtype=torch.bool, device=device).tril()  # ←


def causal_mask(n, device=None):
    """mask.hides_nothing: Every entry of the mask is True, so nothing is hidden.
    Hint: Which entries of row 0 belong to the future?
    """
    return torch.ones(n, n, dtype=torch.bool, device=device)  # ←


def causal_mask(n, device=None):
    """mask.integers: The mask is made of the integers 0 and 1; it should be bool.
    Hint: Print the dtype of your mask. For integers, ~1 is −2.
    """
    return torch.ones(n, n, dtype=torch.int64, device=device).tril()  # ←


def causal_mask(n, device=None):
    """mask.inverted: The mask is True where a key is hidden; it should be True where a key may be seen.
    Hint: Read the mask's first row aloud: 'token 0 may see token 0 …'. Does it say that?
    """
    return torch.ones(n, n, dtype=torch.bool, device=device).triu(1)  # ←


def causal_mask(n, device=None):
    """mask.kept_on_its_device: A mask that was made earlier is returned again, on the device of that earlier call.
    Hint: Ask for the same length on two devices, one after the other.
    """
    if n not in _MASKS:
        _MASKS[n] = torch.ones(n, n, dtype=torch.bool, device=device).tril()
    return _MASKS[n]


_MASKS = {}


def causal_mask(n, device=None):
    """mask.largest_size_fixed: The mask is cut out of one of a fixed size, so long sequences get one that is too small.
    Hint: Ask for the mask of a thousand tokens. What shape does it have?
    """
    return _ALL[:n, :n].to(device)


_ALL = torch.ones(64, 64, dtype=torch.bool).tril()


def causal_mask(n, device=None):
    """mask.one_ahead: A token may see the next one too: the mask is one step too generous.
    Hint: Look at row 0: how many entries should be True?
    """
    return torch.ones(n, n, dtype=torch.bool, device=device).tril(1)  # ←


def causal_mask(n, device=None):
    """mask.polarity_swapped: Both functions agree that True means hidden; the stub says that True means 'may see'.
    Hint: Your two functions fit each other, but not the masks that others pass in. Compare causal_mask(3) with the
    stub's example.
    """
    return torch.ones(n, n, dtype=torch.bool, device=device).triu(1)  # ←


def apply_mask(scores, mask):
    return scores.masked_fill(mask, -math.inf)  # ←


def causal_mask(n, device=None):
    """mask.sees_the_future: The mask is upside down: a token sees itself and the future instead of the past.
    Hint: Rows are queries and columns are keys. In which row should nearly everything be False: the first or the last?
    """
    return torch.ones(n, n, dtype=torch.bool, device=device).triu()  # ←


def causal_mask(n, device=None):
    """mask.to_be_added: The mask holds 0 and −∞, to be added to scores; it should hold True and False.
    Hint: Print your mask beside the stub's example. Which function is meant to bring in the −∞?
    """
    return torch.full((n, n), -math.inf, device=device).triu(1)  # ←


def softmax(scores):
    """softmax.always_float32: The weights come out in float32 even when the scores are float64.
    Hint: Compare the dtype of the result with that of the scores. Is anything cast?
    """
    exps = torch.exp((scores - scores.amax(dim=-1, keepdim=True)).float())  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.base_three: 3 is used as the base. The lecture writes e = 3 only to make its sums easy.
    Hint: In the lecture's example the scores come times ln 3, so that e^score is 3 by itself. Which base does the
    equation have?
    """
    exps = 3.0 ** (scores - scores.amax(dim=-1, keepdim=True))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.clamped: Scores are clamped to a range before the exponential, so large ones all become equal.
    Hint: Take a row with the scores 1000 and 1003. Should their weights be equal? What becomes of −∞?
    """
    exps = torch.exp(scores.clamp(-50.0, 50.0))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.epsilon_of_a_thousandth: 0.001 is added to the sum for safety, and that changes the weights.
    Hint: Do your rows sum to 1? How small can the sum become, once the largest score has been subtracted?
    """
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return exps / (exps.sum(dim=-1, keepdim=True) + 1e-3)  # ←


def softmax(scores):
    """softmax.first_axis: The softmax runs over the first dimension instead of the last.
    Hint: Add up a row of your weights, then a column. Which of the two should be 1?
    """
    exps = torch.exp(scores - scores.amax(dim=0, keepdim=True))  # ←
    return exps / exps.sum(dim=0, keepdim=True)


def softmax(scores):
    """softmax.hard: All the weight goes to the largest score: a maximum, not a soft one.
    Hint: In the lecture's example the second-best entries have weight 1/6, not 0. What do yours have?
    """
    top = (scores == scores.amax(dim=-1, keepdim=True)).to(scores.dtype)  # ←
    return top / top.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.in_place: The weights are right, but the caller's scores are changed.
    Hint: Print the scores before and after the call. Which operator in your code writes into an existing tensor?
    """
    scores -= scores.amax(dim=-1, keepdim=True)  # ←
    exps = torch.exp(scores)
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.infinity_replaced: A score of −∞ is replaced by 0, so a hidden key gets the weight of a score of 0.
    Hint: What is e to the −∞? Is there anything to repair?
    """
    finite = scores.masked_fill(scores == -math.inf, 0.0)
    exps = torch.exp(finite - finite.amax(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.large_epsilon: The number added to the sum for safety is so large that it changes the weights.
    Hint: Do your rows sum to 1? How small can the sum become, once the largest score has been subtracted?
    """
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return exps / (exps.sum(dim=-1, keepdim=True) + 0.1)  # ←


def softmax(scores):
    """softmax.largest_magnitude: The largest magnitude is subtracted instead of the largest score, so very negative
    rows vanish.
    Hint: Take a row near −1000: which number do you subtract, and where does that put its scores?
    """
    exps = torch.exp(scores - scores.abs().amax(dim=-1, keepdim=True))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.log_of_zero: Beside a score of −∞ the gradients are NaN though the weights are numbers, for instance
    because a weight of 0 goes through a logarithm.
    Hint: What is the slope of log at 0? Can you get the weights without taking their logarithm?
    """
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return torch.exp(torch.log(exps) - torch.log(exps.sum(dim=-1, keepdim=True)))


def softmax(scores):
    """softmax.logarithm: The logarithm of the weights is returned instead of the weights.
    Hint: Weights lie between 0 and 1. Where do yours lie?
    """
    shifted = scores - scores.amax(dim=-1, keepdim=True)
    return shifted - torch.exp(shifted).sum(dim=-1, keepdim=True).log()  # ←


def softmax(scores):
    """softmax.masked_max_replaced: Where a score is −∞, a number put in its place counts as the largest of the row, so
    low visible scores vanish.
    Hint: Take a row with −1000, −1001 and −∞. Which number do you subtract from each score?
    """
    visible = scores.masked_fill(scores == -math.inf, 0.0)  # ←
    exps = torch.exp(scores - visible.amax(dim=-1, keepdim=True).detach())
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.max_at_least_zero: Where the largest score of a row is below 0, 0 is used in its place, so rows of low
    scores vanish.
    Hint: Take a row of scores near −1000. Which number do you subtract from each?
    """
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True).clamp(min=0.0))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.max_is_a_pair: max with a dimension gives a pair, the largest scores and their places; the pair is
    subtracted.
    Hint: Print what max gives you with dim=-1. Which of its two parts do you need?
    """
    exps = torch.exp(scores - scores.max(dim=-1, keepdim=True))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.max_loses_its_axis: The maximum drops its dimension, so it is subtracted from columns instead of rows, or
    fits nowhere.
    Hint: Print the shape of your maximum beside the shape of the scores. How does PyTorch line them up?
    """
    exps = torch.exp(scores - scores.amax(dim=-1))
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.max_of_columns: The maximum is taken over the wrong dimension, so the entries of a row are shifted by
    different amounts.
    Hint: The shift cancels only if it is the same for all scores that are divided by the same sum. Is it?
    """
    exps = torch.exp(scores - scores.amax(dim=0, keepdim=True))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.minus_mean: The mean is subtracted instead of the largest score; with a −∞ in the row the mean is −∞ too.
    Hint: Work out your shift by hand for a row with one −∞ in it.
    """
    exps = torch.exp(scores - scores.mean(dim=-1, keepdim=True))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.minus_smallest: The smallest score is subtracted instead of the largest, so exponentials can still
    overflow.
    Hint: After your shift, is e^{…} at most 1, or at least 1? What happens to a row that has a −∞ in it?
    """
    exps = torch.exp(scores - scores.amin(dim=-1, keepdim=True))  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.nan_to_zero: Rows with large scores get no weight at all: what went wrong on the way is set to 0.
    Hint: Add up a row of weights for scores near 1000. Why did NaN come up there in the first place?
    """
    exps = torch.exp(scores)
    return torch.nan_to_num(exps / exps.sum(dim=-1, keepdim=True))


def softmax(scores):
    """softmax.no_exponential: The scores are divided by their sum, without the exponential.
    Hint: Can one of your weights be negative? Compare with the equation in the stub.
    """
    return scores / scores.sum(dim=-1, keepdim=True)  # ←


def softmax(scores):
    """softmax.no_gradient: The weights are right, but no gradient flows back to the scores.
    Hint: Is something computed where PyTorch does not keep track? The shift may be detached; the scores may not.
    """
    with torch.no_grad():  # ←
        exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
        return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.not_normalised: The exponentials are not divided by their sum.
    Hint: Add up each row of the result. What is missing?
    """
    return torch.exp(scores - scores.amax(dim=-1, keepdim=True))  # ←


def softmax(scores):
    """softmax.one_max_for_all: The largest score of the whole tensor is subtracted from every row, so rows far below it
    vanish.
    Hint: Take one row near 1000 and one near −1000. What is left of the second, after your subtraction and the
    exponential?
    """
    exps = torch.exp(scores - scores.max())  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.over_queries: The softmax runs down the columns, over the queries, instead of along each row.
    Hint: Add up a row of your weights, then a column. Which of the two should be 1?
    """
    exps = torch.exp(scores - scores.amax(dim=-2, keepdim=True))  # ←
    return exps / exps.sum(dim=-2, keepdim=True)


def softmax(scores):
    """softmax.over_queries_of_matrices: The columns of a matrix are normalised, over the queries; only a single row is
    treated as a row.
    Hint: Add up a row of your weights, then a column. Which of the two should be 1?
    """
    axis = -2 if scores.dim() > 1 else -1
    exps = torch.exp(scores - scores.amax(dim=axis, keepdim=True))
    return exps / exps.sum(dim=axis, keepdim=True)


def softmax(scores):
    """softmax.overflows: Large scores overflow: the largest of a row is not subtracted from them before the
    exponential.
    Hint: What is e^1000 in floating point? The hint in the stub says what you may subtract from a row.
    """
    exps = torch.exp(scores)  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.sigmoid: Each score is squashed by itself, so the weights of a row do not share a total of 1.
    Hint: Add up a row. Does one weight fall when another score in its row rises?
    """
    return torch.sigmoid(scores)  # ←


def softmax(scores):
    """softmax.sign_flipped: The lowest score gets the largest weight: the sign in the exponent is reversed.
    Hint: Which entry of the lecture's example 0, 0, 1, 0 should weigh most?
    """
    exps = torch.exp(scores.amin(dim=-1, keepdim=True) - scores)  # ←
    return exps / exps.sum(dim=-1, keepdim=True)


def softmax(scores):
    """softmax.sum_detached: The sum is treated as a constant in the gradient.
    Hint: Every score of a row changes every weight of it, through the sum. Which part of your fraction is cut off from
    the gradient?
    """
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True).detach())
    return exps / exps.sum(dim=-1, keepdim=True).detach()  # ←


def softmax(scores):
    """softmax.sum_loses_its_axis: The sum drops its dimension, so it lines up with columns instead of rows, or fits
    nowhere.
    Hint: Print the shape of your sum beside the shape of what it divides. How does PyTorch line them up?
    """
    exps = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    return exps / exps.sum(dim=-1)  # ←


def softmax(scores):
    """softmax.whole_tensor: All entries together sum to 1, instead of each row.
    Hint: Over which dimensions does your sum run? Each query has weights of its own.
    """
    exps = torch.exp(scores - scores.max())
    return exps / exps.sum()  # ←


def weighted_values(weights, v):
    """values.best_only: Only the value with the largest weight is taken; the others are left out.
    Hint: In the lecture's example each 0 still adds its sixth. Does your result show it?
    """
    best = torch.nn.functional.one_hot(weights.argmax(dim=-1), weights.shape[-1]).to(v.dtype)  # ←
    return best @ v


def weighted_values(weights, v):
    """values.divided_by_m: The sum is divided by the number of keys, although the weights already account for it.
    Hint: For the lecture's example your result is a quarter of what it should be. What do the weights sum to?
    """
    return weights @ v / v.shape[-2]  # ←


def weighted_values(weights, v):
    """values.elementwise: Weights and values are multiplied entry by entry, and nothing is added up.
    Hint: * and @ are different things. Where is the sum over the keys?
    """
    return weights * v  # ←


def weighted_values(weights, v):
    """values.every_pair_of_sequences: The product pairs every sequence of the weights with every sequence of the
    values, not each with its own.
    Hint: Compare the shape of your result with that in the stub. Which dimension comes twice?
    """
    return torch.tensordot(weights, v, dims=([-1], [-2]))


def weighted_values(weights, v):
    """values.matrices_only: The product takes plain matrices only and fails on leading dimensions.
    Hint: Try weights of shape (2, 3, 4). Which of PyTorch's products handles leading dimensions?
    """
    return torch.mm(weights, v)  # ←


def weighted_values(weights, v):
    """values.normalised_again: The weights are scaled to sum to 1 again; they should be used as they are given.
    Hint: Try weights that sum to 2. Whose task is it to make them sum to 1?
    """
    return weights / weights.sum(dim=-1, keepdim=True) @ v  # ←


def weighted_values(weights, v):
    """values.plain_mean: All values count the same; the weights are not used.
    Hint: The stub's example says what a plain mean would give. Is that your result?
    """
    return v.mean(dim=-2, keepdim=True).expand(*weights.shape[:-1], v.shape[-1])  # ←


def weighted_values(weights, v):
    """values.softmax_again: A softmax is applied to the weights, which are weights already.
    Hint: Try the weights 1 and 0: the first value should come back unmixed.
    """
    return torch.softmax(weights, dim=-1) @ v  # ←


def weighted_values(weights, v):
    """values.squeezed: Dimensions of size 1 are squeezed away, so one query loses its row.
    Hint: Print the shape of your result for a single query. The stub says (..., n, d_v), with n = 1 too.
    """
    return (weights @ v).squeeze()  # ←


def weighted_values(weights, v):
    """values.three_dimensions_only: The product takes exactly one leading dimension and fails without one, or with two.
    Hint: Try two plain matrices. Which of PyTorch's products handles any number of leading dimensions?
    """
    return torch.bmm(weights, v)  # ←


def weighted_values(weights, v):
    """values.v_turned: The values are transposed, so weights meet features instead of keys.
    Hint: Write the shapes of both factors side by side: the keys have to meet in the middle.
    """
    return weights @ v.transpose(-2, -1)  # ←


def weighted_values(weights, v):
    """values.values_detached: No gradient reaches the values: they are detached on the way.
    Hint: Which call or attribute cuts a tensor off from what it was made of?
    """
    return weights @ v.detach()


def weighted_values(weights, v):
    """values.weights_detached: No gradient flows back to the weights, so the scores behind them could never learn.
    Hint: Which of the two factors is cut off from the gradient?
    """
    return weights.detach() @ v  # ←


def weighted_values(weights, v):
    """values.weights_turned: The weights are transposed: column i is used where row i belongs.
    Hint: Which row of the weights belongs to query i? With 2 queries and 5 keys, which sizes meet in your product?
    """
    return weights.transpose(-2, -1) @ v  # ←


def attend(q, k, v, mask=None):
    """attend.adds_up_keys: The keys are added up by the weights; it should be the values.
    Hint: What is a key for, and what is a value for? Look at the last width of your output when d_k and d_v differ.
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, k), weights  # ←


def attend(q, k, v, mask=None):
    """attend.causal_by_default: Without a mask, a causal one is used; None should hide nothing.
    Hint: What does the stub say about mask=None? Whose task is the causal mask?
    """
    if mask is None:
        mask = causal_mask(q.shape[-2], device=q.device)  # ←
    weights = softmax(apply_mask(attention_scores(q, k), mask))
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.dropout: Weights are dropped at random, which this task does not ask for.
    Hint: Call it twice with the same input. Should the results differ?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = torch.nn.functional.dropout(softmax(scores), p=0.3)  # ←
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.dropout_of_a_tenth: Weights are dropped at random, which this task does not ask for.
    Hint: Call it twice with the same input. Should the results differ?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = torch.nn.functional.dropout(softmax(scores), p=0.1)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.hidden_scores_zero: Hidden keys get the score 0, because the scores are multiplied by the mask; the
    softmax gives them weight all the same.
    Hint: What is e to the 0? Which function of yours shuts keys out?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = scores * mask
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.leaking_mask: Hidden keys get a modest negative score here, which leaks where visible scores are low.
    Hint: You have apply_mask for this. What is the difference between −100 and −∞ when every visible score is −500?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)  # ←
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.mask_after_softmax: The mask is applied to the weights, after the softmax, so what is left does not sum to
    1.
    Hint: Add up the weights of a query that sees only some keys. Where has the rest gone?
    """
    weights = softmax(attention_scores(q, k))  # ←
    if mask is not None:
        weights = weights * mask  # ←
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.mask_as_condition: The mask is asked whether it is true, which a tensor of many entries cannot answer.
    Hint: How do you find out whether there is a mask at all? Compare with the default value of the argument.
    """
    scores = attention_scores(q, k)
    if mask:  # ←
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.mask_ignored: The mask has no effect.
    Hint: Call it with a mask that hides the first key. Does its weight become 0?
    """
    weights = softmax(attention_scores(q, k))  # ←
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.mask_inverted: The mask is inverted on the way: visible keys are hidden and hidden keys are seen.
    Hint: True means 'may see' everywhere. Does attend or apply_mask invert it once too often?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, ~mask)  # ←
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.mask_one_row_for_all: The mask is reduced to one row: every query sees the keys that any one of them may
    see.
    Hint: With the causal mask, which keys may the first query see, and which does yours?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask.any(dim=-2, keepdim=True))
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.one_query_unmasked: With a single query the mask is left out, though it may hide keys from that query too.
    Hint: Ask with one query and a mask that hides half of the keys. How much weight do they get?
    """
    scores = attention_scores(q, k)
    if mask is not None and q.shape[-2] > 1:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.output_only: Only the output is returned; the task asks for the pair (output, weights).
    Hint: What does the stub say under Returns?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    return weighted_values(softmax(scores), v)  # ←


def attend(q, k, v, mask=None):
    """attend.overflows: The exponentials are computed anew here, and overflow where scores are large.
    Hint: You have softmax for this. What does it do before the exponential?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = torch.exp(scores)  # ←
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.pair_swapped: The pair comes in the wrong order: weights first.
    Hint: What does the stub say about the order of the pair?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weights, weighted_values(weights, v)  # ←


def attend(q, k, v, mask=None):
    """attend.queries_and_keys_swapped: Queries and keys change places in the scores.
    Hint: The weights have one row for each query. Which shape do yours have, when n and m differ?
    """
    scores = attention_scores(k, q)  # ←
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.renormalised: The mask is applied after the softmax and the rest scaled up to 1: where a hidden score is
    far above the visible ones, nothing is left to scale.
    Hint: Hide the key with by far the largest score. What is left of the other weights before you scale them up?
    """
    weights = softmax(attention_scores(q, k))  # ←
    if mask is not None:
        weights = weights * mask  # ←
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.returns_scores: The second part of the pair holds the scores; it should hold the weights.
    Hint: Do the rows of what you return sum to 1?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    return weighted_values(softmax(scores), v), scores  # ←


def attend(q, k, v, mask=None):
    """attend.scaled_by_d_v: The scores are scaled by the width of a value instead of that of a key.
    Hint: d_k and d_v may differ. Between which vectors is the dot product taken?
    """
    scores = q @ k.transpose(-2, -1) / math.sqrt(v.shape[-1])  # ←
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.scaled_by_root_of_n: The scores are computed anew here and divided by the root of the number of queries.
    Hint: More tokens should not change the score of any one of them. Which width belongs under the root?
    """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-2])  # ←
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.scaled_twice: The scores are divided by √d_k a second time.
    Hint: attention_scores has scaled them already. What is done to them between it and the softmax?
    """
    scores = attention_scores(q, k) / math.sqrt(k.shape[-1])  # ←
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.softmax_over_queries: The softmax runs over the queries instead of the keys.
    Hint: Add up a row of the weights: each query has 1 to give away.
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores.transpose(-2, -1)).transpose(-2, -1)  # ←
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.unscaled: The scores are computed anew here, without the division by √d_k.
    Hint: You have attention_scores for this. What does it do that the product here does not?
    """
    scores = q @ k.transpose(-2, -1)  # ←
    if mask is not None:
        scores = apply_mask(scores, mask)
    weights = softmax(scores)
    return weighted_values(weights, v), weights


def attend(q, k, v, mask=None):
    """attend.weights_before_the_mask: The weights returned are those before the mask, not those that made the output.
    Hint: Multiply your weights with v: does that give your output?
    """
    scores = attention_scores(q, k)
    weights = softmax(scores)  # ←
    if mask is not None:
        scores = apply_mask(scores, mask)
    return weighted_values(softmax(scores), v), weights


def attend(q, k, v, mask=None):
    """attend.zero_scores_hidden: With a mask, a score of exactly 0 is taken for a hidden one.
    Hint: Which weights should a query of zeros give the keys that it may see?
    """
    scores = attention_scores(q, k)
    if mask is not None:
        scores = scores * mask
        scores = scores.masked_fill(scores == 0, -math.inf)  # ←
    weights = softmax(scores)
    return weighted_values(weights, v), weights


class AttentionHead:
    """head.adds_x: x is added to the output. The residual connection comes later, in part 3.
    Hint: Compare your last line with the equation in the stub. What would happen when d_head and d_model differ?
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return x + attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]  # ←


class AttentionHead:
    """head.keys_and_values_swapped: Keys and values change places: the scores compare queries with values, and the keys
    are added up.
    Hint: In which order does attend take its three tensors?
    """

    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return attend(q, v, k, causal_mask(x.shape[-2], device=x.device))[0]  # ←


class AttentionHead:
    """head.keys_as_values: The values are made with W_k instead of W_v.
    Hint: Which of the three projections does your forward never use? Its gradient would be missing.
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_k(x), mask)[0]  # ←


class AttentionHead:
    """head.looks_forward: The mask is transposed, so every token sees itself and the future.
    Hint: In the mask rows are queries. Change the last token of x: which rows of the output may change?
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device).transpose(-2, -1)  # ←
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]


class AttentionHead:
    """head.mask_inverted: The head sees the future only: the mask is inverted.
    Hint: True means 'may see'. Look at the first row of the mask that you pass on.
    """

    def forward(self, x):
        mask = ~causal_mask(x.shape[-2], device=x.device)  # ←
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]


class AttentionHead:
    """head.mask_kept: The mask of the first call is kept and used for every later one, whatever its length.
    Hint: Call the head on one token, then on four. Which mask does it use the second time?
    """

    def forward(self, x):
        if not hasattr(self, "mask"):
            self.mask = causal_mask(x.shape[-2], device=x.device)  # ←
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), self.mask)[0]


class AttentionHead:
    """head.mask_size_from_the_batch: The size of the mask is read from dimension 0, which in a batch is the number of
    sequences, not of tokens.
    Hint: Print n and the shape of x. Which dimension holds the tokens, whatever stands before it?
    """

    def forward(self, x):
        mask = causal_mask(x.shape[0], device=x.device)
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]


class AttentionHead:
    """head.no_mask: The head looks at the future: it attends without a causal mask.
    Hint: Change the last token of x. Which rows of the output may change?
    """

    def forward(self, x):
        output, _ = attend(self.W_q(x), self.W_k(x), self.W_v(x))  # ←
        return output


class AttentionHead:
    """head.queries_and_keys_swapped: W_q makes the keys and W_k the queries.
    Hint: Which token asks in row i, and with which matrix? The order of the arguments of attend matters.
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_k(x), self.W_q(x), self.W_v(x), mask)[0]  # ←


class AttentionHead:
    """head.queries_and_values_swapped: Queries and values are swapped: the values ask, and the queries are added up.
    Hint: In which order does attend take its arguments?
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_v(x), self.W_k(x), self.W_q(x), mask)[0]


class AttentionHead:
    """head.queries_as_keys: The keys are made with W_q instead of W_k.
    Hint: Which of the three projections does your forward never use? Its gradient would be missing.
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_q(x), self.W_v(x), mask)[0]  # ←


class AttentionHead:
    """head.returns_pair: forward returns the pair (output, weights); it should return the output alone.
    Hint: What does attend return, and what does the stub of forward ask for?
    """

    def forward(self, x):
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))  # ←


class AttentionHead:
    """head.returns_weights: forward returns the weights instead of the output.
    Hint: What is the shape of your result when n and d_head differ? Which part of the pair comes first?
    """

    def forward(self, x):
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))[1]  # ←


class AttentionHead:
    """head.scaled_by_d_model: The scores are scaled by the width of the model instead of that of a key.
    Hint: Inside the head, keys are d_head wide. Does your forward bring in another scale?
    """

    def forward(self, x):
        q = self.W_q(x) * math.sqrt(self.W_q.out_features / self.W_q.in_features)  # ←
        return attend(q, self.W_k(x), self.W_v(x), causal_mask(x.shape[-2], device=x.device))[0]


class AttentionHead:
    """head.second_axis_is_tokens: The mask takes its size from dimension 1, which is the tokens only with exactly one
    leading dimension.
    Hint: Counted from the end, which dimension holds the tokens, however many come before?
    """

    def forward(self, x):
        mask = causal_mask(x.shape[1], device=x.device)  # ←
        return attend(self.W_q(x), self.W_k(x), self.W_v(x), mask)[0]


class AttentionHead:
    """head.squeezed: A batch of one sequence loses its first dimension.
    Hint: Call the head with one sequence in the batch, (1, n, d_model), and look at the shape.
    """

    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0].squeeze(0)


class AttentionHead:
    """head.training_mode_differs: In training mode the head gives other numbers than in evaluation mode.
    Hint: Call head.train() and head.eval() and compare what it gives. Where does your code draw at random, or ask for
    the mode?
    """

    def forward(self, x):
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        out = attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]
        return torch.nn.functional.dropout(out, 0.1, self.training)


class AttentionHead:
    """head.values_not_projected: x itself is added up instead of its values.
    Hint: What is the last width of your output: d_head or d_model? Which projection turns x into values?
    """

    def forward(self, x):
        mask = causal_mask(x.shape[-2], device=x.device)
        return attend(self.W_q(x), self.W_k(x), x, mask)[0]  # ←


class AttentionHead:
    """head.weights_not_turned: x is multiplied by the weight matrices as they are stored, without the transpose.
    Hint: nn.Linear computes x Wᵀ. What is the shape of its weight: (in, out) or (out, in)?
    """

    def forward(self, x):
        q, k, v = x @ self.W_q.weight, x @ self.W_k.weight, x @ self.W_v.weight  # ←
        return attend(q, k, v, causal_mask(x.shape[-2], device=x.device))[0]


def find_ones_weights(length):
    """ones.asks_for_its_own_kind: Every token asks for its own bit, so zeros find zeros.
    Hint: Work out E(W^Q)ᵀ by hand: what does a token that is a 0 ask for?
    """
    return torch.eye(2), math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)


def find_ones_weights(length):
    """ones.asks_for_its_own_kind_by_20: Every token asks for its own bit, so zeros find zeros, and a boost of 20 is
    outvoted by long rows.
    Hint: Work out E(W^Q)ᵀ by hand: what does a token that is a 0 ask for? Then: how large must e^score be for the
    longest row?
    """
    return torch.eye(2), 20.0 * torch.eye(2)


def find_ones_weights(length):
    """ones.asks_for_its_own_kind_by_10: Every token asks for its own bit, so zeros find zeros, and the lecture's
    booster of 10 is too weak here.
    Hint: Work out E(W^Q)ᵀ by hand: what does a token that is a 0 ask for? Then: how large is the score of a 1 after the
    division by √2?
    """
    return torch.eye(2), 10.0 * torch.eye(2)


def find_ones_weights(length):
    """ones.asks_for_zeros: Every token asks for a 0, so the attention goes to the zeros.
    Hint: Which of the two one-hot vectors stands for a 1? Compare it with your query.
    """
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
    return torch.tensor([[1.0, 1.0], [0.0, 0.0]]), W_k


def find_ones_weights(length):
    """ones.boost_is_the_length: The boost is the length itself: far more than long rows need, and too little for short
    ones.
    Hint: Put length = 4 into your formula and work out the share of the 1.
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), float(length) * torch.eye(2)


def find_ones_weights(length):
    """ones.exponential_boost: The boost grows like e^length, which overflows for rows of a thousand bits.
    Hint: The softmax takes an exponential already. How does the score have to grow, so that e^score grows like the
    length?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), 100.0 * math.exp(length) * torch.eye(2)


def find_ones_weights(length):
    """ones.infinite: An entry is infinite, and infinity times 0 is NaN.
    Hint: The score of a 1 has to be large, not infinite. What does one row of E times your matrix give?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, math.inf]])


def find_ones_weights(length):
    """ones.just_outweighed: The 1 weighs as much as all the zeros together, which gives it only half of the attention.
    Hint: If e^score equals the number of zeros, what share does the 1 get? You need 0.999.
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), math.sqrt(2) * math.log(length) * torch.eye(2)


def find_ones_weights(length):
    """ones.keys_alike: Zeros and ones get the same key, so no query can tell them apart.
    Hint: Work out E(W^K)ᵀ for a 0 and for a 1. Do the two differ?
    """
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.ones(2, 2)
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), W_k


def find_ones_weights(length):
    """ones.lecture_booster: The lecture's booster of 10 is not enough: it leaves more than 0.001 to the zeros.
    Hint: The lecture reaches 0.99986 without the division by √2. How large is the score of a 1 after it?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), 10.0 * torch.eye(2)


def find_ones_weights(length):
    """ones.length_ignored: The boost is the same for every length, and long rows outvote it.
    Hint: In a row of 100,000 bits nearly 100,000 zeros stand against one 1. How large must e^score be?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), 20.0 * torch.eye(2)


def find_ones_weights(length):
    """ones.no_booster: Every token asks for a 1, but nothing makes a 1 loud enough: W^K = I.
    Hint: A 1 scores 1/√2 and a 0 scores 0. What share does a single 1 among many zeros get?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.eye(2)


def find_ones_weights(length):
    """ones.pair_swapped: W_q and W_k come in the wrong order.
    Hint: What does the stub say about the order of the pair? With yours, all keys are alike.
    """
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
    return W_k, torch.tensor([[0.0, 0.0], [1.0, 1.0]])


def find_ones_weights(length):
    """ones.root_forgotten: The division by √2 is not taken into account, so the boost is too small.
    Hint: Write down the score of a 1 as attend computes it. What happens to it between the dot product and the softmax?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), math.log(10_000 * length) * torch.eye(2)


def find_ones_weights(length):
    """ones.root_forgotten_exact: The boost is the logarithm that the share asks for, but the division by √2 then makes
    it too small.
    Hint: Write down the score of a 1 as attend computes it. What happens to it between the dot product and the softmax?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), math.log(999 * max(length - 1, 1)) * torch.eye(2)


def find_ones_weights(length):
    """ones.root_forgotten_thousand: The boost is ln(1000 · length), but the division by √2 then makes it too small.
    Hint: Write down the score of a 1 as attend computes it. What happens to it between the dot product and the softmax?
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), math.log(1000 * length) * torch.eye(2)


def find_ones_weights(length):
    """ones.slide: The slide's own answer: its W^Q lets a 0 ask for nothing, and its booster of 10 is too weak.
    Hint: Multiply one row of E by your (W^Q)ᵀ, for a 0 and for a 1. See the errata in the handout.
    """
    return torch.tensor([[0.0, 1.0], [0.0, 1.0]]), 10.0 * torch.eye(2)


def find_ones_weights(length):
    """ones.slide_without_booster: The slide's W^Q with W^K = I: a 0 asks for nothing, and a 1 is hardly louder than a
    0.
    Hint: Multiply one row of E by your (W^Q)ᵀ, for a 0 and for a 1. Then: how large must the score of a 1 be?
    """
    return torch.tensor([[0.0, 1.0], [0.0, 1.0]]), torch.eye(2)


def find_ones_weights(length):
    """ones.too_large: The ones are found, but by a boost in the hundreds; no entry may be larger than 50.
    Hint: How large must e^score be for the longest row? Take its logarithm, and mind the √2.
    """
    return torch.tensor([[0.0, 0.0], [1.0, 1.0]]), torch.tensor([[0.0, 0.0], [0.0, 1000.0]])


def find_ones_weights(length):
    """ones.w_q_as_printed: W^Q is the slide's [[0, 1], [0, 1]], with which a 0 asks for nothing; x Wᵀ needs it the
    other way round.
    Hint: Multiply one row of E by your (W^Q)ᵀ, for a 0 and for a 1. Both should ask for a 1. See the errata in the
    handout.
    """
    W_k = math.sqrt(2) * math.log(10_000 * length) * torch.eye(2)
    return torch.tensor([[0.0, 1.0], [0.0, 1.0]]), W_k
