"""Whether a draft is true: `links` ask the web, `claims` the stored texts, `judging` a model.

`repair` mends what can be mended, `trimming` leaves out what failed, `scorecard` tells an
issue in numbers, and `recheck` looks again at what was published.
"""
