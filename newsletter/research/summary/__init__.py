"""Extractive summaries: what tells a text best, each sentence an exact quote. Pure.

- `summarise`: the sentences that tell a text best; `papers` of an abstract, `reports` of all else.
- `candidates`: what each sentence offers to whoever chooses.
- `telling`: what a sentence of a report is worth, by weights that were fitted to labels.
- `sentence_quality`: what may be quoted, and what the words of a paper's sentence promise.
- `announcing`: what in a title says nothing of what happened.
- `rewording`: a quoted sentence as an issue can say it.
"""
