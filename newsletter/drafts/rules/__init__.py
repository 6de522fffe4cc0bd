"""The critic's coded rules; `newsletter.drafts.critique` lists them in order.

- `structure`: sections, numbering, lengths, quotas, markup.
- `evidence`: every claim has its link or quote, and not too much is quoted.
- `style`: banned words, hype, shouting, LaTeX, beginnings that point at nothing.
- `leftovers`: placeholders, chain of thought, markup in headings, a sentence said twice.
- `asides`: how a placeholder and a word to whoever asked are known.
- `case`: the draft as each rule is given it.
"""
