"""The critic's coded rules; `newsletter.drafts.critique` lists them in order.

- `structure`: sections, numbering, lengths, quotas, markup.
- `evidence`: every claim has its link or quote, and not too much is quoted.
- `style`: banned words, hype, shouting, LaTeX, beginnings that point at nothing.
- `case`: the draft as each rule is given it.
"""
