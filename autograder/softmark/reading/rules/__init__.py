"""Finds not-allowed calls by reading a student's source; nothing of it is ever run.

forbidden      which of the uses a rule does not allow, and the sentence for it
reachable      everything that one task's functions lead to
walk           one piece of code: what it uses of a library, and where it leads
name_values    what the names in the source stand for
circular_table such answers, each worked out once, also where names lead to each other in circles
budget         how much all this may take, in steps; beyond that, reading gives up and says so
bindings       which names it binds, and to what      symbols   the kinds of things that a name can stand for
annotated      what annotations do besides naming types
texts          strings put together from pieces       trees     small things about syntax trees
bypasses       ways round the reading, known and listed
observations   what staff are told about them
"""
