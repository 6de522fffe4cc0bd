"""A request that several agents do, as code's own steps of the workflow `request`.

- `calling`: one agent called, as planned.
- `answering`: what still waits, and one answer of all.
"""
