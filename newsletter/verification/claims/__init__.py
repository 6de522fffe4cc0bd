"""Claims: whether a sentence is borne by the passages that it cites. Pure.

`ground` goes through a draft. `quotes` looks for the words, `details` for every figure,
date, version and name (`figures`, `amounts`, `names`, with `tolerance` and `workings`),
then for figures given to another thing (`attribution`), turned round (`contradictions`) or
put too strongly (`overstatements`). `findings` tells what was found.
"""
