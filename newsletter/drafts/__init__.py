"""A draft: Markdown parsed once, and handed on as a value (`draft.Draft`).

- `parsing`, `markdown`: Markdown to Draft and back; the one CommonMark parser.
- `draft`, `prose`, `links`, `citation`: what is in one: blocks, sentences, links, claims.
- `critique`, `rules/`: what the critic holds it to.
- `html`, `cutting`: blocks as HTML and plain lines; a paragraph less some sentences.
"""
