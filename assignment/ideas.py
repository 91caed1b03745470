"""The lectures' other ideas, each small enough to hold in your hand.

    python ideas.py                          runs them all with the code beside this file
    python ideas.py --code FOLDER            … with the code in another folder
    python ideas.py --out FOLDER             … and puts the pictures there

Some ideas use what you write in the tasks. Until it is there they say which task they wait for, and the
others run all the same.
"""

import argparse
import itertools
import math
import sys
import textwrap
import time
import zlib
from pathlib import Path

import torch
import torch.nn.functional as F
from baselines import NGram
from data import Wills
from pictures import NoPicture, Picture, heat_map
from torch import Tensor

CHICKEN = "the chicken didn't cross the road because it was too"


def skip_gram_pairs(sentence: str, window: int = 2) -> list[tuple[str, str]]:
    """(word, neighbour) for every neighbour at most `window` words away: what word2vec learns from.

    >>> skip_gram_pairs("I swing bats", window=1)
    [('i', 'swing'), ('swing', 'i'), ('swing', 'bats'), ('bats', 'swing')]
    """
    words = sentence.lower().strip(" .").split()
    return [
        (word, words[j])
        for i, word in enumerate(words)
        for j in range(max(0, i - window), min(len(words), i + window + 1))
        if j != i
    ]


def static_embeddings(words: list[str], d: int = 16) -> Tensor:
    """(n, d): a vector for each word, drawn from the word's own letters alone. The neighbours do not matter."""
    vectors = []
    for word in words:
        letters = torch.Generator().manual_seed(zlib.crc32(word.encode("utf-8")))
        vectors.append(torch.randn(d, generator=letters) / math.sqrt(d))  # about 1 long
    return torch.stack(vectors)


def same_word_twice(word: str, one: str, other: str, layer) -> tuple[float, float]:
    """How alike (cosine) the word's vectors are in two sentences: before a layer of attention, and after.

    Args:
        layer: (n, d) → (n, d), a function that mixes the tokens of one sentence.
    """
    before, after = [], []
    for sentence in (one, other):
        words = sentence.split()
        x = static_embeddings(words)
        before.append(x[words.index(word)])
        after.append(layer(x)[words.index(word)])
    return F.cosine_similarity(*before, dim=0).item(), F.cosine_similarity(*after, dim=0).item()


def what_it_means(adjective: str) -> tuple[list[str], Tensor]:
    """Who "it" looks at in the chicken's sentence, by two attention layers with hand-made features.

    First "it" looks for an adjective, ahead of it too: there is no mask here. Then it looks for the noun that
    the adjective fits. Both steps are your `attend` (task 1.6); 10 is the second lecture's booster.

    Returns:
        The n words, and the (n, n) weights of the second layer.
    """
    words = [*CHICKEN.split(), adjective]
    features = ["can be tired", "can be wide", "says tired", "says wide", "is it"]
    meaning = {"chicken": "can be tired", "road": "can be wide", "it": "is it"}
    meaning |= {"tired": "says tired", "wide": "says wide"}
    E = torch.tensor([[float(meaning.get(word) == feature) for feature in features] for word in words])
    nouns, adjectives, it = E[:, 0:2], E[:, 2:4], E[:, [4, 4]]

    from attention import attend

    found, _ = attend(it, 10 * adjectives, adjectives)  # (n, 2): "it" now knows which adjective was said
    _, weights = attend(found, 10 * nouns, nouns)  # (n, n): … and asks for the noun that fits
    return words, weights


def heads_add_up(n_heads: int = 4, d_model: int = 16) -> tuple[Tensor, float]:
    """What each head writes into the residual stream of the last token, and how far the sum is off.

    Returns:
        (h,) the length of each head's contribution, and the largest |Σ heads − output|: rounding only.
    """
    from multihead import MultiHeadAttention

    torch.manual_seed(0)
    layer = MultiHeadAttention(d_model, n_heads)
    x = static_embeddings(f"{CHICKEN} tired".split(), d_model)
    with torch.no_grad():
        parts, whole = layer.head_contributions(x), layer(x)  # (h, n, d) and (n, d)
    return parts[:, -1].norm(dim=-1), (parts.sum(dim=0) - whole).abs().max().item()


def next_word_probs(model, tokens: Tensor) -> list[float]:
    """P(w_i | w_1 … w_{i−1}) for every word of a sentence but the first; `model` may be any language model.

    Their product is P(sentence), given its first word. One question at a time, as the formula reads; a
    transformer could answer them all in a single pass.
    """
    probs = []
    with torch.no_grad():
        for i in range(1, len(tokens)):
            logits = model(tokens[None, :i])[0, -1]  # what comes after these i words?
            probs.append(F.softmax(logits, dim=-1)[tokens[i]].item())
    return probs


def product_against_loop(n: int = 64, d: int = 32) -> tuple[float, float, float]:
    """All n × n dot products of two sets of vectors: in a double loop, and as one matrix product.

    Returns:
        Seconds for the loop, seconds for the product, and the largest difference between their results.
    """
    rng = torch.Generator().manual_seed(0)
    a, b = torch.randn(n, d, generator=rng), torch.randn(d, n, generator=rng)
    looped = torch.empty(n, n)
    start = time.perf_counter()
    for i in range(n):
        for j in range(n):
            looped[i, j] = (a[i] * b[:, j]).sum()
    loop_seconds = time.perf_counter() - start
    start = time.perf_counter()
    for _ in range(100):
        product = a @ b
    product_seconds = (time.perf_counter() - start) / 100
    return loop_seconds, product_seconds, (looped - product).abs().max().item()


