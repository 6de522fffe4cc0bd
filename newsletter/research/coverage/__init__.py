"""Which told story a story tells again, and how certain that is. Pure.

- `traits`: what of a story is compared.
- `shared_names`: what two titles both name.
- `likeness`: how alike two stories are, and by what.
- `memory`: told stories, each found by all that it could be known by.
"""
