"""The one kind of error that whoever typed a command can do something about."""


class Problem(Exception):
    """What staff wrote wrongly, a sentence a line: where it is, and what to do. A command prints it and ends with 2."""
