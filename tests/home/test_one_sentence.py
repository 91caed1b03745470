"""What check.py says when it cannot run: whole words in each line of a terminal, one line in a log."""

import io

from softmark.home import app

SAYS = "There is no task 'forward'. Did you mean LayerNorm.forward or FeedForward.forward? And so on, and on."


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_it_fits_a_terminal_and_stays_whole_in_a_log(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = app.readable(SAYS, Terminal()).split("\n")
    assert len(lines) == 2 and max(map(len, lines)) <= 80 and " ".join(lines) == SAYS
    assert app.readable(SAYS, io.StringIO()) == SAYS
