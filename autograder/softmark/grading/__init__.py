"""Grades one submission: it becomes one Result.

grade_submission    grades one submission, and always ends in a result
grade               the order of one grade: hidden numbers decide, public numbers explain
server              a grader that stays, and both ends of its protocol
intake/             a folder or a zip becomes a clean submission, and what reading it shows
material            what a grader has for every submission
programs            the student's code, the reference that stands in, the model that judges weights
remote              one of them: a program in a sandboxed worker
charge              what its calls cost, and how much patience is left
reply_reader        what a worker replied, without what cannot be true
object_names        the objects that a check has constructed, by the names that people use
watching            what a worker tells of its own steps
evidence            what ran although reading the source did not show it
lines               where a wrong value began
behaviour           how an answer without a name behaves
rows                the row of a task, as renderers read it
check_result        what came of one check
result              the result of one grade: the only thing that renderers ever see
staff_notes         what staff are told of a submission as a whole
version             the digest of what decides points
"""
