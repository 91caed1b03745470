"""Builds the students' folder and the two zips from what staff keep, and proves them.

new_course            `softmark new`: a small course, from one of shipped/courses
build                 `make`: the students' folder, the zips, their proof
student_folder        everything in assignment/ that is generated
built_aside           makes assignment/ elsewhere first, and moves it when the build has succeeded
rooms                 which rooms of the engine students get
freeze                the frozen grader: the folder that everything grades from, and the instructor's zip
up_to_date            freezes it again where it no longer fits its sources
zips                  what goes into the students' zip
zip_limits            how large they may be
reference_fails       why the reference does not pass a check, in words for staff
prove                 grades the zips with themselves
prove_salt            proves that no known mistake passes by luck on the hidden numbers of a salt
without_tasks         graders and docstrings without tasks that are off
doctor                `softmark doctor`: ready to upload, or what is wrong
papers                requirements.txt and README.md for students, where a course has none
record_earlier_calls  records what right solutions ask earlier functions for
record_right_way      records what right solutions compute in every check
side_by_side          runs two halves of one long piece of work on two cores
audit                 grades every known answer and compares what it lost with what it must lose
audit_report          its figures, as text and page
audit_lines           compares the lines that students are shown with the marked ones
measure               measures what one grade costs here
handouts/             the handout, from handouts/
"""
