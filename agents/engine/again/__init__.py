"""New sessions with a copy of another one's log.

`copying` runs one again from a step and makes an issue of a rehearsal; `forking` changes
lines of the copy by hand, which marks the new session for ever.
"""
