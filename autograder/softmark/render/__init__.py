"""Renders a Result as text or plain data: pure functions, one file for each reader.

platforms/     one file a platform: what it reads of a grade, and what the build writes for it
as_json        for programs, as documented    terminal       the report card
sentences      what a result says, in words   mistake_lines  of a mistake: its name, its line, a hint
staff_lines    a whole grade for staff        one_task       one task of it, with everything that was called
outbox         files that are valid from the first second
progress       how far long work has come     say            the only way to a terminal
"""
