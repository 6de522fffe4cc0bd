"""Our own lines: what an issue says that rests on no passage of its own. Pure.

Lead, views, what it says of itself, what to build, subject, preheader and title. Their
figures and names stand in the issue's own items, or in what the log tells of the issue.
`lines` finds them, `record` is what the log tells, `counting` and `naming` read them,
`ground` says which stories a part of a line is about, and `hold` judges.
"""
