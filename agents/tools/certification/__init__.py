"""Code certifies what agents propose; a model's word alone writes nothing.

- `certify`: the checks by kind of event, and which draft is meant.
- `selection`: what a choice may name, and its bands; `cited_texts`: provenance.
- `mandate`: what a draft may tell: the chosen stories, known sites, due corrections.
- `verify`, `shorten`: links and sentences examined; what fails left out at the last.
- `publish`, `disclose`: from a verified draft to an issue, and what readers are told.
"""
