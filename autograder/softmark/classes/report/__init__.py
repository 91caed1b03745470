"""Writes what people read of a graded class: the page, report cards, grade files.

write              everything that `report` and `compare` write
cohort             the class, ready to be shown: grades, flags, decisions
statistics         its figures
same_person        finds the same person in an export, a roster and a gradebook
class_deadlines    decides which date counts for whom
slip_days          slip days of a whole term: the two files
attempts           decides which attempt counts
given              keeps roster and gradebook for the next report
override_table     reads overrides.csv: what staff decided otherwise
overrides_to_send  writes those that go to the platform
regrade_requests   the log of regrade requests
page               the page of the class
page_contents      the data that the page unpacks
page_data          makes that data small
task_checks        one task on the page, opened: who fails which check
templates          HTML, CSS, JavaScript
needs_help         finds students who seem to need help
mistakes           a table of who made which known mistake
unnamed_mistakes   mistakes without a name, on the page
markdown           turns staff's explanations into safe HTML
report_cards       one student's page
person_grades      which submission counts for whom
canvas_gradebook   reads Canvas's own gradebook
grade_tables       the grade files for Gradescope, Canvas, Moodle
hold               reasons to write no grade files yet
pseudonyms         the page of the class without names
regrade            shows what a regrade changed, for whom and why
task_details       everything about one task of one submission
on_one_screen      the same from the journal, short
release            releases the grades of an exam, once a person says so
platform_scores    compares the platform's scores with ours
"""
