"""Doubles that are shipped: a platform to think on without a key, and its models.

- `anthropic`: a loopback server that speaks to the unmodified SDK, with its faults.
- `minds`, `bad_minds`: what stands in for a model.
- `arena`: a newsletter to hold sessions in; `context_sizes`: what prompts weigh.
"""
