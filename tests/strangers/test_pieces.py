"""What a stranger wrote and what it shares with others become the files that were handed in."""

import hashlib
from textwrap import dedent

import pytest

from tests.strangers import pieces
from tests.strangers.__main__ import HERE, KINDS, strangers, write

BASE = dedent(
    '''\
    """Part 1."""

    import torch


    def scores(q):
        """Score."""
        return q


    def scores(q):
        return q * 1


    class Head:
        """One head."""

        def forward(self, x):
            return scores(x)


    def last():
        return 0
    '''
)
AS_HANDED_IN = {
    "right": "094810f986b2334f",
    "wrong": "543751b44ce18a90",
    "lines": "c45588d63cdb7452",
    "fresh": "af5ec177687e29d1",
    "unseen": "6fbbf6531037e414",
    "later": "d325a2c61877f71d",
    "unusual": "6fed93b6f0562d46",
    "latest": "72d37dd94fc106a0",
    "rare": "db629134fc4f2af4",
    "newest": "197a239bbcd990fc",
    "odd": "16e279c4fbde92a6",
    "freshest": "69fed879eea9e2f4",
    "recent": "ed3d7b4ef6c82c71",
    "unmet": "b2ddc3797bb86774",
}
"""A digest of each set, taken while its files were still kept whole."""


def whole(own, **takes):
    return pieces.merged(pieces.ways(BASE), own, {("", name): number for name, number in takes.items()})


def test_a_function_takes_the_place_of_its_namesake_and_has_its_docstring():
    both = "    return q\n\n\ndef scores(q):\n    return q * 1\n"
    assert whole("\n\ndef scores(q):\n    return -q\n") == BASE.replace(both, "    return -q\n")


def test_an_answer_takes_the_second_way_of_a_function_by_its_number():
    text = whole("\n\ndef last():\n    return 1\n", scores=2)
    assert '    """Score."""\n    return q * 1\n\n\nclass Head' in text and "return q\n" not in text


def test_a_method_stands_below_its_class_again_and_a_new_one_at_the_end_of_the_class():
    methods = "    def forward(self, x):\n        return x\n\n    def more(self):\n        pass\n"
    text = whole(f"\n\nclass Head:\n\n{methods}")
    assert text.endswith(f'\n\nclass Head:\n    """One head."""\n\n{methods}\n\ndef last():\n    return 0\n')


def test_a_helper_stands_before_what_follows_it_and_after_everything_where_nothing_does():
    text = whole("\n\nHALF = 0.5\n\n\ndef help(): ...\n\n\ndef last():\n    return help()\n\n\nx = last()\n")
    assert text.startswith('"""Part 1."""\n\n\nHALF = 0.5\n\n\ndef scores'), "what precedes all functions is one piece"
    assert text.endswith("return scores(x)\n\n\ndef help(): ...\n\n\ndef last():\n    return help()\n\n\nx = last()\n")


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_is_to_the_letter_what_was_handed_in(kind):
    digest = hashlib.sha256()
    for path in sorted((HERE / kind).glob("*.py"), key=lambda path: path.stem):
        answer = pieces.read(path)
        files = (part for file in sorted(answer.files.items()) for part in file)
        digest.update("\n".join([path.stem, answer.about, *files]).encode())
    changed = f"tests/strangers/{kind}/ or its base has changed, and its answers are no longer their authors'"
    assert digest.hexdigest()[:16] == AS_HANDED_IN[kind], changed


def test_the_line_that_an_author_marks_is_one_that_this_author_alone_wrote():
    for each in strangers([]):
        if each.wrong:
            own = pieces.read(HERE / f"{each.name}.py").own[each.file]
            for number in each.lines:
                line = each.files[each.file].splitlines()[number - 1]
                assert line.strip() and line in own.splitlines(), f"{each.name}: {line}"


def test_what_an_answer_takes_is_there_and_is_not_the_first():
    for path in sorted(path for kind in KINDS for path in (HERE / kind).glob("*.py")):
        known = pieces.base(pieces.BASES[path.parent.name])
        answer = pieces.read(path)
        most = {key: len(same) for file in answer.own for key, same in known[file].items()}
        assert all(1 < number <= most[key] for key, number in answer.takes.items()), path


def test_whole_files_can_be_written_out_to_look_up_a_line(tmp_path):
    write(["wrong/014"], tmp_path)
    text = (tmp_path / "wrong/014_unscaled/attention.py").read_text(encoding="utf-8")
    assert text.splitlines()[17] == "    return torch.matmul(q, k.transpose(-2, -1))"
