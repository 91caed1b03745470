"""Grades one submission on the server: it becomes one Result. What is right is found out in core/.

grade_submission    grades one submission, and always ends in a result
grade               one grade: hidden numbers decide, public numbers explain
server              a grader that stays, and both ends of its protocol
intake/             a folder or a zip becomes a clean submission, and what reading it shows
material            what a grader has for every submission: checks, both sets of numbers
programs            the student's program, the reference that stands in, the model that judges weights
remote              a program in one sandboxed worker; made of
    charge              what calls cost, and how much patience is left
    reply_reader        what a reply says: a value or a failure
    object_names        the objects that a check has constructed in the worker
    watching            what the worker says of its own steps
lines               the line where a wrong value begins to be wrong
evidence            what ran although reading the source did not show it
behaviour           how a wrong answer without a name behaves
rows                the row of a task, as renderers read it
check_result        what came of one check
result              the result of one grade: the only thing that renderers ever see
staff_notes         what staff are told of a submission as a whole
version             a digest of all that can change a score
"""
