"""Makes the handout from handouts/.

documents    from Markdown to what people open
fillings     what the text takes from the rubric and from measured numbers
policy_words dates and late work, in sentences for students
notebook     the notebook, from a Python file
"""
