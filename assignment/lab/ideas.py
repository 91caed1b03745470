"""The lectures' smaller ideas, each small enough to hold in your hand:  python lab/ideas.py

What uses your own functions says which task it waits for until they are written; the rest runs at once.
"""

import argparse
import itertools
import math
import time
import zlib
from pathlib import Path

import torch
from pictures import NoPicture, heat_map
from torch import Tensor
from yours import add_code, with_your_code

CHICKEN = "the chicken didn't cross the road because it was too"


def skip_gram_pairs(sentence: str, window: int = 2) -> list[tuple[str, str]]:
    """(word, neighbour) for every neighbour at most `window` words away: what word2vec learns from.

    >>> skip_gram_pairs("I swing bats", window=1)
    [('i', 'swing'), ('swing', 'i'), ('swing', 'bats'), ('bats', 'swing')]
    """
    words = sentence.lower().strip(" .").split()
    near = ((i, j) for i in range(len(words)) for j in range(len(words)) if 0 < abs(i - j) <= window)
    return [(words[i], words[j]) for i, j in near]


def static_embeddings(words: list[str], d: int = 16) -> Tensor:
    """(n, d): a vector for each word, drawn from the word's own letters alone. The neighbours do not matter."""
    seeds = [torch.Generator().manual_seed(zlib.crc32(word.encode("utf-8"))) for word in words]
    return torch.stack([torch.randn(d, generator=seed) / math.sqrt(d) for seed in seeds])  # about 1 long


def same_word_twice(word: str, one: str, other: str, layer) -> float:
    """How alike (cosine) the word's vectors are in two sentences, after `layer`, a function (n, d) → (n, d)."""
    found = [layer(static_embeddings(text.split()))[text.split().index(word)] for text in (one, other)]
    return torch.cosine_similarity(*found, dim=0).item()


def what_it_means(adjective: str) -> tuple[list[str], Tensor]:
    """Who "it" looks at in the chicken's sentence, by two attention layers with hand-made features.

    First "it" looks for an adjective, ahead of it too: there is no mask here. Then it looks for the noun that the
    adjective fits. Both steps are your `attend` (task 1.6); 10 is the second lecture's booster.

    Returns:
        The n words, and the (n, n) weights of the second layer.
    """
    from attention import attend

    words = [*CHICKEN.split(), adjective]
    nouns, adjectives, it = (
        torch.tensor([[float(word == one) for one in pair] for word in words])
        for pair in (("chicken", "road"), ("tired", "wide"), ("it", "it"))
    )
    found, _ = attend(it, 10 * adjectives, adjectives)  # (n, 2): "it" now knows which adjective was said
    _, weights = attend(found, 10 * nouns, nouns)  # (n, n): … and asks for the noun that fits
    return words, weights


def product_against_loop(n: int = 64, d: int = 32) -> tuple[float, float, float]:
    """All n × n dot products of two sets of vectors: seconds in a double loop, seconds as one matrix product, and the
    largest difference between the two results."""
    a, b = torch.randn(2, n, d, generator=torch.Generator().manual_seed(0))
    times, results = [], []
    for way in (lambda: torch.stack([torch.stack([(q * k).sum() for k in b]) for q in a]), lambda: a @ b.T):
        start = time.perf_counter()
        results.append(way())
        times.append(time.perf_counter() - start)
    return *times, (results[0] - results[1]).abs().max().item()


# What is shown --------------------------------------------------------------------------------------------------


def show_skip_gram(out: Path) -> None:
    for word, pairs in itertools.groupby(
        skip_gram_pairs("The quick brown fox jumps over the lazy dog."), lambda p: p[0]
    ):
        print(f"    {word:6} " + " ".join(f"({word}, {neighbour})" for _, neighbour in pairs))


def show_bats(out: Path) -> None:
    from attention import simple_attention

    pair = ("bats", "I'm scared of bats", "I swing bats")
    print(f"    static embedding: cosine {same_word_twice(*pair, lambda x: x):.3f}, the vector is the same")
    print(f"    after your simple_attention (task 1.1): cosine {same_word_twice(*pair, simple_attention):.3f}")


def show_it(out: Path) -> None:
    from attention import attend, simple_attention

    pair = ("it", f"{CHICKEN} tired", f"{CHICKEN} wide")
    causal, both_ways = same_word_twice(*pair, simple_attention), same_word_twice(*pair, lambda x: attend(x, x, x)[0])
    print(f"    looking back only: cosine {causal:.3f}, still the same: the words that differ come later")
    print(f"    looking both ways: cosine {both_ways:.3f}, with attend (task 1.6) and no mask")


def show_chicken(out: Path) -> None:
    for adjective in ("tired", "wide"):
        words, weights = what_it_means(adjective)
        it = weights[words.index("it")]
        print(f"    … too {adjective}: “it” looks at “{words[int(it.argmax())]}” with weight {it.max():.3f}")
        try:
            path = heat_map(
                weights, words, words, out / f"it-{adjective}.png", f"“it”, when it is too {adjective}"
            ).path
            print(f"    picture: {path}")
        except NoPicture as reason:
            print(f"    {reason}")


def show_product(out: Path) -> None:
    loop, product, off = product_against_loop()
    print(
        f"    4,096 dot products in a double loop: {1000 * loop:.2f} ms; as one matrix product: {1000 * product:.3f} ms"
    )
    print(f"    largest difference: {off:.0e}")


IDEAS = {
    "Skip-gram pairs of a sentence, window 2": show_skip_gram,
    "Static against contextual: “bats”, scared of or swung": show_bats,
    "Static against contextual: “it”, the chicken or the road": show_it,
    "Attention as a picture: what “it” looks at": show_chicken,
    "A double loop against one matrix product": show_product,
}


def show_all(out: Path) -> None:
    for title, show in IDEAS.items():
        print(f"\n{title}")
        try:
            show(out)
        except NotImplementedError as missing:
            print(f"    waits for {missing}")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="The lectures' smaller ideas, one after the other.")
    add_code(parser)
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path("my_pictures"), help="for the pictures")
    options = parser.parse_args(arguments)
    with_your_code(lambda: show_all(options.out), options.code)


if __name__ == "__main__":
    main()
