"""What one reader or newsletter wants: from YAML to the editorial line of a session.

- `schema`: the keys, with their bounds and what each is for.
- `reading`: a YAML file as interests, or each fault with its line; `faults`: its words.
- `editorial`: what a session goes by, by its newsletter's fields or by interests.
- `tones`: the manners that have a name.
"""
