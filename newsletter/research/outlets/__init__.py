"""Where stories come from: a table of outlets, and `kinds`, a module for each way to ask.

`registry` knows the kinds, `search` asks all outlets at once, `merge` makes one story of
what several tell.
"""
