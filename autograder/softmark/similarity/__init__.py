"""Pairs of submissions that share unusual code: for a person to read, not a verdict."""
