"""The playground's examples: the lectures' sentences with small vectors of our own, and the handout's thread."""

import json
import math
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THREAD = json.loads((ROOT / "assignment" / "thread.json").read_text(encoding="utf-8"))


def eye(size, factor=1):
    return [[factor if i == j else 0 for j in range(size)] for i in range(size)]


def scaled(rows, factor):
    return [[factor * entry for entry in row] for row in rows]


def one_hot(size, **places):
    """Word → its vector: 1 at its place, 0 elsewhere."""
    return {word: [int(i == place) for i in range(size)] for word, place in places.items()}


def others(size, text):
    """Words that say nothing here."""
    return {word: [0] * size for word in text.split()}


def thread(heads):
    """With two heads W^K is smaller by √2, as in the handout, so that no root is left in the scores."""
    return {
        "title": "The thread" if heads == 1 else "The thread, two heads",
        "about": "The handout’s sentence; W^K is in units of ln 2"
        + (" = 0.6931. " if heads == 1 else " / √2 = 0.4901. ")
        + (
            "One head with two wishes: “lost” looks at “girl” and at itself."
            if heads == 1
            else "Cut in two: head 0 of “lost” looks at “girl”, head 1 at “lost” itself."
        ),
        "watch": "lost",
        "sentence": " ".join(THREAD["sentence"]),
        "vectors": dict(zip(THREAD["words"], THREAD["token_embedding"], strict=True)),
        "places": THREAD["position_embedding"],
        "W_q": THREAD["W_q"],
        "W_k": scaled(THREAD["W_k"], math.log(2) / math.sqrt(heads)),
        "W_v": THREAD["W_v"],
        "heads": heads,
        "mask": True,
        "scale": True,
    }


def bits():
    return {
        "title": "0 0 1 0, the booster",
        "about": "The second lecture’s bits, with W^K = 10·I. The row of the 1 asks for a 1, as the lecture’s query "
        "(0, 1) does, and finds it with 0.99986; divide by √2 and it is 0.99746. A 0 still asks for zeros: which W^Q "
        "lets every bit find the 1? That is task 1.7.",
        "watch": "1",
        "sentence": "0 0 1 0",
        "vectors": {"0": [1, 0], "1": [0, 1]},
        "W_q": eye(2),
        "W_k": eye(2, 10),
        "W_v": eye(2),
        "heads": 1,
        "mask": False,
        "scale": False,
    }


def bats():
    """Features: wings, wood, fear, swing. *bats* asks its neighbours which of the two it is."""
    return {
        "title": "Bats",
        "about": "“bats” has one vector, half wings (feature 1) and half wood (feature 2). It asks what stands before "
        "it, and takes home wings from “scared” and wood from “swing”. Try: i swing bats.",
        "watch": "bats",
        "sentence": "i'm scared of bats",
        "vectors": {"bats": [1, 1, 0, 0], "scared": [0, 0, 1, 0], "swing": [0, 0, 0, 1], **others(4, "i i'm of")},
        "W_q": [[0, 0, 0, 0], [0, 0, 0, 0], [4, 4, 0, 0], [4, 4, 0, 0]],
        "W_k": eye(4),
        "W_v": [[0.5, 0, 1, 0], [0, 0.5, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]],
        "heads": 1,
        "mask": True,
        "scale": True,
    }


def chicken():
    """Features: animal, road, it, tired, wide, and one for no use, so that heads can be 1, 2, 3 or 6."""
    size = 6
    ask = 12
    return {
        "title": "The chicken",
        "about": "With the mask “it” can only look back, at both nouns alike: which one is meant is settled at "
        "“tired”, which looks for the animal. Put “wide” in its place: it looks for the road. Without the mask “it” "
        "sees “tired” as well.",
        "watch": "it",
        "sentence": "the chicken didn't cross the road because it was too tired",
        "vectors": {
            **one_hot(size, chicken=0, road=1, it=2, tired=3, wide=4),
            **others(size, "the didn't cross because was too"),
        },
        "W_q": [
            [0, 0, ask, ask, 0, 0],  # it and tired ask for animals
            [0, 0, ask, 0, ask, 0],  # it and wide ask for roads
            [0] * size,
            [0, 0, ask, 0, 0, 0],  # it asks for what is tired or wide, when it may see that
            [0, 0, ask, 0, 0, 0],
            [0] * size,
        ],
        "W_k": eye(size),
        "W_v": eye(size),
        "heads": 1,
        "mask": True,
        "scale": True,
    }


def will():
    """Features: asks for an heir, girl, boy, twins."""
    said = "damian had a secret child a girl and had written in his will that his belongings will belong to"
    return {
        "title": "The will",
        "about": "The word after “to” is decided by one word far before it. “to” asks for an heir (features 2 to 4) "
        "and brings home which one it was: her for a girl. Put boy or twins in her place.",
        "watch": "to",
        "sentence": said,
        "vectors": {
            **one_hot(4, to=0, girl=1, boy=2, twins=3),
            **others(4, "damian had a secret child and written in his will that belongings belong"),
        },
        "W_q": [[0] * 4, [16, 0, 0, 0], [16, 0, 0, 0], [16, 0, 0, 0]],
        "W_k": eye(4),
        "W_v": eye(4),
        "heads": 1,
        "mask": True,
        "scale": True,
    }


_ALL = {
    "thread": thread(1),
    "thread-two": thread(2),
    "bits": bits(),
    "bats": bats(),
    "chicken": chicken(),
    "will": will(),
}
EXAMPLES = {name: example | {"sentence": example["sentence"].split()} for name, example in _ALL.items()}
"""Name (it stands in addresses, so it stays) → what the page shows."""
