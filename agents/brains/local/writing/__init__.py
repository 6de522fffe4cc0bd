"""A draft without a model: extractive summaries, each sentence an exact quote.

- `sentence_quality`: what a sentence's words promise.
- `summarise`: the sentences that tell a text best.
- `rewording`: a quoted sentence as an issue can say it.
- `item`, `build_section`, `short_titles`: the parts of an issue.
- `complaints`: what critic and verifier held against the last draft.
"""
