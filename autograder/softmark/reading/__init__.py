"""Reads a student's files, and never runs them.

source     the bytes of a file become one text: what is read is what runs
imports    what a file imports
leftovers  names used for something else, prints
copies     names that mean another: `attention (1).py`
"""
