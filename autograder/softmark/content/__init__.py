"""Reads what staff write: the rubric, the reference, the known answers; and makes stubs and files of them.

course           where the parts of one course lie: in the repository, and in the frozen grader
requirements     packages that a course needs besides the engine's
rubric           what the rubric says
allowed          what its values may look like
task_list        the tasks as the core knows them
plain_rubric     the rubric as JSON, as the build has checked it, for grades
validated        plain data as objects, with everything that is wrong
rubric_reader    reads it, and tells what is wrong with it
contradictions   what contradicts itself in it
gone             what became of keys that there were
salt             the secret behind the hidden numbers, and its fingerprint
hidden_draws     which hidden numbers a salt gives: the choice that lies beside it
yaml_places      YAML with line and column
dates            moments as people and platforms write them
framework        what to import before the first fork
stubs            the reference with the solutions cut out
empty_checks     checks that would pass every answer
labels           what the stubs promise to grade, and whether checks are about it
grader_files     what the graders' files say about themselves
"""
