"""A class to try things on: generated submissions that look like a term's, with the truth about them written beside."""
