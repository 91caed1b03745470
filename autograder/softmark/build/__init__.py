"""Builds the students' folder and the two zips from what staff keep, and proves them.

new_course            `softmark new`: a small course, from one of shipped/courses
build                 `make`: the students' folder, the zips, their proof
student_folder        everything in assignment/ that is generated
built_aside           makes assignment/ elsewhere first, and moves it when the build has succeeded
rooms                 which rooms of the engine students get
freeze                the frozen grader: the folder that everything grades from, and the instructor's zip
make_grader           makes what grades read, in a build or before a grade
up_to_date            freezes it again where it no longer fits its sources
reference_fails       why the reference does not pass a check, in words for staff
prove                 audits the zips with themselves, by a handful of known answers
known_code            runs the reference, and known answers laid over it, in this process
recorded_numbers      records the reference and the known mistakes on one set of numbers, public or hidden
hidden_numbers        chooses the hidden numbers of a salt, so that no known mistake passes by luck
without_tasks         graders and docstrings without tasks that are off
staffs_code           an exception in what staff wrote, by file and line
ready                 what is not ready to be built, and what is worth a look, with file and line
agents                AGENTS.md for students: what an AI assistant may explain, and what it leaves to them
record_right_way      records what right solutions compute in every check
side_by_side          does one long piece of work after the other on two cores
judged                did a known answer lose what it should, and is it called by its name?
audit                 grades every known answer
audit_report          its figures, as text
keeps                 what each known mistake keeps of its points
audit_lines           compares the lines that students are shown with the marked ones
handouts/             the handout, from handouts/
"""
