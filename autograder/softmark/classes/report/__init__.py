"""What people read of a graded class.

write             everything that `report` and `compare` write
cohort            a class as the page sees it        statistics      its figures
matching          whose row is whose                 late_work       which date counts for whom
given             roster and gradebook, kept for the next report    attempts   which attempt counts
overrides         what staff decided otherwise       overrides_to_send   the same on its way to the platform
page              the page of the class              page_contents   what it unpacks
page_data         data, small                        task_checks     a task, opened: who fails which check
needs_help        signs that somebody does           integrity       what only the instructor reads
unnamed_mistakes  mistakes without a name on the page    mistakes    who made which, as a table
markdown          what staff explained, as safe HTML
templates         HTML, CSS, JavaScript
report_cards      one student's                      grades          the grade files
hold              why no grade files are written
pseudonyms        the same page without names        regrade         what a regrade changed, for whom and why
explanation       everything about one task of one submission      on_one_screen   the same from the journal, short
requests          the log of regrade requests
release           the grades of an exam, once a person says so
platform_scores   what the platform says beside what we say
"""
