"""Links: what an address answers, and whether that is the page it should be.

`check` asks all links of a draft at once, `judge` tells the outcome: by `web/stand_ins/`
(walls, soft 404s) and `doubts`, `titles` (another work), `registries` (DOIs by Crossref,
arXiv, GitHub), `mentions` and `wayback` as witnesses.
"""
