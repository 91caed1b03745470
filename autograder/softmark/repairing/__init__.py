"""Looks for the smallest change that makes a wrong task right: the student's own program, changed in one place, passes.

Staff read the change; students read where it is and what it is about, and never the change itself. No points depend on
it, and students do not get this room: a search that is shipped is a solver.

edits           one place of a program, changed: what an edit is, and in which order edits are tried
operators       the edits themselves, by kind: another axis, a number one up, another name
    operators_axes      those about axes
    operators_names     those about names in scope
    operators_order     those about what stands where
lab             runs an edited program through checks in a sandboxed worker
search          tries the edits of one wrong task within its budget of processor time
found           what a search comes to: which line, if one; what is kept in the result
evidence        the expression on the smallest failing input, as it is and as the task needs it
repair_grade    all wrong tasks of one grade
server          the grader that stays, with repairs where a job asks for them
"""
