"""The digest's steps that code does: each one's event, from the log and the stories.

- `gathering`, `filtering`, `downloading`, `extracting`: a step each.
- `judged`: what agents of the digest propose, held to the log.
"""
