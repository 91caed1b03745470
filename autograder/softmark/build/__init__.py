"""Builds the students' folder and the two zips from what staff keep, and proves them.

new_course        `softmark new`: a small course, from one of shipped/courses
importing/        `softmark import`: drafted from tests that are read and never run
build             `make`: the students' folder, the zips, their proof
student_folder    everything in assignment/ that is generated    rooms           which rooms students get
zips              what goes into the two zips                    zip_limits      how large they may be
prove             the zips, graded with themselves
prove_salt        no known mistake passes by luck on the hidden numbers of this salt
staging           assignment/ made elsewhere first               shorter         some parts, as a course of its own
without_tasks     graders and docstrings without tasks that are off
public            a tree that may be published                   doctor          ready to upload, or what is wrong
platforms         what is written for the platforms that the rubric names
papers            requirements.txt and README.md for students, where a course has none
record_earlier_calls  what right solutions ask earlier functions for
record_right_way  what right solutions compute in every check    reference_words   what the reference calls it
side_by_side      two halves of one long piece of work, on two cores
audit             every known answer through the engine          audit_report    its figures, as text and page
bank_file         a shared mistake becomes a known one
audit_lines       the lines it was shown, against the marked ones
measure           what one grade costs here
handouts/         HTML and PDF from handouts/
"""
