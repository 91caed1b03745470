"""Finds and runs checks, on the server and at home.

collect              finds the checks, and runs them
plain_collection     graders that use nothing of pytest's
pytest_collection    all others, and plain pytest in the students' folder
execute              does what one request asks for: call, construct, differentiate, look
plain_values         what it returned, as a plain value
on_objects           what it may be asked of an object: `len(box)`, `a + b`
fence                stops what a task's rules forbid, where it is called
fence_names          whether a name is one of a forbidden function's
fence_torch          shows it the calls of torch
fence_guards         those of Python's functions, and of other libraries'
fence_methods        and methods of arrays, lists and texts
trusted              the reference and known answers, loaded in this process
time_limit           ends a call of theirs that takes too long
recording            what the reference and known mistakes reply to the checks, in one file
tensorfile           the safetensors format
lean_torch           torch without its compiler
"""
