"""Finds mistakes that have no name yet and that several students share: seen once, explained to everyone.

groups      who behaves alike            excerpts    the function in question, as its members wrote it
naming      a name for a group (`build/bank_file.py`: the same as a known mistake that lasts)
"""
