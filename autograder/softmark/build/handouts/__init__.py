"""Makes HTML and PDF from handouts/.

documents    from Markdown to what people open
checks_page  everything a check may use, from the docstrings
rubric_page  every key of the rubric, from its model
commands_page every command, from the parser
page_pictures drawings as a part of the page
fillings     what the text takes from rubric, stubs and known mistakes
policy_words dates and late work, in sentences for students
talking      how to talk about the mistakes that come up most
finished     guides as a repository page shows them
typeset      formulas in plain sentences, as formulas
rows         lists of numbers, as vectors and matrices
notebook     the notebook, from a Python file
"""
