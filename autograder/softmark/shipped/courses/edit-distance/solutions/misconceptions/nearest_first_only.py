from distance import edit_distance

NAME = "nearest.first_only"
SAYS = "Only the first of the nearest words is returned, however many there are."
HINT = "Two words can be equally near. What does your code do with the second?"
SECTION = "1.3"
LOSES = ["1.3"]
MODULE = "distance"


def nearest(word: str, words: list[str]) -> list[int]:
    distances = [edit_distance(word, each) for each in words]
    return [distances.index(min(distances))]