# What `python ideas.py` shows ---------------------------------------------------------------------------------


def show_skip_gram(out: Path) -> str:
    pairs = skip_gram_pairs("The quick brown fox jumps over the lazy dog.")
    lines = [
        " ".join(f"({word}, {neighbour})" for _, neighbour in group)
        for word, group in itertools.groupby(pairs, key=lambda pair: pair[0])
    ]
    return "\n".join([*lines[:4], "…"])


def show_bats(out: Path) -> str:
    from attention import simple_attention

    before, after = same_word_twice("bats", "I'm scared of bats", "I swing bats", simple_attention)
    return (
        f"static:      cosine {before:.3f}: animals or sports gear, the vector is the same\n"
        f"contextual:  cosine {after:.3f}: after your simple_attention (task 1.1) each has met its neighbours"
    )


def show_it(out: Path) -> str:
    from attention import attend, simple_attention

    pair = ("it", f"{CHICKEN} tired", f"{CHICKEN} wide")
    before, causal = same_word_twice(*pair, simple_attention)
    _, both_ways = same_word_twice(*pair, lambda x: attend(x, x, x)[0])
    return (
        f"static:            cosine {before:.3f}\n"
        f"looking back only: cosine {causal:.3f}, still the same: the words that differ come later\n"
        f"looking both ways: cosine {both_ways:.3f}, with attend (task 1.6) and no mask"
    )


def show_picture(out: Path) -> str:
    lines = []
    for adjective in ("tired", "wide"):
        words, weights = what_it_means(adjective)
        it = weights[words.index("it")]
        lines.append(f"… too {adjective}: “it” looks at “{words[int(it.argmax())]}” with weight {it.max():.3f}")
        try:
            picture: Picture = heat_map(
                weights, words, words, out / f"it-{adjective}.png", f"“it”, when it is too {adjective}"
            )
            lines.append(f"    picture: {picture.path}")
        except NoPicture as reason:
            lines.append(f"    {reason}")
    return "\n".join(lines)


def show_heads(out: Path) -> str:
    lengths, off = heads_add_up()
    parts = "  ".join(f"head {c}: {length:.3f}" for c, length in enumerate(lengths.tolist()))
    return f"{parts}   (length of what each head writes)\nsum of the heads − the layer's output: {off:.1e} at most"


def show_sentence(out: Path) -> str:
    wills = Wills()
    model = NGram(len(wills.vocab), order=3).fit(wills.batches(20, 50, seed=0))
    sentence = "Noor raised twins above the old bakery so the house goes to them ."
    probs = next_word_probs(model, wills.encode(sentence))
    steps = " · ".join(f"{p:.2f} ({word})" for word, p in zip(sentence.split()[1:], probs, strict=True))
    logs = sum(math.log(p) for p in probs)
    return (
        f"{textwrap.fill(f'a 3-gram model, after “Noor”: {steps}', 100)}\n"
        f"the product:  {math.prod(probs):.3g}\n"
        f"sum of logs:  {logs:.3f}, and e^{logs:.3f} = {math.exp(logs):.3g}: the same, but it never underflows"
    )


def show_product(out: Path) -> str:
    loop, product, off = product_against_loop()
    return (
        f"4,096 dot products in a double loop:  {loop * 1000:8.2f} ms\n"
        f"one matrix product:                   {product * 1000:8.4f} ms, {loop / product:,.0f} times faster\n"
        f"largest difference: {off:.0e}"
    )


IDEAS = [
    ("Skip-gram pairs of a sentence, window 2", show_skip_gram),
    ("Static against contextual: “bats”, scared of or swung", show_bats),
    ("Static against contextual: “it”, the chicken or the road", show_it),
    ("Attention as a picture: what “it” looks at", show_picture),
    ("Heads add up: each writes its share into the residual stream", show_heads),
    ("P(sentence) is a product of next-word probabilities", show_sentence),
    ("One matrix product against a double loop", show_product),
]


def use_code(folder: str | None) -> None:
    """From now on `import attention` and the others take the files in this folder."""
    if folder is None:
        return
    if not (Path(folder) / "attention.py").is_file():
        sys.exit(f"--code {folder}: there is no attention.py in that folder")
    sys.path.insert(0, str(Path(folder).resolve()))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="The lectures' other ideas, one after the other.")
    parser.add_argument("--code", metavar="FOLDER", help="where attention.py and multihead.py are")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path("my_pictures"), help="for the pictures")
    options = parser.parse_args(arguments)
    use_code(options.code)
    if hasattr(sys.stdout, "reconfigure"):  # an old console may lack “ or √; better a ? than a crash
        sys.stdout.reconfigure(errors="replace")
    for title, show in IDEAS:
        print(f"\n{title}")
        try:
            text = show(options.out)
        except NotImplementedError as missing:
            text = f"waits for {missing}"
        except ImportError as error:
            text = f"your code could not be loaded: {error}"
        except Exception as error:
            text = f"your code stopped with {type(error).__name__}: {error} (python check.py tells you more)"
        print("\n".join(f"    {line}" for line in text.splitlines()))


if __name__ == "__main__":
    main()
