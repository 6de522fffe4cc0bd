"""The digest's steps that code does: each one's event, from the log and the stories.

- `gathering`, `filtering`, `downloading`, `extracting`: a step each.
- `judged`, `drafted`: what agents of the digest propose, held to the log and to the
  stored sources; `naming`: what they call it.
"""
