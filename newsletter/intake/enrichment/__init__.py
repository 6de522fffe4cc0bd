"""Enrichment: what intake finds out about a story, a step at a time, none of them twice.

- `ledger`: who takes which steps of which stories, and what came of each, for good.
- `working`: takes steps, does them side by side, and hands in what came of them.
- `finding`: what a step hands in.
- `score`, `page_text`, `summary`, `tags`, `picture`: one step each.
- `again`: what a person has done anew.

What is next for a story is decided in `newsletter.research.enrichment`.
"""
