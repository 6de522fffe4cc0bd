"""Claims: whether a sentence is borne by the passages that it cites. Pure.

`ground` goes through a draft. `quotes` looks for the words, `details` for every figure,
date, version and name (`names`; in `numbers` `figures` and `amounts`, with `tolerance`, `workings`
and `derivation`),
then for figures given to another thing (`attribution`), and for what is turned round
(`contradictions`). `findings` tells what was found. What takes understanding no rule
guesses at: that is left to a judge.
"""
