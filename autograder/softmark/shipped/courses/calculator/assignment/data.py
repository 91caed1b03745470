"""Given: lines to try your functions on. Leave this file as it is."""

LINES = ("1 2 + 3 *", "0.1 0.2 +", "7 2 -", "1 3 / 1 6 / +", "2 3 4 * +")
