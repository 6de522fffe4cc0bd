"""A session's workflow as a picture: `layout` places its steps, `pages` shows it and what
went into each step and came out of it.
"""
