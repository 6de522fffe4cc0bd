"""What an operator sees of the sessions and may do about them, inside the admin.

- `overview`: the first page; `waiting`: what needs a person; `growth`: the list's readers.
- `session`: one session at a glance.
- `trends`, `flow`: figures of issues and of the engine; `pages`: their pages;
  `charts`: figures as pictures.
- `acts`: what may be done, by name; `forms`: what is filled in for it.
"""
