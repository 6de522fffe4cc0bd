"""Stories by topic: which belong together (`clustering`), and what their group is called.

`labels` tells which words make a heading, `common_words` which make none. Pure.
"""
