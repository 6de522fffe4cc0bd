"""Extractive summaries: what tells a text best, each sentence an exact quote. Pure.

- `sentence_quality`: what a sentence's words promise.
- `summarise`: the sentences that tell a text best.
- `rewording`: a quoted sentence as an issue can say it.
"""
