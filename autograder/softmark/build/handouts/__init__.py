"""Makes the handout from handouts/.

documents    from Markdown to what people open
page_pictures drawings as a part of the page
fillings     what the text takes from rubric, stubs and known mistakes
policy_words dates and late work, in sentences for students
typeset      formulas in plain sentences, as formulas
rows         lists of numbers, as vectors and matrices
notebook     the notebook, from a Python file
"""
