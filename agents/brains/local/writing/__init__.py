"""A draft without a model, of sentences as `newsletter.research.summary` picks them.

- `item`, `build_section`, `short_titles`: the parts of an issue.
- `material`: what a brief is made of, out of what was chosen.
- `complaints`: what critic and verifier held against the last draft.
"""
