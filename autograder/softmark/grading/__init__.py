"""Grades one submission: it becomes one Result.

grade_submission    grades one submission, and always ends in a result
grade               the order of one grade: checking, carrying forward, naming, publishing
server              a grader that stays, and both ends of its protocol
intake/             a folder or a zip becomes a clean submission, and what reading it shows
calls/              how checks call the student's code in the sandbox, and the reference beside them
so_far              what one grade has found so far, on public and on hidden numbers
run_checks          runs the checks of one task in one worker
worker_pair         the workers of one grade: the student's files alone, or with earlier tasks carried
time_left           the time for one whole grade
explain_failures    the name of a mistake, its line, how a wrong answer behaves
carry_forward       one mistake costs once: when a task is graded on top of the reference's earlier ones
run_watched         runs failed checks once more to find the line
allowance           what one grade may still take: time, tries
check_result        what came of one check, and of all checks of a task
result              the result of one grade: the only thing that renderers ever see
staff_notes         what staff are told of a submission as a whole
"""
