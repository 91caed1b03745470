"""Given: words to try your functions on. Leave this file as it is."""

# fmt: off
WORDS = [
    "apple", "banana", "bottle", "bread", "butter", "candle", "carrot", "castle",
    "cattle", "cheese", "cherry", "circle", "coffee", "cotton", "dragon", "engine",
    "father", "finger", "flower", "forest", "friend", "garden", "ginger", "hammer",
    "island", "jacket", "kettle", "kitten", "ladder", "lemon", "letter", "little",
    "market", "middle", "mirror", "mother", "needle", "number", "orange", "paper",
    "pencil", "people", "pepper", "pillow", "planet", "potato", "rabbit", "ribbon",
]
# fmt: on
"""`WORDS[nearest("botle", WORDS)[0]]` is "bottle"."""

PAIRS = [("kitten", "sitting", 3), ("flaw", "lawn", 2), ("", "abc", 3), ("same", "same", 0)]
"""Two words, and how far apart they are."""
