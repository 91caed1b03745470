"""A class at a time: who handed in what, graded by a crew of launchers, written into a journal that survives a kill."""
