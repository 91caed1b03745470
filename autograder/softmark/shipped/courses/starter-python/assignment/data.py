"""Given: a text to try your functions on. Leave this file as it is."""

TEXT = """
The rain, the rain! It fell on the roof and on the road, and on the boy who sold the bread. "No bread today," he said,
and the rain fell on.
"""
