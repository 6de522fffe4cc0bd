"""Logs of released versions of workflows, and what was decided after each line.

`python -m agents.tests.golden` prints a golden log anew; write one only for a version
that is new. One that is there is never changed: old sessions go on with it.
"""
