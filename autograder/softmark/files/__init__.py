"""Reads and writes files and texts: the lowest room. Every other room may use it, and it uses none.

atomic        writes a file as a whole or not at all
tables        reads and writes the CSV files that people make or open
zips          writes zips of which the same files give the same bytes
escape        makes text of a student's harmless, wherever it is shown
clean_texts   makes text writable as UTF-8
engine        says where the engine's own files lie
source        the bytes of a student's file become one text: what is read is what runs
copies        which file name was meant by another one: `attention (1).py`
"""
