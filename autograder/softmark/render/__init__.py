"""Renderers: pure functions from a Result to text or plain data, one file for each reader."""
