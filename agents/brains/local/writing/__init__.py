"""A draft without a model, of sentences as `newsletter.research.summary` picks them.

- `item`, `build_section`, `short_titles`: the parts of an issue.
- `complaints`: what critic and verifier held against the last draft.
"""
