"""Questions about a program, each with one answer that was computed by running it. Imports `checks` alone: the same
files make questions at home, where students get this room too, and behind the wall on the server.

question        what is asked, and whether a reply is right       fixed       questions that a course wrote itself
program         the parsed files: whose function is where         changes     one expression of it, changed
trials          changed code run through the checks               what_breaks questions made of that: purpose and line
calls           calls with other sizes and small numbers          what_comes  questions made of these: shape, prediction
sheet           five questions for everybody, by one blueprint    record      answers.json: what was answered at home
"""
