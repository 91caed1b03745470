"""A class of nobody, with the truth beside it: made to try things on.

term       the class     people, names   who is in it           work      one student's files
answers    what can be written in one course                    accidents what goes wrong on the way
hand       one person's habits    style, blocks, spellings      the same code as that person would write it
export     as Gradescope would give it
"""
