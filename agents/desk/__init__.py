"""What an operator sees of the sessions and may do about them, inside the admin.

- `overview`: the first page; `session`: one session at a glance.
- `acts`: what may be done, by name; `forms`: what is filled in for it.
"""
