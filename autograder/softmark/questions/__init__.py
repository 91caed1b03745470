"""Makes questions about a program, each with one answer that was computed by running it. The same files make questions
at home and in the sandbox on the server.

question                what is asked, and whether a reply is right
fixed                   questions that a course wrote itself
program                 the parsed files: whose function is where
source_text             a file's text, its pieces quoted and replaced
changes                 one expression of a program, changed
trials                  changed code run through the checks
purpose_and_line        questions made of that: what breaks, and where
calls                   calls with other sizes and small numbers
shape_and_prediction    questions made of these: which shape, what comes out
choose_questions        five questions for everybody, by one blueprint
answers_file            answers.json: what was answered at home
"""
