"""Renderers: pure functions from a Result to text or plain data, one file for each reader.

gradescope, prairielearn, autolab, classroom50, classroom_resources, csv     what platforms read; `platforms` lists them
plain_json     everything, for machines       terminal       the report card
sentences      what a result says, in words
outbox         files that are valid from the first second
progress       how far long work has come     say            the only way to a terminal
"""
