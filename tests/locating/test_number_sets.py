"""A set of numbers in little room."""

import hashlib

import pytest

from softmark.locating.number_sets import packed, unpacked

LARGEST = 2**32 - 1
HASHES = {int.from_bytes(hashlib.sha256(b"%d" % i).digest()[:4], "big") for i in range(1000)}


@pytest.mark.parametrize(
    "numbers", [set(), {0}, {LARGEST}, {0, LARGEST}, set(range(300)), {7, 8, LARGEST}, HASHES], ids=len
)
def test_what_was_packed_comes_out_again(numbers):
    assert unpacked(packed(numbers)) == numbers


def test_the_same_set_gives_the_same_bytes():
    assert packed(sorted(HASHES)) == packed([*sorted(HASHES, reverse=True), *HASHES])


def test_a_thousand_hashes_of_32_bits_take_24_bits_each():
    assert len(packed(HASHES)) < 1000 * 24 / 8


@pytest.mark.parametrize(
    "damaged",
    [b"", b"\0\0", packed(HASHES)[:-2], packed(HASHES) + b"\0\0", b"\xff" * 40, b"\0" * 40, b"\0\0\0\1\xff\x80"],
)
def test_damaged_bytes_are_told(damaged):
    with pytest.raises(ValueError, match="set of numbers"):
        unpacked(damaged)
